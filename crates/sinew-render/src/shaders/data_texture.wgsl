// Vertex data in textures, for backends without storage buffers in the vertex stage. Rows are 2048 texels, the
// width that WebGL2 guarantees. Its other body is data_storage.wgsl.

@group(2) @binding(0) var shape_data: texture_2d<u32>;
@group(2) @binding(1) var pose_data: texture_2d<f32>;

fn shape_texel(index: u32) -> vec4<u32> {
    return textureLoad(shape_data, vec2<u32>(index & 2047u, index >> 11u), 0);
}

fn pose_texel(index: u32) -> vec4<f32> {
    return textureLoad(pose_data, vec2<u32>(index & 2047u, index >> 11u), 0);
}
