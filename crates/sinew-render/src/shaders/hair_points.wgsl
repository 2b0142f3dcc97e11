// Points of strands in the pose of their guides: the same formulas as `Strands::point` in crates/sinew/src/hair/strand/strands.rs and
// `HairCurve::blend` in crates/sinew/src/hair/curve.rs.

@group(0) @binding(0) var<uniform> hair: Hair;
@group(0) @binding(1) var<storage, read> strands: array<Strand>;
// Three numbers per point: offset from the blend of the guides in the rest pose, metres.
@group(0) @binding(2) var<storage, read> offsets: array<f32>;
// Position and rotation of each point of each guide.
@group(0) @binding(3) var<storage, read> guides: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> points: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read_write> density: array<atomic<u32>>;

const CUBIC: u32 = 0u;

// Place between `p1` and `p2`.
fn curve_blend(p0: vec3<f32>, p1: vec3<f32>, p2: vec3<f32>, p3: vec3<f32>, s: f32) -> vec3<f32> {
    if hair.counts.w == CUBIC {
        let p = (p3 - p2) - (p0 - p1);
        let q = (p0 - p1) - p;
        let r = p2 - p0;
        return ((p * s + q) * s + r) * s + p1;
    }
    let q = p0 * 2.0 - p1 * 5.0 + p2 * 4.0 - p3;
    let p = (p1 - p2) * 3.0 + p3 - p0;
    return (((p * s + q) * s + (p2 - p0)) * s) * 0.5 + p1;
}

fn guide_place(guide: u32, point: u32) -> vec3<f32> {
    return guides[(guide * hair.counts.z + point) * 2u].xyz;
}

fn guide_rotation(guide: u32, point: u32) -> vec4<f32> {
    return guides[(guide * hair.counts.z + point) * 2u + 1u];
}

// `v` rotated by a quaternion.
fn rotated(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
    let b = q.xyz;
    return v * (q.w * q.w - dot(b, b)) + b * (dot(v, b) * 2.0) + cross(b, v) * (q.w * 2.0);
}

// Way beyond its reach to which guides that part draw a strand apart at most, metres; as in strands.rs.
const PARTED: f32 = 0.012;

// Share of a way of this length that is not gone to another guide.
fn parted(length: f32, reach: f32) -> f32 {
    if length <= reach {
        return 0.0;
    }
    let beyond = (length - reach) / PARTED;
    return 1.0 - (reach + PARTED * beyond / (1.0 + beyond)) / length;
}

// Place on the curve of a guide between the points `numbers.y` and `numbers.z`; `numbers` are those of the four points that shape it.
fn guide_at(guide: u32, numbers: vec4<u32>, share: f32) -> vec3<f32> {
    let p0 = guide_place(guide, numbers.x);
    let p1 = guide_place(guide, numbers.y);
    let p2 = guide_place(guide, numbers.z);
    let p3 = guide_place(guide, numbers.w);
    return curve_blend(p0, p1, p2, p3, share);
}

fn strand_point(strand: Strand, offset: vec3<f32>, t: f32) -> vec3<f32> {
    let last = hair.counts.z - 1u;
    let along = clamp(t, 0.0, 1.0) * f32(last);
    let segment = min(u32(along), last - 1u);
    let share = along - f32(segment);
    let before = u32(max(i32(segment) - 1, 0));
    let numbers = vec4<u32>(before, segment, segment + 1u, min(segment + 2u, last));
    let first = guide_at(strand.guides.x, numbers, share);
    var place = first * strand.weights.x;
    for (var n = 1u; n < 4u; n++) {
        let weight = strand.weights[n];
        if weight != 0.0 {
            let own = guide_at(strand.guides[n], numbers, share);
            let arm = own - first;
            place += (own - arm * parted(length(arm), strand.reach)) * weight;
        }
    }
    // Normalized linear interpolation, on the shorter way.
    let start = guide_rotation(strand.guides.x, segment);
    let end = guide_rotation(strand.guides.x, segment + 1u);
    let to = select(end, -end, dot(start, end) < 0.0);
    return place + rotated(normalize(start + (to - start) * share), offset);
}

@compute @workgroup_size(64)
fn evaluate_points(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let index = invocation(group, groups, local);
    let count = hair.counts.y;
    if index >= hair.counts.x * count {
        return;
    }
    let strand = strands[index / count];
    let t = strand.length * f32(index % count) / f32(count - 1u);
    let offset = vec3<f32>(offsets[index * 3u], offsets[index * 3u + 1u], offsets[index * 3u + 2u]);
    points[index] = vec4<f32>(strand_point(strand, offset, t), 0.0);
}

// Adds `amount` to the cell, whose coordinates may lie outside of the grid by one.
fn add_density(cell: vec3<i32>, amount: f32) {
    let cells = i32(hair.grid_min.w);
    let at = clamp(cell, vec3<i32>(0), vec3<i32>(cells - 1));
    atomicAdd(&density[u32((at.z * cells + at.y) * cells + at.x)], u32(amount));
}

// Adds the area that a segment of a strand shows from its side to the eight cells around it. Whole numbers give the same sum in any order.
@compute @workgroup_size(64)
fn add_segments(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let index = invocation(group, groups, local);
    let segments = hair.counts.y - 1u;
    if index >= hair.counts.x * segments {
        return;
    }
    let strand = index / segments;
    let point = strand * hair.counts.y + index % segments;
    let start = points[point].xyz;
    let to = points[point + 1u].xyz;
    let t = (f32(index % segments) + 0.5) / f32(segments);
    // A segment far longer than the mean counts as one that cannot overflow the sum.
    let units = min(distance(start, to) * strand_width(strand, t) / hair.grid_size.w, 4e9 / f32(hair.counts.x * segments));
    for (var half = 0; half < 2; half++) {
        let middle = mix(start, to, 0.25 + 0.5 * f32(half));
        let at = (middle - hair.grid_min.xyz) / hair.grid_size.xyz * hair.grid_min.w - 0.5;
        let low = floor(at);
        let share = at - low;
        for (var corner = 0; corner < 8; corner++) {
            let step = vec3<i32>(corner & 1, (corner >> 1u) & 1, corner >> 2u);
            let weight = select(1.0 - share, share, step == vec3<i32>(1));
            add_density(vec3<i32>(low) + step, units * 0.5 * weight.x * weight.y * weight.z);
        }
    }
}
