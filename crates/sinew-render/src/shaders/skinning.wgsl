// Morphing and skinning of one vertex: the twin of crates/sinew/src/skinning. Every place is counted in texels of
// 16 bytes, so the number of joints, influences and morph targets has no limit here.

// Where this draw's data lies. The twin of `DrawUniform` in puppet.rs.
struct Draw {
    // In the pose: three rows of model-from-mesh, then whether dual quaternions blend and whether any morph weight
    // is not zero.
    instance: u32,
    // In the pose: morph weights, four a texel.
    weights: u32,
    // In the pose: three rows a joint.
    palette: u32,
    // In the pose: five texels a joint: real, dual, three columns of the stretch.
    dual_quaternions: u32,
    // In the shape: per vertex `influence_texels` texels of two (joint, weight) pairs, heaviest first.
    influences: u32,
    influence_texels: u32,
    // In the shape: for each vertex the number of its first morph entry, four a texel.
    morph_rows: u32,
    // In the shape: (target, position), then (normal), then (tangent), as far as `morph_entry_texels` says.
    morph_entries: u32,
    morph_entry_texels: u32,
    // A bit per texture: which of the two sets of coordinates it reads.
    uv_slots: u32,
    flags: u32,
    unused: u32,
}

@group(2) @binding(2) var<uniform> draw: Draw;

const DRAW_HAS_NORMALS: u32 = 1u;
const DRAW_HAS_TANGENTS: u32 = 2u;

struct Vertex {
    position: vec3<f32>,
    normal: vec3<f32>,
    tangent: vec4<f32>,
}

struct Moved {
    vertex: Vertex,
    // -1 where the transform mirrors.
    side: f32,
}

// An affine matrix as three rows.
struct Rows {
    x: vec4<f32>,
    y: vec4<f32>,
    z: vec4<f32>,
}

fn rows_at(texel: u32) -> Rows {
    return Rows(pose_texel(texel), pose_texel(texel + 1u), pose_texel(texel + 2u));
}

// Normals follow the cofactors with the determinant's sign: right under uneven scale and mirrors.
fn moved_by(rows: Rows, vertex: Vertex) -> Moved {
    let x = vec3<f32>(rows.x.x, rows.y.x, rows.z.x);
    let y = vec3<f32>(rows.x.y, rows.y.y, rows.z.y);
    let z = vec3<f32>(rows.x.z, rows.y.z, rows.z.z);
    let t = vec3<f32>(rows.x.w, rows.y.w, rows.z.w);
    let p = vertex.position;
    let n = vertex.normal;
    let a = vertex.tangent;
    let yz = cross(y, z);
    let side = select(1.0, -1.0, dot(x, yz) < 0.0);
    let normal = (yz * n.x + cross(z, x) * n.y + cross(x, y) * n.z) * side;
    let tangent = x * a.x + y * a.y + z * a.z;
    return Moved(
        Vertex(x * p.x + y * p.y + z * p.z + t, unit_or_zero(normal), vec4<f32>(unit_or_zero(tangent), a.w * side)),
        side,
    );
}

// Scaled by its largest component first, since the cofactors of a millimetre-sized joint square to nothing in f32.
fn unit_or_zero(v: vec3<f32>) -> vec3<f32> {
    let largest = max(max(abs(v.x), abs(v.y)), abs(v.z));
    if largest <= 0.0 {
        return vec3<f32>(0.0);
    }
    return normalize(v / largest);
}

fn morph_row(vertex: u32) -> u32 {
    return shape_texel(draw.morph_rows + (vertex >> 2u))[vertex & 3u];
}

fn morphed(index: u32, rest: Vertex) -> Vertex {
    var out = rest;
    if draw.morph_entry_texels == 0u || pose_texel(draw.instance + 3u).y == 0.0 {
        return out;
    }
    let end = morph_row(index + 1u);
    for (var entry = morph_row(index); entry < end; entry++) {
        let at = draw.morph_entries + entry * draw.morph_entry_texels;
        let head = shape_texel(at);
        let weight = pose_texel(draw.weights + (head.x >> 2u))[head.x & 3u];
        if weight == 0.0 {
            continue;
        }
        out.position += bitcast<vec3<f32>>(head.yzw) * weight;
        if draw.morph_entry_texels > 1u {
            out.normal += bitcast<vec3<f32>>(shape_texel(at + 1u).xyz) * weight;
        }
        if draw.morph_entry_texels > 2u {
            out.tangent += vec4<f32>(bitcast<vec3<f32>>(shape_texel(at + 2u).xyz) * weight, 0.0);
        }
    }
    return out;
}

// The weighted sum of the joints' matrices (Magnenat-Thalmann et al. 1988).
fn blended_linear(first: u32) -> Rows {
    var sum = Rows(vec4<f32>(0.0), vec4<f32>(0.0), vec4<f32>(0.0));
    for (var i = 0u; i < draw.influence_texels; i++) {
        let pairs = shape_texel(first + i);
        let weights = bitcast<vec2<f32>>(pairs.yw);
        if weights.x == 0.0 {
            break;
        }
        let a = rows_at(draw.palette + pairs.x * 3u);
        let b = rows_at(draw.palette + pairs.z * 3u);
        sum.x += a.x * weights.x + b.x * weights.y;
        sum.y += a.y * weights.x + b.y * weights.y;
        sum.z += a.z * weights.x + b.z * weights.y;
    }
    return sum;
}

struct DualSum {
    real: vec4<f32>,
    dual: vec4<f32>,
    stretch_x: vec3<f32>,
    stretch_y: vec3<f32>,
    stretch_z: vec3<f32>,
}

fn add_dual(sum: ptr<function, DualSum>, joint: u32, weight: f32, pivot: vec4<f32>) {
    let at = draw.dual_quaternions + joint * 5u;
    let real = pose_texel(at);
    // The heaviest joint decides the hemisphere, so that every blend takes the short way.
    let signed = select(weight, -weight, dot(pivot, real) < 0.0);
    (*sum).real += real * signed;
    (*sum).dual += pose_texel(at + 1u) * signed;
    (*sum).stretch_x += pose_texel(at + 2u).xyz * weight;
    (*sum).stretch_y += pose_texel(at + 3u).xyz * weight;
    (*sum).stretch_z += pose_texel(at + 4u).xyz * weight;
}

fn rotated(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

// The weighted sum of dual quaternions after that of the stretches (Kavan et al. 2008).
fn blended_dual(first: u32) -> Rows {
    let head = draw.dual_quaternions + shape_texel(first).x * 5u;
    let pivot = pose_texel(head);
    let none = vec3<f32>(0.0);
    var sum = DualSum(vec4<f32>(0.0), vec4<f32>(0.0), none, none, none);
    for (var i = 0u; i < draw.influence_texels; i++) {
        let pairs = shape_texel(first + i);
        let weights = bitcast<vec2<f32>>(pairs.yw);
        if weights.x == 0.0 {
            break;
        }
        add_dual(&sum, pairs.x, weights.x, pivot);
        if weights.y != 0.0 {
            add_dual(&sum, pairs.z, weights.y, pivot);
        }
    }
    let size = length(sum.real);
    var real = pivot;
    var dual = pose_texel(head + 1u);
    if size > 1e-12 {
        real = sum.real / size;
        dual = sum.dual / size;
    }
    // The vector part of 2 · dual · conjugate(real).
    let t = 2.0 * (real.w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz));
    let x = rotated(real, sum.stretch_x);
    let y = rotated(real, sum.stretch_y);
    let z = rotated(real, sum.stretch_z);
    return Rows(vec4<f32>(x.x, y.x, z.x, t.x), vec4<f32>(x.y, y.y, z.y, t.y), vec4<f32>(x.z, y.z, z.z, t.z));
}

// Vertex number `index` in model space.
fn posed(index: u32, rest: Vertex) -> Moved {
    let vertex = morphed(index, rest);
    if draw.influence_texels != 0u {
        let first = draw.influences + index * draw.influence_texels;
        // Rows are sorted: without a first weight there is none, and the vertex follows its node.
        if bitcast<f32>(shape_texel(first).y) != 0.0 {
            if pose_texel(draw.instance + 3u).x > 0.5 {
                return moved_by(blended_dual(first), vertex);
            }
            return moved_by(blended_linear(first), vertex);
        }
    }
    return moved_by(rows_at(draw.instance), vertex);
}

// The same vertex in the world; the pose begins with the rows of world-from-model.
fn placed(index: u32, rest: Vertex) -> Moved {
    let model = posed(index, rest);
    let world = moved_by(rows_at(0u), model.vertex);
    return Moved(world.vertex, world.side * model.side);
}
