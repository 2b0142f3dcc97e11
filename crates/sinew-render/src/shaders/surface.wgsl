// What all kinds of surfaces share: which way they face, and what of them is thrown away.

// Drawn without culling since some joints mirror and some don't: throw away back faces here.
override CULL_HERE: bool = false;
// 0 opaque, 1 mask by discarding, 2 mask by coverage, 3 blend, 4 only the solid parts of a blend.
override ALPHA: u32 = 0u;
override SOLID: f32 = 0.95;

// The normal without normal map, turned to the side that is seen.
fn face_normal(in: Varying, to_eye: vec3<f32>, front: bool) -> vec3<f32> {
    var face = in.normal;
    let flat_face = cross(dpdy(in.world), dpdx(in.world));
    let has_normals = (draw.flags & DRAW_HAS_NORMALS) != 0u;
    if has_normals && dot(face, face) > 1e-12 {
        face = normalize(select(-face, face, front));
    } else {
        face = unit_or_zero(flat_face);
    }
    if dot(face, face) == 0.0 {
        // A point has no side of its own.
        face = to_eye;
    }
    return face;
}

// The normal that a normal map's `texel` at `uv` makes of `face`, in the vertices' tangent space if there is one and
// `by_tangents` allows it.
fn mapped_normal(
    in: Varying,
    face: vec3<f32>,
    texel: vec3<f32>,
    scale: f32,
    uv: vec2<f32>,
    by_tangents: bool,
) -> vec3<f32> {
    let mapped = vec3<f32>(texel.xy * scale, texel.z);
    var t: vec3<f32>;
    var b: vec3<f32>;
    let px = dpdx(in.world);
    let py = dpdy(in.world);
    let ux = dpdx(uv);
    let uy = dpdy(uv);
    if by_tangents && (draw.flags & DRAW_HAS_TANGENTS) != 0u {
        // The bitangent from the unflipped normal, as MikkTSpace wants it; back faces turn the whole frame.
        let turned = select(-1.0, 1.0, dot(face, in.normal) >= 0.0);
        t = in.tangent.xyz * turned;
        b = cross(in.normal, in.tangent.xyz) * in.tangent.w * turned;
    } else {
        // Schüler, *Followup: Normal Mapping Without Precomputed Tangents*, 2013; rows of pixels run down here, and
        // green points against v.
        let a = cross(py, face);
        let c = cross(face, px);
        t = -(a * ux.x + c * uy.x);
        b = a * ux.y + c * uy.y;
        let largest = max(max(dot(t, t), dot(b, b)), 1e-30);
        t *= inverseSqrt(largest);
        b *= inverseSqrt(largest);
    }
    let n = t * mapped.x + b * mapped.y + face * mapped.z;
    return select(face, normalize(n), dot(n, n) > 1e-12);
}

// Throws away what is not drawn: sides that are `unwanted`, and what `alpha`, which changes by `softness` from pixel to
// pixel, leaves out. It comes last: derivatives before it need their neighbours.
fn cut(color: vec4<f32>, alpha: f32, softness: f32, unwanted: bool) -> vec4<f32> {
    var out = color;
    if CULL_HERE && unwanted {
        discard;
    }
    let cutoff = material.emissive.w;
    if ALPHA == 1u && alpha < cutoff {
        discard;
    }
    if ALPHA == 2u {
        // The edge about a pixel wide, whatever the texture's own gradient.
        out.a = clamp((alpha - cutoff) / softness + 0.5, 0.0, 1.0);
        if out.a <= 0.0 {
            discard;
        }
    }
    if ALPHA == 4u && alpha < SOLID {
        discard;
    }
    return out;
}
