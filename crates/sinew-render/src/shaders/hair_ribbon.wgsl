// Strands as ribbons that face the viewer.

@group(1) @binding(0) var<uniform> hair: Hair;
@group(1) @binding(1) var<storage, read> strands: array<Strand>;
@group(1) @binding(2) var<storage, read> points: array<vec4<f32>>;

struct Ribbon {
    world: vec3<f32>,
    tangent: vec3<f32>,
    // Unit vector across the ribbon.
    side: vec3<f32>,
    // True width over drawn width.
    alpha: f32,
    // Place along the strand, 0 to 1.
    t: f32,
    // -1 and 1 at the borders.
    across: f32,
}

// Vertex `index` of strand `rank`, on a ribbon that is at least `pixel` wide, seen from the direction `to_viewer` at its point.
fn ribbon_vertex(index: u32, rank: u32, widening: f32) -> Ribbon {
    let count = hair.counts.y;
    let drawn = u32(hair.detail.w);
    let n = index >> 1u;
    let first = rank * count;
    let at = drawn_point(n);
    let before = drawn_point(max(n, 1u) - 1u);
    let after = drawn_point(min(n + 1u, drawn - 1u));
    var out: Ribbon;
    out.world = points[first + at].xyz;
    let along = points[first + after].xyz - points[first + before].xyz;
    out.tangent = select(vec3<f32>(0.0, -1.0, 0.0), normalize(along), dot(along, along) > 1e-16);
    out.t = f32(at) / f32(count - 1u);
    out.across = f32(index & 1u) * 2.0 - 1.0;
    out.alpha = strand_width(rank, out.t) * widening;
    return out;
}

// Moves the vertex to its border. `pixel` is the least width, `to_viewer` the direction that the ribbon faces.
fn widened(ribbon: Ribbon, to_viewer: vec3<f32>, pixel: f32) -> Ribbon {
    var out = ribbon;
    let across = cross(ribbon.tangent, to_viewer);
    let other = cross(ribbon.tangent, vec3<f32>(0.0, 1.0, 0.0001));
    out.side = normalize(select(other, across, dot(across, across) > 1e-12));
    let width = max(ribbon.alpha, pixel);
    out.alpha = ribbon.alpha / max(width, 1e-12);
    out.world += out.side * (out.across * 0.5 * width);
    return out;
}

// Random number of a strand, 0 to 1; `salt` chooses one of several.
fn strand_random(seed: u32, salt: u32) -> f32 {
    // PCG hash (M. Jarzynski, M. Olano, *Hash Functions for GPU Rendering*, 2020).
    let state = (seed ^ (salt * 0x9e3779b9u)) * 747796405u + 2891336453u;
    let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return f32(((word >> 22u) ^ word) >> 8u) / 16777216.0;
}
