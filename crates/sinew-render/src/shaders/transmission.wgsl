// Light from behind a transmissive surface: the picture of what lies behind, bent and tinted by the medium.

// What is drawn so far, in smaller and smaller images.
@group(0) @binding(4) var behind_map: texture_2d<f32>;

// The light of which `tone_mapped` makes `mapped`.
fn tone_unmapped(mapped: vec3<f32>) -> vec3<f32> {
    var light: vec3<f32>;
    if TONE_MAPPING == TONE_AGX {
        light = agx_inverse(mapped);
    } else if TONE_MAPPING == TONE_NONE {
        light = mapped;
    } else {
        light = neutral_inverse(mapped);
    }
    return light / max(frame.exposure.x, 1e-6);
}

fn neutral_inverse(mapped: vec3<f32>) -> vec3<f32> {
    let start = 0.8 - 0.04;
    var color = max(mapped, vec3<f32>(0.0));
    let new_peak = min(max(color.r, max(color.g, color.b)), 0.99);
    if new_peak >= start {
        let d = 1.0 - start;
        let peak = d * d / (1.0 - new_peak) - d + start;
        let g = 1.0 - 1.0 / (0.15 * (peak - new_peak) + 1.0);
        let pure = (min(color, vec3<f32>(new_peak)) - new_peak * g) / (1.0 - g);
        color = max(pure, vec3<f32>(0.0)) * (peak / new_peak);
    }
    let least = min(color.r, min(color.g, color.b));
    let offset = select(0.04, sqrt(least / 6.25) - least, least < 0.04);
    return color + offset;
}

fn agx_inverse(mapped: vec3<f32>) -> vec3<f32> {
    let inset_inverse = mat3x3<f32>(
        vec3<f32>(1.19687901, -0.05289685, -0.05297163),
        vec3<f32>(-0.09802088, 1.15190313, -0.09804345),
        vec3<f32>(-0.09902974, -0.09896118, 1.15107367),
    );
    let outset_inverse = mat3x3<f32>(
        vec3<f32>(0.84247906, 0.04232824, 0.04237565),
        vec3<f32>(0.07843360, 0.87846864, 0.07843360),
        vec3<f32>(0.07922375, 0.07916613, 0.87914297),
    );
    let wanted = outset_inverse * pow(max(mapped, vec3<f32>(0.0)), vec3<f32>(1.0 / 2.2));
    // The curve has no inverse in closed form; it rises, so that halving an interval finds the value.
    var low = vec3<f32>(0.0);
    var high = vec3<f32>(1.0);
    for (var i = 0; i < 12; i++) {
        let middle = (low + high) * 0.5;
        let is_below = agx_curve(middle) < wanted;
        low = select(low, middle, is_below);
        high = select(middle, high, is_below);
    }
    return max(inset_inverse * exp2((low + high) * 0.5 * (AGX_WHITE - AGX_BLACK) + AGX_BLACK), vec3<f32>(0.0));
}

// The picture behind at `uv`, blurred to a level of detail: cubic between texels, so that small images show no squares.
fn behind_at(uv: vec2<f32>, level: f32) -> vec4<f32> {
    let whole = floor(level);
    let near = behind_cubic(uv, whole);
    if level == whole {
        return near;
    }
    return mix(near, behind_cubic(uv, whole + 1.0), level - whole);
}

// Cubic B-spline by four linear samples (Sigg and Hadwiger, *Fast Third-Order Texture Filtering*, 2005).
fn behind_cubic(uv: vec2<f32>, level: f32) -> vec4<f32> {
    if level < 0.5 {
        return textureSampleLevel(behind_map, linear_sampler, uv, 0.0);
    }
    let size = vec2<f32>(textureDimensions(behind_map, i32(level)));
    let at = uv * size - 0.5;
    let base = floor(at);
    let f = at - base;
    let w0 = (1.0 - f) * (1.0 - f) * (1.0 - f) / 6.0;
    let w1 = (4.0 - 6.0 * f * f + 3.0 * f * f * f) / 6.0;
    let w3 = f * f * f / 6.0;
    let w2 = 1.0 - w0 - w1 - w3;
    let g0 = w0 + w1;
    let g1 = w2 + w3;
    let low = (base - 0.5 + w1 / g0) / size;
    let high = (base + 1.5 + w3 / g1) / size;
    let a = textureSampleLevel(behind_map, linear_sampler, low, level);
    let b = textureSampleLevel(behind_map, linear_sampler, vec2<f32>(high.x, low.y), level);
    let c = textureSampleLevel(behind_map, linear_sampler, vec2<f32>(low.x, high.y), level);
    let d = textureSampleLevel(behind_map, linear_sampler, high, level);
    return (a * g0.x + b * g1.x) * g0.y + (c * g0.x + d * g1.x) * g1.y;
}

// Where a point of the world is in the picture behind.
fn behind_uv(world: vec3<f32>) -> vec2<f32> {
    let clip = frame.clip_from_world * vec4<f32>(world, 1.0);
    let at = vec2<f32>(clip.x, -clip.y) / max(clip.w, 1e-6) * 0.5 + 0.5;
    // The picture may hold a region of the image alone.
    let pixel = at * frame.viewport.xy - frame.viewport.zw;
    return clamp(pixel / vec2<f32>(textureDimensions(behind_map)), vec2<f32>(0.0), vec2<f32>(1.0));
}

// Colour of what is seen through a surface, with its alpha.
fn transmitted(in: Varying, s: Surface) -> vec4<f32> {
    let index = material.medium.x;
    // The model's own size counts, as it does for the thickness.
    let thickness = material.medium.z * thickness_texel(in.uv).g;
    // A surface with the index of air scatters nothing, however rough.
    let roughness = s.roughness * clamp(index * 2.0 - 2.0, 0.0, 1.0);
    let level = log2(max(frame.viewport.x, 1.0)) * roughness;
    var way = vec3<f32>(0.0);
    var seen = vec4<f32>(0.0);
    if thickness > 0.0 {
        way = refract(-s.to_eye, s.normal, 1.0 / max(index, 1.0)) * thickness;
    }
    if has_layer(DISPERSION) && thickness > 0.0 {
        // The index differs from colour to colour, with that of the middle as stated.
        let spread = (index - 1.0) * 0.025 * material.medium.y;
        for (var i = 0; i < 3; i++) {
            let bent = refract(-s.to_eye, s.normal, 1.0 / max(index + spread * (f32(i) - 1.0), 1.0)) * thickness;
            let sample = behind_at(behind_uv(in.world + bent), level);
            seen[i] = sample[i];
            seen.a += sample.a / 3.0;
        }
    } else {
        seen = behind_at(behind_uv(in.world + way), level);
    }
    let color = tone_unmapped(seen.rgb / max(seen.a, 1e-4)) * seen.a;
    // Beer and Lambert.
    let tint = pow(max(material.attenuation.rgb, vec3<f32>(1e-4)), vec3<f32>(length(way) * material.attenuation.w));
    let n_v = clamp(dot(s.normal, s.to_eye), 0.0, 1.0);
    let ab = environment_brdf(s.roughness, n_v);
    let reflected = s.dielectric_f0 * ab.x + s.dielectric_f90 * ab.y;
    return vec4<f32>((1.0 - reflected) * color * tint * s.diffuse, seen.a);
}
