// Surface functions of all shading models: normals, and discarding of texels that are not drawn.

// Whether back faces are discarded here, since some joints mirror and others do not.
override CULL_IN_SHADER: bool = false;
// Use of alpha: 0 opaque, 1 mask by discarding, 2 mask by alpha to coverage, 3 blend, 4 only the opaque texels of a
// blended surface.
override ALPHA: u32 = 0u;
// Alpha from which a texel of a blended surface counts as opaque.
const OPAQUE_ALPHA: f32 = 0.95;

// Normal without the normal map, turned towards the visible side.
fn face_normal(in: Varying, to_eye: vec3<f32>, front: bool) -> vec3<f32> {
    var face = in.normal;
    let flat_face = cross(dpdy(in.world), dpdx(in.world));
    let has_normals = (draw.flags & (DRAW_HAS_NORMALS | DRAW_FLAT)) == DRAW_HAS_NORMALS;
    if has_normals && dot(face, face) > 1e-12 {
        face = normalize(select(-face, face, front));
    } else {
        face = unit_or_zero(flat_face);
    }
    if dot(face, face) == 0.0 {
        // A point has no normal; it faces the camera.
        face = to_eye;
    }
    return face;
}

// Normal of the normal map, whose `texel` at `uv` was read: in object space; else in the tangent space of the vertices if they
// have one and `use_tangents` is set; else in one derived from screen-space derivatives, with `face` as its normal.
fn mapped_normal(
    in: Varying,
    face: vec3<f32>,
    texel: vec3<f32>,
    scale: f32,
    uv: vec2<f32>,
    use_tangents: bool,
) -> vec3<f32> {
    let mapped = vec3<f32>(texel.xy * scale, texel.z);
    // Back faces turn the map around.
    let flip = select(-1.0, 1.0, dot(face, in.normal) >= 0.0);
    if (draw.flags & DRAW_OBJECT_SPACE_MAP) != 0u {
        let n = in.object_x * texel.x + in.object_y * texel.y + in.object_z * texel.z;
        return select(face, flip * normalize(n), dot(n, n) > 1e-12);
    }
    return tangent_normal(in, face, mapped, uv, use_tangents);
}

// Normal `mapped` of a tangent space: that of the vertices if they have one and `use_tangents` is set; else one derived from
// screen-space derivatives, with `face` as its normal.
fn tangent_normal(
    in: Varying,
    face: vec3<f32>,
    mapped: vec3<f32>,
    uv: vec2<f32>,
    use_tangents: bool,
) -> vec3<f32> {
    let px = dpdx(in.world);
    let py = dpdy(in.world);
    let ux = dpdx(uv);
    let uy = dpdy(uv);
    let flip = select(-1.0, 1.0, dot(face, in.normal) >= 0.0);
    var t: vec3<f32>;
    var b: vec3<f32>;
    var n = face;
    if use_tangents && (draw.flags & DRAW_HAS_TANGENTS) != 0u {
        // MikkTSpace takes interpolated vectors without normalizing them, as the maps are baked.
        t = in.tangent.xyz * flip;
        b = cross(in.normal, in.tangent.xyz) * in.tangent.w * flip;
        n = in.normal * flip;
    } else {
        // Schüler, *Followup: Normal Mapping Without Precomputed Tangents*, 2013, with pixel rows that run downwards
        // and green against v.
        let a = cross(py, face);
        let c = cross(face, px);
        t = -(a * ux.x + c * uy.x);
        b = a * ux.y + c * uy.y;
        let largest = max(max(dot(t, t), dot(b, b)), 1e-30);
        t *= inverseSqrt(largest);
        b *= inverseSqrt(largest);
    }
    let sum = t * mapped.x + b * mapped.y + n * mapped.z;
    return select(face, normalize(sum), dot(sum, sum) > 1e-12);
}

// Samples per pixel of pipelines that choose them.
const SAMPLES: u32 = 4u;

struct Covered {
    @location(0) color: vec4<f32>,
    @builtin(sample_mask) samples: u32,
}

// The share of the samples that `color.a` says, as often as a noise rounds it up. Surfaces behind each other take others, so
// that many thin ones hide what is behind them (E. Enderton and others, *Stochastic Transparency*, 2010). `clip` is the position.
fn covered(color: vec4<f32>, clip: vec4<f32>) -> Covered {
    // Random numbers of the surface: PCG hash (M. Jarzynski, M. Olano, 2020) of its depth, in steps of a two-thousandth, so that
    // neighbouring pixels of a surface mostly share one.
    let state = (bitcast<u32>(clip.z) >> 12u) * 747796405u + 2891336453u;
    let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    let hash = (word >> 22u) ^ word;
    // The sequence R2 (M. Roberts, *The Unreasonable Effectiveness of Quasirandom Sequences*, 2018) spreads evenly.
    let noise = fract(dot(floor(clip.xy), vec2<f32>(0.75487767, 0.56984029)) + f32(hash >> 8u) / 16777216.0);
    let count = u32(clamp(color.a, 0.0, 1.0) * f32(SAMPLES) + noise * 0.999);
    if count == 0u {
        discard;
    }
    let bits = ((1u << min(count, SAMPLES)) - 1u) << (hash % SAMPLES);
    return Covered(vec4<f32>(color.rgb, 1.0), (bits | (bits >> SAMPLES)) & ((1u << SAMPLES) - 1u));
}

// Discards faces that are `culled` where the shader decides, and texels by `alpha`, which changes by `softness` from
// pixel to pixel. `minified` is 1 where texels are smaller than pixels, and 0 where they are not: their mean is the share
// that is covered. To be called last, since derivatives need the neighbouring pixels.
fn apply_alpha(color: vec4<f32>, alpha: f32, softness: f32, minified: f32, culled: bool) -> vec4<f32> {
    var out = color;
    if CULL_IN_SHADER && culled {
        discard;
    }
    let cutoff = material.emissive.w;
    if ALPHA == 1u && alpha < cutoff {
        discard;
    }
    if ALPHA == 2u {
        // The edge is about a pixel wide, whatever the texture's gradient.
        let edge = clamp((alpha - cutoff) / softness + 0.5, 0.0, 1.0);
        out.a = mix(edge, alpha, minified);
        if out.a <= 0.0 {
            discard;
        }
    }
    if ALPHA == 4u && alpha < OPAQUE_ALPHA {
        discard;
    }
    return out;
}
