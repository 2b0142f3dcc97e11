// Morphing and skinning of one vertex, as in crates/sinew/src/skinning. Offsets count texels of 16 bytes, so that the
// number of joints, influences and morph targets has no limit here. `draw` is declared in draw_uniform.wgsl or decal_vertex.wgsl.

// Offsets of a draw's data. The same layout as `DrawUniform` in instance/draw_uniform.rs.
struct Draw {
    // In the pose: three rows of model-from-node, then a texel of flags: x is 1 for dual quaternion skinning, y is 1 if
    // any morph weight is not 0.
    node: u32,
    // In the pose: morph weights, four per texel.
    weights: u32,
    // In the pose: three rows per joint.
    palette: u32,
    // In the pose: five texels per joint: real part, dual part, three columns of the stretch matrix.
    dual_quaternions: u32,
    // In the deformation data: per vertex `influence_texels` texels of two (joint, weight) pairs, largest weight first.
    influences: u32,
    influence_texels: u32,
    // In the deformation data: the index of each vertex' first morph entry, four per texel.
    morph_rows: u32,
    // In the deformation data: entries of `morph_entry_texels` texels: (target, position), (normal), (tangent), and at
    // their end `morph_color_texels` texels, 1 or 0: (color).
    morph_entries: u32,
    morph_entry_texels: u32,
    morph_color_texels: u32,
    // Bit per texture slot, set where the texture reads the second UV set, or the fourth.
    second_uv_set_bits: u32,
    flags: u32,
}

const DRAW_HAS_NORMALS: u32 = 1u;
const DRAW_HAS_TANGENTS: u32 = 2u;
// Whether the normal map is in object space.
const DRAW_OBJECT_SPACE_MAP: u32 = 4u;
// Whether the normals are those of the posed triangles.
const DRAW_FLAT: u32 = 8u;
// Points and lines without normals, which are not lit.
const DRAW_UNLIT: u32 = 16u;
// Eyes and teeth, which need the axes of the head.
const DRAW_HEAD_AXES: u32 = 32u;
// Whether the deformation data begins with a texel per vertex: its coordinates in the third and the fourth UV set.
const DRAW_MORE_UV_SETS: u32 = 64u;
// Lowest of the bits per texture slot in the flags, set where the texture reads the third or the fourth UV set.
const DRAW_MORE_UV_SET_SHIFT: u32 = 8u;

struct Vertex {
    position: vec3<f32>,
    normal: vec3<f32>,
    tangent: vec4<f32>,
}

struct Skinned {
    vertex: Vertex,
    // -1 where the transform mirrors, else 1.
    mirror_sign: f32,
}

// Affine matrix as three rows.
struct Rows {
    x: vec4<f32>,
    y: vec4<f32>,
    z: vec4<f32>,
}

fn rows_at(texel: u32) -> Rows {
    return Rows(pose_texel(texel), pose_texel(texel + 1u), pose_texel(texel + 2u));
}

// Transforms `vertex` by `rows`. Normals are transformed by the cofactor matrix with the determinant's sign, which
// is exact under non-uniform scale and mirroring.
fn transformed(rows: Rows, vertex: Vertex) -> Skinned {
    let x = vec3<f32>(rows.x.x, rows.y.x, rows.z.x);
    let y = vec3<f32>(rows.x.y, rows.y.y, rows.z.y);
    let z = vec3<f32>(rows.x.z, rows.y.z, rows.z.z);
    let t = vec3<f32>(rows.x.w, rows.y.w, rows.z.w);
    let p = vertex.position;
    let n = vertex.normal;
    let a = vertex.tangent;
    let yz = cross(y, z);
    let mirror_sign = select(1.0, -1.0, dot(x, yz) < 0.0);
    let normal = (yz * n.x + cross(z, x) * n.y + cross(x, y) * n.z) * mirror_sign;
    let tangent = x * a.x + y * a.y + z * a.z;
    return Skinned(
        Vertex(
            x * p.x + y * p.y + z * p.z + t,
            unit_or_zero(normal),
            vec4<f32>(unit_or_zero(tangent), a.w * mirror_sign),
        ),
        mirror_sign,
    );
}

// Unit vector of `v`, or zero. `v` is divided by its largest component first, since the squared cofactors of a
// millimetre-sized joint underflow in f32.
fn unit_or_zero(v: vec3<f32>) -> vec3<f32> {
    let largest = max(max(abs(v.x), abs(v.y)), abs(v.z));
    if largest <= 0.0 {
        return vec3<f32>(0.0);
    }
    return normalize(v / largest);
}

// Index of the first morph entry of `vertex`.
fn morph_row(vertex: u32) -> u32 {
    return deform_texel(draw.morph_rows + (vertex >> 2u))[vertex & 3u];
}

fn morphed(index: u32, rest: Vertex) -> Vertex {
    var out = rest;
    if draw.morph_entry_texels == 0u || pose_texel(draw.node + 3u).y == 0.0 {
        return out;
    }
    let geometry_texels = draw.morph_entry_texels - draw.morph_color_texels;
    let end = morph_row(index + 1u);
    for (var entry = morph_row(index); entry < end; entry++) {
        let at = draw.morph_entries + entry * draw.morph_entry_texels;
        let head = deform_texel(at);
        let weight = pose_texel(draw.weights + (head.x >> 2u))[head.x & 3u];
        if weight == 0.0 {
            continue;
        }
        out.position += bitcast<vec3<f32>>(head.yzw) * weight;
        if geometry_texels > 1u {
            out.normal += bitcast<vec3<f32>>(deform_texel(at + 1u).xyz) * weight;
        }
        if geometry_texels > 2u {
            out.tangent += vec4<f32>(bitcast<vec3<f32>>(deform_texel(at + 2u).xyz) * weight, 0.0);
        }
    }
    if geometry_texels == 2u && (draw.flags & DRAW_HAS_TANGENTS) != 0u {
        out.tangent = turned_tangent(rest.normal, out.normal, rest.tangent);
    }
    return out;
}

// Vertex colour number `index` with the offsets of morph targets; see `add_morph_colors` in crates/sinew/src/skinning/morph.rs.
fn morphed_color(index: u32, rest: vec4<f32>) -> vec4<f32> {
    if draw.morph_color_texels == 0u || pose_texel(draw.node + 3u).y == 0.0 {
        return rest;
    }
    var out = rest;
    let end = morph_row(index + 1u);
    for (var entry = morph_row(index); entry < end; entry++) {
        let at = draw.morph_entries + entry * draw.morph_entry_texels;
        let number = deform_texel(at).x;
        let weight = pose_texel(draw.weights + (number >> 2u))[number & 3u];
        out += bitcast<vec4<f32>>(deform_texel(at + draw.morph_entry_texels - 1u)) * weight;
    }
    return clamp(out, vec4<f32>(0.0), vec4<f32>(1.0));
}

// `tangent` turned by the shortest rotation from the normal `rest` to `normal`, for morph targets without tangent offsets; see `turn_tangents` in
// crates/sinew/src/skinning/morph_tangents.rs.
fn turned_tangent(rest: vec3<f32>, normal: vec3<f32>, tangent: vec4<f32>) -> vec4<f32> {
    let start = unit_or_zero(rest);
    let end = unit_or_zero(normal);
    let axis = cross(start, end);
    let half = 1.0 + dot(start, end);
    if all(rest == normal) || all(start == vec3<f32>(0.0)) || all(end == vec3<f32>(0.0)) || half <= 1e-4 {
        return tangent;
    }
    let across = cross(axis, tangent.xyz);
    return vec4<f32>(tangent.xyz + across + cross(axis, across) / half, tangent.w);
}

// Linear blend skinning: the weighted sum of the joints' matrices (Magnenat-Thalmann et al. 1988).
fn blended_linear(first: u32) -> Rows {
    var sum = Rows(vec4<f32>(0.0), vec4<f32>(0.0), vec4<f32>(0.0));
    for (var i = 0u; i < draw.influence_texels; i++) {
        let pairs = deform_texel(first + i);
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
    // The joint with the largest weight decides the hemisphere, so that every blend takes the shortest arc.
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

// Dual quaternion skinning (Kavan et al. 2008): the weighted sum of stretch matrices, followed by that of dual
// quaternions.
fn blended_dual(first: u32) -> Rows {
    let head = draw.dual_quaternions + deform_texel(first).x * 5u;
    let pivot = pose_texel(head);
    let none = vec3<f32>(0.0);
    var sum = DualSum(vec4<f32>(0.0), vec4<f32>(0.0), none, none, none);
    for (var i = 0u; i < draw.influence_texels; i++) {
        let pairs = deform_texel(first + i);
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

// Matrix of vertex number `index` from the bind pose to model space.
fn model_rows(index: u32) -> Rows {
    if draw.influence_texels != 0u {
        let first = draw.influences + index * draw.influence_texels;
        // Influences are sorted: if the first weight is 0 all are, and the vertex follows its node.
        if bitcast<f32>(deform_texel(first).y) != 0.0 {
            if pose_texel(draw.node + 3u).x > 0.5 {
                return blended_dual(first);
            }
            return blended_linear(first);
        }
    }
    return rows_at(draw.node);
}

// Vertex number `index` in model space, morphed and skinned.
fn model_vertex(index: u32, rest: Vertex) -> Skinned {
    return transformed(model_rows(index), morphed(index, rest));
}

// Vertex number `index` in world space. The pose begins with the rows of world-from-model.
fn world_vertex(index: u32, rest: Vertex) -> Skinned {
    let model = model_vertex(index, rest);
    let world = transformed(rows_at(0u), model.vertex);
    return Skinned(world.vertex, world.mirror_sign * model.mirror_sign);
}

// Cofactor matrix of `rows` with the determinant's sign, for normals, divided by its largest component.
fn normal_matrix(rows: Rows) -> mat3x3<f32> {
    let x = vec3<f32>(rows.x.x, rows.y.x, rows.z.x);
    let y = vec3<f32>(rows.x.y, rows.y.y, rows.z.y);
    let z = vec3<f32>(rows.x.z, rows.y.z, rows.z.z);
    let columns = mat3x3<f32>(cross(y, z), cross(z, x), cross(x, y));
    let sizes = max(max(abs(columns[0]), abs(columns[1])), abs(columns[2]));
    let largest = max(max(max(sizes.x, sizes.y), sizes.z), 1e-30);
    return columns * (select(1.0, -1.0, dot(x, columns[0]) < 0.0) / largest);
}

// Matrix from normals in object space to world space at vertex number `index`: the shortest rotation from the normal of the
// bind pose to the morphed one, then the blended matrix and that of the model.
fn world_from_object_normal(index: u32, rest: Vertex) -> mat3x3<f32> {
    let start = unit_or_zero(rest.normal);
    let end = unit_or_zero(morphed(index, rest).normal);
    let half = vec4<f32>(cross(start, end), 1.0 + dot(start, end));
    // Opposite normals have no shortest rotation.
    var turn = vec4<f32>(0.0, 0.0, 0.0, 1.0);
    if half.w > 1e-4 {
        turn = normalize(half);
    }
    let morph = mat3x3<f32>(
        rotated(turn, vec3<f32>(1.0, 0.0, 0.0)),
        rotated(turn, vec3<f32>(0.0, 1.0, 0.0)),
        rotated(turn, vec3<f32>(0.0, 0.0, 1.0)),
    );
    return normal_matrix(rows_at(0u)) * normal_matrix(model_rows(index)) * morph;
}
