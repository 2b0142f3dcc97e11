// Uniform and textures of the metallic-roughness model, with and without layers, and its base colour.

// Flags of a metallic-roughness material. Bits below 20 are those of the texture slots.

const HAS_BASE_COLOR: u32 = 1u;
const HAS_METALLIC_ROUGHNESS: u32 = 2u;
const HAS_NORMAL: u32 = 4u;
const HAS_OCCLUSION: u32 = 8u;
const HAS_EMISSIVE: u32 = 16u;
const UNLIT: u32 = 0x100000u;
const DOUBLE_SIDED: u32 = 0x200000u;
const IGNORE_ALPHA: u32 = 0x400000u;

@group(1) @binding(0) var<uniform> material: Material;
@group(1) @binding(1) var base_color_map: texture_2d<f32>;
@group(1) @binding(2) var base_color_sampler: sampler;
@group(1) @binding(3) var metallic_roughness_map: texture_2d<f32>;
@group(1) @binding(4) var metallic_roughness_sampler: sampler;
@group(1) @binding(5) var normal_map: texture_2d<f32>;
@group(1) @binding(6) var normal_sampler: sampler;
@group(1) @binding(7) var occlusion_map: texture_2d<f32>;
@group(1) @binding(8) var occlusion_sampler: sampler;
@group(1) @binding(9) var emissive_map: texture_2d<f32>;
@group(1) @binding(10) var emissive_sampler: sampler;

// 1 where texels of the base colour are at most half as large as pixels, 0 where they are as large.
fn base_color_minification(uv: vec4<f32>) -> f32 {
    let texels = fwidth(coordinates(0u, uv) * vec2<f32>(textureDimensions(base_color_map)));
    return select(0.0, clamp(0.5 * log2(max(texels.x * texels.y, 1e-6)), 0.0, 1.0), has(HAS_BASE_COLOR));
}

fn base_color(uv: vec4<f32>, vertex_color: vec4<f32>) -> vec4<f32> {
    var color = material.base_color * vertex_color;
    if has(HAS_BASE_COLOR) {
        color *= textureSample(base_color_map, base_color_sampler, coordinates(0u, uv));
    }
    return color;
}
