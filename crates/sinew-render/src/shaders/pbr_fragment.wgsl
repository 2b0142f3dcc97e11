// Metallic-roughness shading. Sun: GGX with height-correlated Smith visibility (Heitz 2014) and Lambert, as in
// appendix B of the glTF 2.0 specification. Reflection of the sky: split sum with Lazarov's fit (Karis, *Physically
// Based Shading on Mobile*, 2014). Sheen: Estevez and Kulla (2017) with Neubelt's visibility.

struct Surface {
    position: vec3<f32>,
    normal: vec3<f32>,
    // Normal without the normal map, turned towards the camera.
    face: vec3<f32>,
    to_eye: vec3<f32>,
    diffuse: vec3<f32>,
    f0: vec3<f32>,
    f90: f32,
    roughness: f32,
    occlusion: f32,
}

fn shading_normal(in: Varying, face: vec3<f32>, wrinkle: WrinkleSample) -> vec3<f32> {
    if !has(HAS_NORMAL) {
        if wrinkles.counts.x == 0u {
            return face;
        }
        return wrinkled_normal(in, face, false, face, 1.0, coordinates(0u, in.uv), true, wrinkle);
    }
    let uv = coordinates(2u, in.uv);
    let texel = textureSample(normal_map, normal_sampler, uv).xyz * 2.0 - 1.0;
    if wrinkles.counts.x == 0u {
        return mapped_normal(in, face, texel, material.surface.z, uv, true);
    }
    return wrinkled_normal(in, face, true, texel, material.surface.z, uv, true, wrinkle);
}

fn ggx(n_h: f32, alpha: f32) -> f32 {
    let a2 = alpha * alpha;
    let f = (n_h * a2 - n_h) * n_h + 1.0;
    return a2 / (3.14159265 * f * f);
}

fn smith(n_l: f32, n_v: f32, alpha: f32) -> f32 {
    let a2 = alpha * alpha;
    let v = n_l * sqrt(n_v * n_v * (1.0 - a2) + a2);
    let l = n_v * sqrt(n_l * n_l * (1.0 - a2) + a2);
    return 0.5 / max(v + l, 1e-5);
}

fn schlick(f0: vec3<f32>, f90: f32, cosine: f32) -> vec3<f32> {
    return f0 + (vec3<f32>(f90) - f0) * pow(1.0 - cosine, 5.0);
}

// Scale and bias on f0 for the reflection of the sky.
fn environment_brdf(roughness: f32, n_v: f32) -> vec2<f32> {
    let r = roughness * vec4<f32>(-1.0, -0.0275, -0.572, 0.022) + vec4<f32>(1.0, 0.0425, 1.04, -0.04);
    let a = min(r.x * r.x, exp2(-9.28 * n_v)) * r.x + r.y;
    return vec2<f32>(-1.04, 1.04) * a + r.zw;
}

struct Light {
    diffuse: vec3<f32>,
    specular: vec3<f32>,
}

fn sun_light(s: Surface, visible: f32) -> Light {
    let l = frame.direction_to_sun.xyz;
    let h = normalize(l + s.to_eye);
    let n_l = clamp(dot(s.normal, l), 0.0, 1.0);
    let n_v = max(dot(s.normal, s.to_eye), 1e-3);
    let n_h = clamp(dot(s.normal, h), 0.0, 1.0);
    let v_h = clamp(dot(s.to_eye, h), 0.0, 1.0);
    let alpha = s.roughness * s.roughness;
    let fresnel = schlick(s.f0, s.f90, v_h);
    let light = frame.sun_color.rgb * (n_l * visible);
    let specular = fresnel * (ggx(n_h, alpha) * smith(n_l, n_v, alpha));
    return Light(s.diffuse * (vec3<f32>(1.0) - fresnel) * light * 0.31830989, specular * light);
}

fn sky_light(s: Surface) -> Light {
    let n_v = clamp(dot(s.normal, s.to_eye), 0.0, 1.0);
    let ab = environment_brdf(s.roughness, n_v);
    let single = s.f0 * ab.x + s.f90 * ab.y;
    // Light that leaves the surface after several bounces (Fdez-Agüera, *A Multiple-Scattering Microfacet Model for
    // Real-Time Image-based Lighting*, 2019).
    let missing = 1.0 - (ab.x + ab.y);
    let average = s.f0 + (1.0 - s.f0) / 21.0;
    let multiple = single * average / (vec3<f32>(1.0) - average * missing) * missing;
    let r = reflect(-s.to_eye, s.normal);
    // Reflections that point below the geometric surface fade out.
    let horizon = clamp(1.0 + dot(r, s.face), 0.0, 1.0);
    // Lagarde and de Rousiers, *Moving Frostbite to Physically Based Rendering*, 2014.
    let occlusion =
        clamp(pow(n_v + s.occlusion, exp2(-16.0 * s.roughness - 1.0)) - 1.0 + s.occlusion, 0.0, 1.0);
    let around = irradiance(s.normal);
    let specular = reflected_sky(r, s.roughness) * single * (horizon * horizon * occlusion)
        + around * multiple * s.occlusion;
    return Light(around * s.diffuse * (vec3<f32>(1.0) - single - multiple) * s.occlusion, specular);
}

// Diffuse light of the fill light, where the sun does not reach.
fn fill_light(s: Surface, visible: f32) -> vec3<f32> {
    let sunlit = clamp(dot(s.normal, frame.direction_to_sun.xyz), 0.0, 1.0) * visible;
    let facing = clamp(dot(s.normal, frame.fill_light.xyz), 0.0, 1.0);
    return s.diffuse * (frame.fill_light.w * facing * (1.0 - sunlit) * s.occlusion);
}

// Roughness including normals that vary within a pixel, which widen the highlight (Tokuyoshi and Kaplanyan, *Improved
// Geometric Specular Antialiasing*, 2019).
fn filtered_roughness(roughness: f32, normal: vec3<f32>) -> f32 {
    let x = dpdx(normal);
    let y = dpdy(normal);
    let variance = 0.25 * (dot(x, x) + dot(y, y));
    let alpha = roughness * roughness;
    return sqrt(sqrt(clamp(alpha * alpha + min(2.0 * variance, 0.18), 0.0, 1.0)));
}

fn sheen(s: Surface, visible: f32) -> vec3<f32> {
    let alpha = max(material.sheen.w * material.sheen.w, 0.01);
    let l = frame.direction_to_sun.xyz;
    let h = normalize(l + s.to_eye);
    let n_l = clamp(dot(s.normal, l), 0.0, 1.0);
    let n_v = clamp(dot(s.normal, s.to_eye), 1e-3, 1.0);
    let n_h = clamp(dot(s.normal, h), 0.0, 1.0);
    let d = (2.0 + 1.0 / alpha) * pow(1.0 - n_h * n_h, 0.5 / alpha) * 0.15915494;
    let v = 1.0 / (4.0 * max(n_l + n_v - n_l * n_v, 1e-3));
    let around = irradiance(s.normal) * s.occlusion * pow(1.0 - n_v, mix(5.0, 2.0, material.sheen.w)) * 0.5;
    return material.sheen.rgb * (frame.sun_color.rgb * (d * v * n_l * visible) + around);
}

fn lit(in: Varying, color: vec4<f32>, front: bool, wrinkle: WrinkleSample) -> vec4<f32> {
    let to_eye = normalize(frame.eye.xyz - in.world);
    let face = face_normal(in, to_eye, front);
    let normal = shading_normal(in, face, wrinkle);

    var metallic = material.surface.x;
    var roughness = material.surface.y;
    if has(HAS_METALLIC_ROUGHNESS) {
        let texel = textureSample(metallic_roughness_map, metallic_roughness_sampler, coordinates(1u, in.uv));
        metallic *= texel.b;
        roughness *= texel.g;
    }
    var occlusion = 1.0;
    if has(HAS_OCCLUSION) {
        let texel = textureSample(occlusion_map, occlusion_sampler, coordinates(3u, in.uv)).r;
        occlusion = 1.0 + material.surface.w * (texel - 1.0);
    }
    roughness += wrinkle.roughness;
    occlusion *= wrinkle.occlusion;
    var emissive = material.emissive.rgb;
    if has(HAS_EMISSIVE) {
        emissive *= textureSample(emissive_map, emissive_sampler, coordinates(4u, in.uv)).rgb;
    }
    metallic = clamp(metallic, 0.0, 1.0);
    roughness = clamp(roughness, 0.045, 1.0);

    var s: Surface;
    s.position = in.world;
    s.normal = normal;
    s.face = face;
    s.to_eye = to_eye;
    let dielectric = min(material.specular.rgb, vec3<f32>(1.0)) * material.specular.w;
    s.f0 = mix(dielectric, color.rgb, metallic);
    s.f90 = mix(material.specular.w, 1.0, metallic);
    s.diffuse = color.rgb * (1.0 - metallic);
    s.roughness = filtered_roughness(roughness, normal);
    s.occlusion = occlusion;

    if shading() == SHADING_VERTEX {
        let reflected = s.f0 * frame.sun_color.rgb * in.light.w;
        let mapped = tone_mapped(s.diffuse * in.light.rgb * occlusion + reflected + emissive);
        return vec4<f32>(mapped * color.a, color.a);
    }

    let visible = sun_visibility(in.world, face, in.clip.xy);
    let sun = sun_light(s, visible);
    let around = sky_light(s);
    var diffuse = sun.diffuse + around.diffuse + fill_light(s, visible);
    var specular = sun.specular + around.specular + emissive;
    if has(HAS_SHEEN) {
        specular += sheen(s, visible);
    }
    if material.clearcoat.x > 0.0 {
        var coat = s;
        coat.normal = face;
        coat.diffuse = vec3<f32>(0.0);
        coat.f0 = vec3<f32>(0.04);
        coat.f90 = 1.0;
        coat.roughness = filtered_roughness(clamp(material.clearcoat.y, 0.045, 1.0), face);
        let kept = 1.0 - material.clearcoat.x * schlick(coat.f0, 1.0, clamp(dot(face, to_eye), 0.0, 1.0)).x;
        diffuse *= kept;
        specular *= kept;
        specular += (sun_light(coat, visible).specular + sky_light(coat).specular) * material.clearcoat.x;
    }
    // Transmission replaces diffuse light by the light from behind; reflections stay.
    let through = material.clearcoat.z * (1.0 - metallic) * 0.9;
    let alpha = color.a * (1.0 - through);
    let mapped = tone_mapped(diffuse * (1.0 - through) + specular);
    return vec4<f32>(mapped * color.a, alpha);
}

@fragment
fn pbr_fragment(in: Varying, @builtin(front_facing) counter_clockwise: bool) -> @location(0) vec4<f32> {
    let front = counter_clockwise == (in.mirror_sign > 0.0);
    var color = base_color(in.uv, in.color);
    let alpha = color.a;
    let wrinkle = wrinkle_sample(coordinates(0u, in.uv), in.strain);
    color = vec4<f32>(color.rgb * wrinkle.color, color.a);
    let softness = max(fwidth(alpha), 1e-4);
    if ALPHA != 3u || has(IGNORE_ALPHA) {
        color.a = 1.0;
    }
    var out: vec4<f32>;
    if is_debug_view() {
        let face = face_normal(in, normalize(frame.eye.xyz - in.world), front);
        let shown = debug_color(in, face, shading_normal(in, face, wrinkle), coordinates(0u, in.uv));
        out = vec4<f32>(shown * color.a, color.a);
    } else if has(UNLIT) {
        out = vec4<f32>(color.rgb * color.a, color.a);
    } else {
        out = lit(in, color, front, wrinkle);
    }
    return apply_alpha(out, alpha, softness, !front && !has(DOUBLE_SIDED));
}
