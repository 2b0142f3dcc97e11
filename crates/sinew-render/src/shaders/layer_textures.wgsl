// Textures of the layers of a material. All are read with the sampler of the first of them. Each function gives white,
// which changes nothing, where the material has no such texture.

@group(1) @binding(11) var specular_map: texture_2d<f32>;
@group(1) @binding(12) var specular_color_map: texture_2d<f32>;
@group(1) @binding(13) var clearcoat_map: texture_2d<f32>;
@group(1) @binding(14) var clearcoat_roughness_map: texture_2d<f32>;
@group(1) @binding(15) var clearcoat_normal_map: texture_2d<f32>;
@group(1) @binding(16) var sheen_color_map: texture_2d<f32>;
@group(1) @binding(17) var sheen_roughness_map: texture_2d<f32>;
@group(1) @binding(18) var transmission_map: texture_2d<f32>;
@group(1) @binding(19) var thickness_map: texture_2d<f32>;
@group(1) @binding(20) var iridescence_map: texture_2d<f32>;
@group(1) @binding(21) var iridescence_thickness_map: texture_2d<f32>;
@group(1) @binding(22) var anisotropy_map: texture_2d<f32>;
@group(1) @binding(23) var layer_sampler: sampler;

fn specular_texel(uv: vec4<f32>) -> vec4<f32> {
    if !has(32u) {
        return vec4<f32>(1.0);
    }
    return textureSample(specular_map, layer_sampler, coordinates(5u, uv));
}

fn specular_color_texel(uv: vec4<f32>) -> vec4<f32> {
    if !has(64u) {
        return vec4<f32>(1.0);
    }
    return textureSample(specular_color_map, layer_sampler, coordinates(6u, uv));
}

fn clearcoat_texel(uv: vec4<f32>) -> vec4<f32> {
    if !has(128u) {
        return vec4<f32>(1.0);
    }
    return textureSample(clearcoat_map, layer_sampler, coordinates(7u, uv));
}

fn clearcoat_roughness_texel(uv: vec4<f32>) -> vec4<f32> {
    if !has(256u) {
        return vec4<f32>(1.0);
    }
    return textureSample(clearcoat_roughness_map, layer_sampler, coordinates(8u, uv));
}

fn clearcoat_normal_texel(uv: vec4<f32>) -> vec4<f32> {
    if !has(512u) {
        return vec4<f32>(1.0);
    }
    return textureSample(clearcoat_normal_map, layer_sampler, coordinates(9u, uv));
}

fn sheen_color_texel(uv: vec4<f32>) -> vec4<f32> {
    if !has(1024u) {
        return vec4<f32>(1.0);
    }
    return textureSample(sheen_color_map, layer_sampler, coordinates(10u, uv));
}

fn sheen_roughness_texel(uv: vec4<f32>) -> vec4<f32> {
    if !has(2048u) {
        return vec4<f32>(1.0);
    }
    return textureSample(sheen_roughness_map, layer_sampler, coordinates(11u, uv));
}

fn transmission_texel(uv: vec4<f32>) -> vec4<f32> {
    if !has(4096u) {
        return vec4<f32>(1.0);
    }
    return textureSample(transmission_map, layer_sampler, coordinates(12u, uv));
}

fn thickness_texel(uv: vec4<f32>) -> vec4<f32> {
    if !has(8192u) {
        return vec4<f32>(1.0);
    }
    return textureSample(thickness_map, layer_sampler, coordinates(13u, uv));
}

fn iridescence_texel(uv: vec4<f32>) -> vec4<f32> {
    if !has(16384u) {
        return vec4<f32>(1.0);
    }
    return textureSample(iridescence_map, layer_sampler, coordinates(14u, uv));
}

fn iridescence_thickness_texel(uv: vec4<f32>) -> vec4<f32> {
    if !has(32768u) {
        return vec4<f32>(1.0);
    }
    return textureSample(iridescence_thickness_map, layer_sampler, coordinates(15u, uv));
}

fn anisotropy_texel(uv: vec4<f32>) -> vec4<f32> {
    if !has(65536u) {
        return vec4<f32>(1.0);
    }
    return textureSample(anisotropy_map, layer_sampler, coordinates(16u, uv));
}
