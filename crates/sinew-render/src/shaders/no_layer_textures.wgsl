// Textures of the layers of a material on devices that cannot bind as many: there are none.

fn specular_texel(uv: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(1.0);
}

fn specular_color_texel(uv: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(1.0);
}

fn clearcoat_texel(uv: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(1.0);
}

fn clearcoat_roughness_texel(uv: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(1.0);
}

fn clearcoat_normal_texel(uv: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(1.0);
}

fn sheen_color_texel(uv: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(1.0);
}

fn sheen_roughness_texel(uv: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(1.0);
}

fn transmission_texel(uv: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(1.0);
}

fn thickness_texel(uv: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(1.0);
}

fn iridescence_texel(uv: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(1.0);
}

fn iridescence_thickness_texel(uv: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(1.0);
}

fn anisotropy_texel(uv: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(1.0);
}
