// Stand-in for wrinkles.wgsl and area_strain.wgsl, where a device has too few textures for toon materials with wrinkles.

struct Wrinkles {
    // No layers.
    counts: vec4<u32>,
}

var<private> wrinkles: Wrinkles;

struct WrinkleSample {
    normal: vec3<f32>,
    is_bent: bool,
    occlusion: f32,
    roughness: f32,
    color: vec3<f32>,
}

fn wrinkle_strain(index: u32, rest: vec3<f32>) -> f32 {
    return 0.0;
}

fn wrinkle_sample(uv: vec2<f32>, strain: f32) -> WrinkleSample {
    return WrinkleSample(vec3<f32>(0.0, 0.0, 1.0), false, 1.0, 0.0, vec3<f32>(1.0));
}

fn wrinkled_normal(
    in: Varying,
    face: vec3<f32>,
    has_map: bool,
    texel: vec3<f32>,
    scale: f32,
    uv: vec2<f32>,
    use_tangents: bool,
    sample: WrinkleSample,
) -> vec3<f32> {
    return face;
}
