// Rings of vertices in a texture, in rows of 2048 texels.

@group(3) @binding(1) var ring_data: texture_2d<u32>;

fn ring_texel(index: u32) -> vec4<u32> {
    return textureLoad(ring_data, vec2<u32>(index & 2047u, index >> 11u), 0);
}
