// Vertex data in storage buffers. Its other body is data_texture.wgsl.

@group(2) @binding(0) var<storage, read> shape_data: array<vec4<u32>>;
@group(2) @binding(1) var<storage, read> pose_data: array<vec4<f32>>;

fn shape_texel(index: u32) -> vec4<u32> {
    return shape_data[index];
}

fn pose_texel(index: u32) -> vec4<f32> {
    return pose_data[index];
}
