// Metallic-roughness shading: from the textures of a material to the light of a surface and its layers.

struct MappedNormal {
    normal: vec3<f32>,
    // Length of the texel of the normal map; 1 without one.
    map_length: f32,
}

fn mapped_shading_normal(in: Varying, face: vec3<f32>, wrinkle: WrinkleSample) -> MappedNormal {
    if !has(HAS_NORMAL) {
        if wrinkles.counts.x == 0u {
            return MappedNormal(face, 1.0);
        }
        let bent = wrinkled_normal(in, face, false, face, 1.0, coordinates(0u, in.uv), true, wrinkle);
        return MappedNormal(bent, 1.0);
    }
    let uv = coordinates(2u, in.uv);
    let texel = textureSample(normal_map, normal_sampler, uv).xyz * 2.0 - 1.0;
    let map_length = min(length(texel), 1.0);
    if wrinkles.counts.x == 0u {
        return MappedNormal(mapped_normal(in, face, texel, material.surface.z, uv, true), map_length);
    }
    let bent = wrinkled_normal(in, face, true, texel, material.surface.z, uv, true, wrinkle);
    return MappedNormal(bent, map_length);
}

fn shading_normal(in: Varying, face: vec3<f32>, wrinkle: WrinkleSample) -> vec3<f32> {
    return mapped_shading_normal(in, face, wrinkle).normal;
}

fn lit(in: Varying, color: vec4<f32>, front: bool, wrinkle: WrinkleSample) -> vec4<f32> {
    let to_eye = normalize(frame.eye.xyz - in.world);
    let face = face_normal(in, to_eye, front);
    let mapped = mapped_shading_normal(in, face, wrinkle);

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
    s.normal = seen_normal(mapped.normal, to_eye);
    s.matt_normal = mapped.normal;
    s.face = seen_normal(face, to_eye);
    s.to_eye = to_eye;
    s.dielectric_f0 = min(material.specular.rgb, vec3<f32>(1.0)) * material.specular.w;
    s.dielectric_f90 = material.specular.w;
    s.f0 = color.rgb;
    s.diffuse = color.rgb * (1.0 - metallic);
    s.roughness = filtered_roughness(roughness, in.normal, mapped.map_length);
    s.occlusion = occlusion;
    s = layered_surface(in, s);
    s.f0 = mix(s.dielectric_f0, s.f0, metallic);
    s.f90 = mix(s.dielectric_f90, 1.0, metallic);

    if shading() == SHADING_VERTEX {
        let reflected = s.f0 * frame.sun_color.rgb * in.light.w;
        let mapped_light = tone_mapped(s.diffuse * in.light.rgb * occlusion + reflected + emissive);
        return vec4<f32>(mapped_light * color.a, color.a);
    }

    let visible = light_visibility(in.world, s.face, in.clip.xy);
    let direct = all_direct_light(s, visible);
    let around = sky_light(s);
    let diffuse = direct.diffuse + around.diffuse + fill_light(s, visible);
    let light = Light(diffuse, direct.specular + around.specular);
    let mapped_light = layered_light(in, s, light, emissive, metallic, visible);
    return vec4<f32>(mapped_light.rgb * color.a, mapped_light.a * color.a);
}

fn pbr_surface(in: Varying, counter_clockwise: bool) -> vec4<f32> {
    let front = counter_clockwise == (in.mirror_sign > 0.0);
    more_uv = vec4<f32>(in.object_x, in.object_y.x);
    var color = base_color(behind_cornea(in, in.uv), in.color);
    let alpha = seen_alpha(in, color.a);
    let wrinkle = wrinkle_sample(coordinates(0u, in.uv), in.strain);
    color = vec4<f32>(color.rgb * wrinkle.color, color.a);
    let softness = max(fwidth(alpha), 1e-4);
    let minified = select(base_color_minification(in.uv), 1.0, shows_strands());
    if ALPHA != 3u || has(IGNORE_ALPHA) {
        color.a = 1.0;
    }
    var out: vec4<f32>;
    if is_debug_view() {
        let face = face_normal(in, normalize(frame.eye.xyz - in.world), front);
        let shown = debug_color(in, face, shading_normal(in, face, wrinkle), coordinates(0u, in.uv));
        out = vec4<f32>(shown * color.a, color.a);
    } else if has(UNLIT) || (draw.flags & DRAW_UNLIT) != 0u {
        out = vec4<f32>(color.rgb * color.a, color.a);
    } else {
        out = lit(in, color, front, wrinkle);
    }
    return apply_alpha(out, alpha, softness, minified, !front && !has(DOUBLE_SIDED));
}

@fragment
fn pbr_fragment(in: Varying, @builtin(front_facing) counter_clockwise: bool) -> @location(0) vec4<f32> {
    return pbr_surface(in, counter_clockwise);
}

// The same with the samples that the alpha covers.
@fragment
fn pbr_covered_fragment(in: Varying, @builtin(front_facing) counter_clockwise: bool) -> Covered {
    return covered(pbr_surface(in, counter_clockwise), in.clip);
}
