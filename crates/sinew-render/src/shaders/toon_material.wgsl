// Toon material and its textures (VRMC_materials_mtoon 1.0). `Material` has the same layout as `ToonUniform` in
// model/toon_uniform.rs.

struct Material {
    base_color: vec4<f32>,
    // w: alpha cutoff.
    emissive: vec4<f32>,
    // w: shading shift.
    shade: vec4<f32>,
    // Shading toony, scale of the shading shift texture, GI equalization, normal scale.
    shading: vec4<f32>,
    matcap: vec4<f32>,
    // w: fresnel power.
    rim: vec4<f32>,
    // w: width in metres, or in image heights.
    outline: vec4<f32>,
    // Rim lift; lighting mix of the rim and of the outline.
    lighting_mix: vec4<f32>,
    // Scroll of u and v per second, rotation in radians per second.
    uv_animation: vec4<f32>,
    flags: vec4<u32>,
    // Texture coordinate transforms, two rows for each of base colour, shade, shading shift, normal, emission, matcap,
    // rim, outline width, UV animation mask.
    uv_rows: array<vec4<f32>, 18>,
}

const HAS_BASE_COLOR: u32 = 1u;
const HAS_SHADE: u32 = 2u;
const HAS_SHIFT: u32 = 4u;
const HAS_NORMAL: u32 = 8u;
const HAS_EMISSIVE: u32 = 16u;
const HAS_MATCAP: u32 = 32u;
const HAS_RIM: u32 = 64u;
const HAS_OUTLINE_WIDTH: u32 = 128u;
const HAS_ANIMATION_MASK: u32 = 256u;
const DOUBLE_SIDED: u32 = 512u;
const IGNORE_ALPHA: u32 = 1024u;
const SCREEN_OUTLINE: u32 = 2048u;

@group(1) @binding(0) var<uniform> material: Material;
@group(1) @binding(1) var base_color_map: texture_2d<f32>;
@group(1) @binding(2) var base_color_sampler: sampler;
@group(1) @binding(3) var shade_map: texture_2d<f32>;
@group(1) @binding(4) var shade_sampler: sampler;
@group(1) @binding(5) var shift_map: texture_2d<f32>;
@group(1) @binding(6) var shift_sampler: sampler;
@group(1) @binding(7) var normal_map: texture_2d<f32>;
@group(1) @binding(8) var normal_sampler: sampler;
@group(1) @binding(9) var emissive_map: texture_2d<f32>;
@group(1) @binding(10) var emissive_sampler: sampler;
@group(1) @binding(11) var matcap_map: texture_2d<f32>;
@group(1) @binding(12) var matcap_sampler: sampler;
@group(1) @binding(13) var rim_map: texture_2d<f32>;
@group(1) @binding(14) var rim_sampler: sampler;
@group(1) @binding(15) var outline_width_map: texture_2d<f32>;
@group(1) @binding(16) var outline_width_sampler: sampler;
@group(1) @binding(17) var animation_mask_map: texture_2d<f32>;
@group(1) @binding(18) var animation_mask_sampler: sampler;

// Both UV sets in `uv`, animated by the time: rotated about the middle, then scrolled. `mask` is the animation's
// strength.
fn animated_by(uv: vec4<f32>, mask: f32) -> vec4<f32> {
    let change = material.uv_animation.xyz * (frame.toon_sun.w * mask);
    let c = cos(change.z);
    let s = sin(change.z);
    let p = uv - 0.5;
    let rotated = vec4<f32>(c * p.x + s * p.y, c * p.y - s * p.x, c * p.z + s * p.w, c * p.w - s * p.z);
    return rotated + 0.5 + change.xyxy;
}

// Both UV sets in `uv`, animated by the time as far as the mask texture allows.
fn animated(uv: vec4<f32>) -> vec4<f32> {
    var mask = 1.0;
    if has(HAS_ANIMATION_MASK) {
        mask = textureSample(animation_mask_map, animation_mask_sampler, coordinates(8u, uv)).b;
    }
    return animated_by(uv, mask);
}

// Base colour at animated coordinates.
fn base_color_at(uv: vec4<f32>) -> vec4<f32> {
    var color = material.base_color;
    if has(HAS_BASE_COLOR) {
        color *= textureSample(base_color_map, base_color_sampler, coordinates(0u, uv));
    }
    return color;
}

// The extension ignores vertex colours.
fn base_color(uv: vec4<f32>, vertex_color: vec4<f32>) -> vec4<f32> {
    return base_color_at(animated(uv));
}
