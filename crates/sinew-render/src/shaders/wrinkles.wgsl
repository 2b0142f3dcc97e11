// Wrinkle maps: layers of images whose strengths differ from region to region.

@group(3) @binding(2) var wrinkle_normals: texture_2d_array<f32>;
@group(3) @binding(3) var wrinkle_surfaces: texture_2d_array<f32>;
@group(3) @binding(4) var wrinkle_colors: texture_2d_array<f32>;
@group(3) @binding(5) var wrinkle_masks: texture_2d_array<f32>;
@group(3) @binding(6) var wrinkle_sampler: sampler;

const NO_IMAGE: u32 = 0xffffffffu;

struct WrinkleSample {
    // In tangent space, of all layers.
    normal: vec3<f32>,
    // Whether the normal is to be used.
    is_bent: bool,
    // Factor on the occlusion.
    occlusion: f32,
    // Summand of the roughness.
    roughness: f32,
    // Factor on the base colour.
    color: vec3<f32>,
}

// `detail` turned by the shortest rotation from (0, 0, 1) to `base` (Barré-Brisebois and Hill, *Blending in Detail*, 2012).
fn reoriented_normal(base: vec3<f32>, detail: vec3<f32>) -> vec3<f32> {
    let t = base + vec3<f32>(0.0, 0.0, 1.0);
    let u = detail * vec3<f32>(-1.0, -1.0, 1.0);
    let sum = t * (dot(t, u) / max(t.z, 1e-6)) - u;
    return select(base, normalize(sum), dot(sum, sum) > 1e-12 && t.z > 1e-6);
}

// All layers at `uv`, on skin with the area strain `strain`.
fn wrinkle_sample(uv: vec2<f32>, strain: f32) -> WrinkleSample {
    var out = WrinkleSample(vec3<f32>(0.0, 0.0, 1.0), false, 1.0, 0.0, vec3<f32>(1.0));
    let layers = wrinkles.counts.x;
    if layers == 0u {
        return out;
    }
    // Strengths of normal, surface and colour per layer.
    var weights = array<vec3<f32>, 4>();
    for (var mask = 0u; mask < wrinkles.counts.y; mask++) {
        let texel = textureSample(wrinkle_masks, wrinkle_sampler, uv, mask);
        for (var layer = 0u; layer < layers; layer++) {
            let at = layer * 8u + mask;
            weights[layer] += vec3<f32>(
                dot(texel, wrinkles.strengths[at]),
                dot(texel, wrinkles.strengths[at + 32u]),
                dot(texel, wrinkles.strengths[at + 64u]),
            );
        }
    }
    for (var layer = 0u; layer < layers; layer++) {
        let settings = wrinkles.layers[layer];
        let images = wrinkles.images[layer];
        var automatic = 0.0;
        if settings.z != 0.0 {
            let along = select(-strain, strain, settings.z > 0.0);
            automatic = clamp((along - settings.w) * abs(settings.z), 0.0, 1.0) * wrinkles.intensity.x;
        }
        let weight = clamp(weights[layer] + automatic, vec3<f32>(0.0), vec3<f32>(1.0));
        let at = uv * settings.y;
        if images.x != NO_IMAGE {
            let texel = textureSample(wrinkle_normals, wrinkle_sampler, at, images.x).xyz * 2.0 - 1.0;
            let detail = normalize(vec3<f32>(texel.xy * (settings.x * weight.x), max(texel.z, 0.05)));
            if weight.x > 0.0 {
                out.normal = reoriented_normal(out.normal, detail);
                out.is_bent = true;
            }
        }
        if images.y != NO_IMAGE {
            let texel = textureSample(wrinkle_surfaces, wrinkle_sampler, at, images.y);
            out.occlusion *= 1.0 + (texel.r - 1.0) * weight.y;
            // 128 of 255 is no change.
            out.roughness += (texel.g - 128.0 / 255.0) * weight.y;
        }
        if images.z != NO_IMAGE {
            let texel = textureSample(wrinkle_colors, wrinkle_sampler, at, images.z);
            out.color *= vec3<f32>(1.0) + (texel.rgb - 1.0) * (weight.z * texel.a);
        }
    }
    return out;
}

// Normal of a surface whose normal map, if `has_map`, has `texel` at `uv`, with the wrinkles of `sample`.
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
    if (draw.flags & DRAW_OBJECT_SPACE_MAP) != 0u && has_map {
        let mapped = mapped_normal(in, face, texel, scale, uv, use_tangents);
        let bent = tangent_normal(in, mapped, sample.normal, uv, false);
        return select(mapped, bent, sample.is_bent);
    }
    var plain = face;
    var base = vec3<f32>(0.0, 0.0, 1.0);
    if has_map {
        plain = mapped_normal(in, face, texel, scale, uv, use_tangents);
        base = normalize(vec3<f32>(texel.xy * scale, max(texel.z, 1e-3)));
    }
    let bent = tangent_normal(in, face, reoriented_normal(base, sample.normal), uv, use_tangents);
    return select(plain, bent, sample.is_bent);
}
