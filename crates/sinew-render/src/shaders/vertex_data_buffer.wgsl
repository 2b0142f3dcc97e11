// Deformation data and pose in storage buffers. vertex_data_texture.wgsl has the same functions for textures.

@group(2) @binding(0) var<storage, read> deform_data: array<vec4<u32>>;
@group(2) @binding(1) var<storage, read> pose_data: array<vec4<f32>>;

fn deform_texel(index: u32) -> vec4<u32> {
    return deform_data[index];
}

fn pose_texel(index: u32) -> vec4<f32> {
    return pose_data[index];
}
