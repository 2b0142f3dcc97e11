// Material without layers.

fn layered_surface(in: Varying, surface: Surface, front: bool) -> Surface {
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
