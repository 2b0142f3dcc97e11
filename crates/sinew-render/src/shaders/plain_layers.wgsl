// Material without layers.

fn layered_surface(in: Varying, surface: Surface) -> Surface {
    return surface;
}

fn layered_light(
    in: Varying,
    s: Surface,
    light: Light,
    emissive: vec3<f32>,
    metallic: f32,
    visible: f32,
) -> vec4<f32> {
    return vec4<f32>(tone_mapped(light.diffuse + light.specular + emissive), 1.0);
}

// Share of a light from `l` that leaves a surface again, where `visible` of it arrives.
fn diffuse_share(s: Surface, l: vec3<f32>, visible: f32) -> vec3<f32> {
    return vec3<f32>(max(dot(s.matt_normal, l), 0.0) * visible);
}

// Texture coordinates of what is seen.
fn behind_cornea(in: Varying, uv: vec4<f32>) -> vec4<f32> {
    return uv;
}

fn shows_strands() -> bool {
    return false;
}

fn seen_alpha(in: Varying, alpha: f32) -> f32 {
    return alpha;
}
