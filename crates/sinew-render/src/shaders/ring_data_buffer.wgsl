// Rings of vertices in a storage buffer. ring_data_texture.wgsl has the same function for textures.

@group(3) @binding(1) var<storage, read> ring_data: array<vec4<u32>>;

fn ring_texel(index: u32) -> vec4<u32> {
    return ring_data[index];
}
