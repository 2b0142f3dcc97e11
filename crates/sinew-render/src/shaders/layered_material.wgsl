// Metallic-roughness material with layers: coats, cloth, films, glass. `Material` has the same layout as `LayeredUniform`
// in model/layered_uniform.rs; it begins as that without layers.

struct Material {
    base_color: vec4<f32>,
    // w: alpha cutoff.
    emissive: vec4<f32>,
    // Metallic, roughness, normal scale, occlusion strength.
    surface: vec4<f32>,
    // Colour of the dielectric reflection at normal incidence; w: its strength.
    specular: vec4<f32>,
    flags: vec4<u32>,
    // Colour; w: roughness.
    sheen: vec4<f32>,
    // Strength, roughness, normal scale; w: share of light that is transmitted.
    clearcoat: vec4<f32>,
    // Iridescence: strength, index of refraction, thickness at 0 and at 1 of its texture in nanometres.
    film: vec4<f32>,
    // Colour of white light after the distance of which w is the inverse.
    attenuation: vec4<f32>,
    // Index of refraction, dispersion, thickness.
    medium: vec4<f32>,
    // Cosine and sine of the direction of anisotropy, its strength.
    anisotropy: vec4<f32>,
    // Texture coordinate transforms, two rows for each texture slot.
    uv_rows: array<vec4<f32>, 34>,
}
