// Data of a hair layer that all of its passes share.

// The same layout as `HairUniform` in hair/uniform.rs.
struct Hair {
    // Linear colour at the root; w: share by which strands differ in brightness.
    root: vec4<f32>,
    // Linear colour at the tip; w: width at the tip as a share of that at the root.
    tip: vec4<f32>,
    // Linear colour of grey strands; w: their share.
    grey: vec4<f32>,
    // Shares of the length between which the colour goes over from that of the root to that of the tip.
    fade: vec4<f32>,
    // Width at the root in metres, roughness, tilt of the cuticle's scales in radians, `HairShading`.
    shape: vec4<f32>,
    // Number of strands that are drawn, points per strand, points per guide, `HairCurve`.
    counts: vec4<u32>,
    // Rank at which strands end, ranks over which they thin out before it, factor on the width, points per strand that are drawn.
    detail: vec4<f32>,
    // Factor on the width of strips against the strands that they stand for, strands across a strip, 1 for sorted strips.
    strips: vec4<f32>,
    // Smallest corner of the density grid; w: cells a side.
    grid_min: vec4<f32>,
    // Size of the grid in metres; w: square metres of hair per unit of density.
    grid_size: vec4<f32>,
}

// The same layout as `StrandRecord` in hair/strand_record.rs.
struct Strand {
    guides: vec4<u32>,
    weights: vec4<f32>,
    length: f32,
    seed: u32,
    // Distance from its first guide up to which the strand is drawn to the others, metres.
    reach: f32,
    // Square roots of the linear tint, a byte a channel.
    tint: u32,
}

// Share of the width that a strand keeps: strands at the end of the order thin out before they vanish.
fn presence(rank: u32) -> f32 {
    return clamp((hair.detail.x - f32(rank) - 0.5) / hair.detail.y, 0.0, 1.0);
}

// Width of a strand at `t` along it, metres.
fn strand_width(rank: u32, t: f32) -> f32 {
    return hair.shape.x * mix(1.0, hair.tip.w, t) * hair.detail.z * presence(rank);
}

// Number of the point that is drawn as point `n`: fewer points than there are spread evenly over them.
fn drawn_point(n: u32) -> u32 {
    let last = f32(hair.counts.y - 1u);
    return u32(round(f32(n) * last / (hair.detail.w - 1.0)));
}
// Random number of a strand, 0 to 1; `salt` chooses one of several. PCG hash (M. Jarzynski, M. Olano, *Hash Functions for GPU Rendering*, 2020).
fn strand_random(seed: u32, salt: u32) -> f32 {
    let state = (seed ^ (salt * 0x9e3779b9u)) * 747796405u + 2891336453u;
    let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return f32(((word >> 22u) ^ word) >> 8u) / 16777216.0;
}

// Number of this invocation; groups lie in a rectangle, since a row has a largest length.
fn invocation(group: vec3<u32>, groups: vec3<u32>, local: u32) -> u32 {
    return (group.y * groups.x + group.x) * 64u + local;
}

// Factor on the brightness of a strand.
fn brightness(seed: u32) -> f32 {
    return 1.0 + hair.root.w * (strand_random(seed, 1u) * 2.0 - 1.0);
}

// Colour of a strand at `t` along it; in strips the strands across differ, and are grey in the mean.
fn strand_color(strand: Strand, t: f32) -> vec3<f32> {
    let is_strip = hair.strips.y > 1.0;
    let own = select(brightness(strand.seed), 1.0, is_strip);
    let grey = select(f32(strand_random(strand.seed, 5u) < hair.grey.w), hair.grey.w, is_strip);
    let along = clamp((t - hair.fade.x) / hair.fade.y, 0.0, 1.0);
    let tint = unpack4x8unorm(strand.tint).rgb;
    let color = mix(mix(hair.root.rgb, hair.tip.rgb, along), hair.grey.rgb, grey) * tint * tint;
    return clamp(color * own, vec3<f32>(0.002), vec3<f32>(0.99));
}
