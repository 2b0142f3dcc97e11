// Strands as ribbons that face the viewer. All strands are one strip of triangles: each has two vertices per point, and repeats its first and last one,
// so that the triangles between strands are empty.

@group(1) @binding(0) var<uniform> hair: Hair;
@group(1) @binding(1) var<storage, read> strands: array<Strand>;
@group(1) @binding(2) var<storage, read> points: array<vec4<f32>>;
// Ranks of sorted strips from the farthest to the nearest.
@group(1) @binding(3) var<storage, read> order: array<u32>;

struct Ribbon {
    world: vec3<f32>,
    // Way along the strand.
    along: vec3<f32>,
    // True width in metres; after `widened`, its share of the width that is drawn.
    alpha: f32,
    // -1 and 1 at the borders.
    across: f32,
    // Place along the strand, 0 to 1.
    t: f32,
    // Packed colour.
    color: f32,
}

// Strand of a vertex of the strip.
fn vertex_strand(vertex: u32) -> u32 {
    let number = vertex / (u32(hair.detail.w) * 2u + 2u);
    if hair.strips.z > 0.0 {
        return order[number];
    }
    return number;
}

// Middle of the ribbon at a vertex of strand `rank`, whose width is multiplied by `widening`.
fn ribbon_vertex(vertex: u32, rank: u32, widening: f32) -> Ribbon {
    let drawn = u32(hair.detail.w);
    let index = clamp(vertex % (drawn * 2u + 2u), 1u, drawn * 2u) - 1u;
    let n = index >> 1u;
    let first = rank * hair.counts.y;
    let at = drawn_point(n);
    let own = points[first + at];
    let along = points[first + drawn_point(min(n + 1u, drawn - 1u))].xyz - points[first + drawn_point(max(n, 1u) - 1u)].xyz;
    let t = f32(at) / f32(hair.counts.y - 1u);
    let width = strand_width(rank, t) * widening;
    return Ribbon(own.xyz, along, width, f32(index & 1u) * 2.0 - 1.0, t, own.w);
}

// Moves the vertex to its border. `pixel` is the least width, `to_viewer` the direction that the ribbon faces, of any length.
fn widened(ribbon: Ribbon, to_viewer: vec3<f32>, pixel: f32) -> Ribbon {
    var out = ribbon;
    let across = cross(ribbon.along, to_viewer);
    let square = dot(across, across);
    let side = select(vec3<f32>(0.0), across * inverseSqrt(max(square, 1e-30)), square > 1e-24);
    let width = max(ribbon.alpha, pixel);
    out.alpha = ribbon.alpha / max(width, 1e-12);
    out.world += side * (ribbon.across * 0.5 * width);
    return out;
}
