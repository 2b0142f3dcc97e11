// Metallic-roughness or unlit material without layers. `Material` has the same layout as `PbrUniform` in
// model/pbr_uniform.rs.

struct Material {
    base_color: vec4<f32>,
    // w: alpha cutoff.
    emissive: vec4<f32>,
    // Metallic, roughness, normal scale, occlusion strength.
    surface: vec4<f32>,
    // Colour of the dielectric reflection at normal incidence; w: its strength.
    specular: vec4<f32>,
    flags: vec4<u32>,
    // Texture coordinate transforms, two rows for each of base colour, metallic-roughness, normal, occlusion, emission.
    uv_rows: array<vec4<f32>, 10>,
}
