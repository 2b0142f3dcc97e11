// Deformation data and pose in textures, for backends without storage buffers in the vertex stage. Rows have 2048
// texels, the width that WebGL2 guarantees. vertex_data_buffer.wgsl has the same functions for storage buffers.

@group(2) @binding(0) var deform_data: texture_2d<u32>;
@group(2) @binding(1) var pose_data: texture_2d<f32>;

fn deform_texel(index: u32) -> vec4<u32> {
    return textureLoad(deform_data, vec2<u32>(index & 2047u, index >> 11u), 0);
}

fn pose_texel(index: u32) -> vec4<f32> {
    return textureLoad(pose_data, vec2<u32>(index & 2047u, index >> 11u), 0);
}
