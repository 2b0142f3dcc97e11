// Scattering of light by a strand.
//
// Marschner: reflection R, transmission TT and inner reflection TRT (S. Marschner and others, *Light Scattering from Human Hair Fibers*, 2003) with the
// fits of B. Karis, *Physically Based Hair Shading in Unreal*, 2016, after E. d'Eon and others, *An Energy-Conserving Hair Reflectance Model*, 2011.
// Kajiya: two shifted highlights (T. Scheuermann, *Practical Real-Time Hair Rendering and Shading*, 2004) over the diffuse light of
// J. Kajiya and T. Kay, *Rendering Fur with Three Dimensional Textures*, 1989.

// Index of refraction of hair.
const REFRACTION: f32 = 1.55;

fn hair_fresnel(cosine: f32) -> f32 {
    let f0 = (1.0 - REFRACTION) * (1.0 - REFRACTION) / ((1.0 + REFRACTION) * (1.0 + REFRACTION));
    return f0 + (1.0 - f0) * pow(1.0 - clamp(cosine, 0.0, 1.0), 5.0);
}

fn gaussian(width: f32, x: f32) -> f32 {
    return exp(-0.5 * x * x / (width * width)) / (2.5066283 * width);
}

// Light towards `v` of a strand along `t`, root to tip, per irradiance from `l`, all unit vectors. `color` is that of the fibre.
fn marschner(t: vec3<f32>, v: vec3<f32>, l: vec3<f32>, color: vec3<f32>, roughness: f32, shift: f32) -> vec3<f32> {
    let sin_v = clamp(dot(t, v), -0.999, 0.999);
    let sin_l = clamp(dot(t, l), -0.999, 0.999);
    // Cosine of half the difference of the inclinations.
    let cos_v = sqrt(1.0 - sin_v * sin_v);
    let cos_l = sqrt(1.0 - sin_l * sin_l);
    let cos_d = clamp(sqrt(0.5 + 0.5 * (cos_v * cos_l + sin_v * sin_l)), 0.2, 1.0);
    // Azimuth between light and eye.
    let cos_phi = clamp(dot(v - t * sin_v, l - t * sin_l) / max(cos_v * cos_l, 1e-4), -1.0, 1.0);
    let cos_half = sqrt(clamp(0.5 + 0.5 * cos_phi, 0.0, 1.0));
    let width = roughness * roughness;
    let sum = sin_v + sin_l;

    // R: the scales turn it towards the root.
    let away = 2.0 * sin(-shift) * (cos(shift) * cos_half * cos_v + sin(-shift) * sin_v);
    let r_width = max(width * 1.4142136 * cos_half, 0.02);
    let r = gaussian(r_width, sum - away) * 0.25 * cos_half * hair_fresnel(sqrt(clamp(0.5 + 0.5 * dot(v, l), 0.0, 1.0)));

    // TT: through the fibre.
    let bent = 1.19 / cos_d + 0.36 * cos_d;
    let h = cos_half * (1.0 + (0.6 - 0.8 * cos_phi) / bent);
    let through = 1.0 - hair_fresnel(cos_d * sqrt(clamp(1.0 - h * h, 0.0, 1.0)));
    let tt_path = 0.5 * sqrt(max(1.0 - h * h / (bent * bent), 0.0)) / cos_d;
    let tt_color = pow(color, vec3<f32>(tt_path));
    let tt = tt_color * (gaussian(max(width * 0.5, 0.02), sum - shift) * exp(-3.65 * cos_phi - 3.98) * through * through);

    // TRT: reflected at the far side.
    let inner = hair_fresnel(cos_d * 0.5);
    let trt_color = pow(color, vec3<f32>(0.8 / cos_d));
    let trt_width = max(width * 2.0, 0.04);
    let trt = trt_color * (gaussian(trt_width, sum - 3.0 * shift) * exp(17.0 * cos_phi - 16.78) * (1.0 - inner) * (1.0 - inner) * inner);
    return vec3<f32>(r) + tt + trt;
}

// Two highlights, the first white and nearer to the root, the second in the colour of the hair and wider.
fn shifted_lobes(t: vec3<f32>, v: vec3<f32>, l: vec3<f32>, color: vec3<f32>, roughness: f32, shift: f32) -> vec3<f32> {
    let half_vector = l + v;
    let h = half_vector * inverseSqrt(max(dot(half_vector, half_vector), 1e-8));
    let sin_h = dot(t, h);
    let width = roughness * roughness;
    // Inclination of the half vector from the plane across the strand, against that of the tilted strand.
    let first = gaussian(max(width * 0.7071, 0.02), sin_h + shift);
    let second = gaussian(max(width * 1.4142, 0.04), sin_h - 1.5 * shift);
    let side = sqrt(max(1.0 - dot(t, l) * dot(t, l), 0.0));
    let facing = smoothstep(-0.6, 0.4, dot(v, l));
    return (vec3<f32>(0.046 * first) + color * (0.12 * second)) * (side * facing * 0.25);
}

// Diffuse light per irradiance from `l`: light that several strands have scattered.
fn scattered(t: vec3<f32>, v: vec3<f32>, l: vec3<f32>, color: vec3<f32>) -> vec3<f32> {
    let across = sqrt(max(1.0 - dot(t, l) * dot(t, l), 0.0));
    // The strands around take the place of a surface that faces the eye.
    let facing = v - t * dot(v, t);
    let n = facing * inverseSqrt(max(dot(facing, facing), 1e-6));
    let wrapped = clamp((dot(n, l) + 1.0) * 0.25, 0.0, 1.0);
    return color * (mix(wrapped, across, 0.33) * 0.31830989);
}
