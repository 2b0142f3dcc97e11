// Toon shading after VRMC_materials_mtoon 1.0 (VRM Consortium, 2022), lit by the sun and the sky. Instead of tone
// mapping, which would turn white faces grey, the lights are scaled so that fully lit surfaces show their colour as
// painted.

// Whether the outline is drawn instead of the surface.
override OUTLINE: bool = false;

// Share of lit colour against shade, 0 to 1. `cosine` is between normal and direction to the sun, `visible` the share
// of the sun's light that reaches the surface.
fn lit_share(cosine: f32, shift: f32, visible: f32) -> f32 {
    let ramp = cosine + shift;
    // A hard edge stays a pixel wide.
    let half_width = max(1.0 - material.shading.x, clamp(fwidth(ramp) * 0.5, 1e-4, 0.25));
    return clamp(ramp / (2.0 * half_width) + 0.5, 0.0, 1.0) * visible;
}

// Matcap texture: the image of a lit ball, sampled where the ball has the same normal.
fn matcap(normal: vec3<f32>, to_eye: vec3<f32>) -> vec3<f32> {
    // From straight above, the right direction is arbitrary.
    let level = vec3<f32>(to_eye.z, 0.0, -to_eye.x);
    let right = select(vec3<f32>(1.0, 0.0, 0.0), normalize(level), dot(level, level) > 1e-12);
    let up = cross(to_eye, right);
    let uv = vec2<f32>(dot(right, normal), -dot(up, normal)) * 0.495 + 0.5;
    // The matcap ignores the UV set that the file names.
    return textureSample(matcap_map, matcap_sampler, coordinates(5u, uv.xyxy)).rgb * material.matcap.rgb;
}

fn rim_light(normal: vec3<f32>, to_eye: vec3<f32>, uv: vec4<f32>, light: vec3<f32>) -> vec3<f32> {
    let edge = clamp(1.0 - dot(normal, to_eye) + material.lighting_mix.x, 0.0, 1.0);
    // pow(0, 0) is undefined.
    var rim = material.rim.rgb * pow(max(edge, 1e-6), max(material.rim.w, 1e-5));
    if has(HAS_MATCAP) {
        rim += matcap(normal, to_eye);
    }
    if has(HAS_RIM) {
        rim *= textureSample(rim_map, rim_sampler, coordinates(6u, uv)).rgb;
    }
    return rim * mix(vec3<f32>(1.0), light, material.lighting_mix.y);
}

fn toon_color(
    in: Varying,
    uv: vec4<f32>,
    unwrinkled: vec3<f32>,
    front: bool,
    wrinkle: WrinkleSample,
) -> vec3<f32> {
    let base = unwrinkled * wrinkle.color;
    let to_eye = normalize(frame.eye.xyz - in.world);
    let face = face_normal(in, to_eye, front || OUTLINE);
    var normal = face;
    // The vertices' tangents do not rotate with the texture coordinates.
    let use_tangents = material.uv_animation.z == 0.0;
    if has(HAS_NORMAL) {
        let at = coordinates(3u, uv);
        let texel = textureSample(normal_map, normal_sampler, at).xyz * 2.0 - 1.0;
        if wrinkles.counts.x == 0u {
            normal = mapped_normal(in, face, texel, material.shading.w, at, use_tangents);
        } else {
            normal = wrinkled_normal(in, face, true, texel, material.shading.w, at, use_tangents, wrinkle);
        }
    } else if wrinkles.counts.x != 0u {
        normal = wrinkled_normal(in, face, false, face, 1.0, coordinates(0u, uv), use_tangents, wrinkle);
    }
    if is_debug_view() && !OUTLINE {
        return debug_color(in, face, normal, coordinates(0u, uv));
    }
    var shift = material.shade.w;
    if has(HAS_SHIFT) {
        shift += textureSample(shift_map, shift_sampler, coordinates(2u, uv)).r * material.shading.y;
    }
    var shade = material.shade.rgb;
    if has(HAS_SHADE) {
        shade *= textureSample(shade_map, shade_sampler, coordinates(1u, uv)).rgb;
    }
    shade *= wrinkle.color;
    var emissive = material.emissive.rgb;
    if has(HAS_EMISSIVE) {
        emissive *= textureSample(emissive_map, emissive_sampler, coordinates(4u, uv)).rgb;
    }

    if shading() == SHADING_VERTEX && !OUTLINE {
        return clamp(base * in.light.rgb + emissive, vec3<f32>(0.0), vec3<f32>(1.0));
    }
    // Self-shadowing begins triangle by triangle where a surface turns away from the light; there the shading alone
    // decides.
    let faced = smoothstep(0.0, 0.2, dot(face, direction_to_caster(in.world)));
    let visible = mix(1.0, light_visibility(in.world, face, in.clip.xy), faced);
    let sun = frame.toon_sun.rgb;
    let sunlit = lit_share(dot(normal, frame.direction_to_sun.xyz), shift, sun_share(visible));
    var direct = sun;
    var lit = mix(shade, base, sunlit) * sun;
    for (var i = 0; i < light_count(); i++) {
        let incoming = light_at(i, in.world);
        let light = incoming.color * (frame.toon_sky.w * 0.31830989);
        let arriving = select(1.0, visible, casts_shadows(i));
        lit += mix(shade, base, lit_share(dot(normal, incoming.direction), shift, arriving)) * light;
        direct += light;
    }
    let around = mix(irradiance(normal) * frame.toon_sky.w, frame.toon_sky.rgb, material.shading.z);
    var color = lit + base * around;
    color += rim_light(normal, to_eye, uv, direct + around) + emissive;
    if OUTLINE {
        color = material.outline.rgb * mix(vec3<f32>(1.0), color, material.lighting_mix.z);
    }
    // Colours brighter than white would leave jagged edges when samples are resolved.
    return clamp(color, vec3<f32>(0.0), vec3<f32>(1.0));
}

fn toon_surface(in: Varying, counter_clockwise: bool) -> vec4<f32> {
    let front = counter_clockwise == (in.mirror_sign > 0.0);
    let uv = animated(in.uv);
    var color = base_color_at(uv);
    let alpha = color.a;
    let softness = max(fwidth(alpha), 1e-4);
    if ALPHA != 3u || has(IGNORE_ALPHA) {
        color.a = 1.0;
    }
    let wrinkle = wrinkle_sample(coordinates(0u, uv), in.strain);
    let out = vec4<f32>(toon_color(in, uv, color.rgb, front, wrinkle) * color.a, color.a);
    // An outline consists of back faces only.
    let culled = select(!front && !has(DOUBLE_SIDED), front, OUTLINE);
    return apply_alpha(out, alpha, softness, 0.0, culled);
}

@fragment
fn toon_fragment(in: Varying, @builtin(front_facing) counter_clockwise: bool) -> @location(0) vec4<f32> {
    return toon_surface(in, counter_clockwise);
}

// The same with the samples that the alpha covers.
@fragment
fn toon_covered_fragment(in: Varying, @builtin(front_facing) counter_clockwise: bool) -> Covered {
    return covered(toon_surface(in, counter_clockwise), in.clip);
}
