// Main pass of hair.

// Samples per pixel.
const SAMPLES: u32 = 4u;

// What is drawn: 0 all, with as many samples as the coverage says; of sorted strips 1 what hides everything behind it, 2 the rest, blended.
override PHASE: u32 = 0u;
// Coverage from which a strip hides what is behind it.
const OPAQUE: f32 = 0.9;

struct Varying {
    @builtin(position) clip: vec4<f32>,
    // w: coverage.
    @location(0) color: vec4<f32>,
    // Place across the ribbon, -1 to 1, and along it, 0 to 1; mean share of a strip without gaps; 1 where strands across are seen, else 0.
    @location(1) place: vec4<f32>,
    @location(2) @interpolate(flat, either) seed: u32,
}

@vertex
fn hair_vertex(@builtin(vertex_index) vertex: u32) -> Varying {
    let rank = vertex_strand(vertex);
    var middle = ribbon_vertex(vertex, rank, 1.0);
    // Size of a pixel at the strand: clip space is 2 high, and the length of this row is the scale of the projection.
    let m = frame.clip_from_world;
    let depth = max(dot(vec4<f32>(m[0].w, m[1].w, m[2].w, m[3].w), vec4<f32>(middle.world, 1.0)), 0.0);
    let pixel = 2.0 * depth / (length(vec3<f32>(m[0].y, m[1].y, m[2].y)) * frame.viewport.y);
    // Gaps open where the strands across a strip are seen.
    let is_seen = smoothstep(0.7, 2.0, middle.alpha / (hair.strips.y * pixel));
    let spread = mix(1.0, hair.strips.x, is_seen);
    middle.alpha *= spread;
    let ribbon = widened(middle, frame.eye.xyz - middle.world, pixel);
    let color = unpack4x8unorm(bitcast<u32>(ribbon.color)).rgb;
    var out: Varying;
    out.clip = m * vec4<f32>(ribbon.world, 1.0);
    out.color = vec4<f32>(color * color, ribbon.alpha);
    out.place = vec4<f32>(ribbon.across, ribbon.t, 1.0 / spread, is_seen);
    out.seed = strands[rank].seed;
    return out;
}

struct Covered {
    @location(0) color: vec4<f32>,
    @builtin(sample_mask) samples: u32,
}

// Noise from 0 to 1 of a strand in a pixel: the sequence R2 (M. Roberts, *The Unreasonable Effectiveness of Quasirandom Sequences*, 2018), whose multiples
// along lines of any direction spread evenly.
fn strand_noise(seed: u32, pixel: vec2<f32>) -> f32 {
    let noise = fract(dot(floor(pixel), vec2<f32>(0.75487767, 0.56984029)));
    return fract(noise + f32(seed >> 8u) / 16777216.0);
}

// Samples of the pixel that a ribbon of this coverage takes: as many as the coverage and a noise say, so that the mean is exact, and others for each
// strand (E. Enderton and others, *Stochastic Transparency*, 2010).
fn covered_samples(alpha: f32, seed: u32, pixel: vec2<f32>) -> u32 {
    let count = u32(min(alpha, 1.0) * f32(SAMPLES) + strand_noise(seed, pixel));
    let turn = seed % SAMPLES;
    let bits = ((1u << count) - 1u) << turn;
    return (bits | (bits >> SAMPLES)) & ((1u << SAMPLES) - 1u);
}

// Colour and coverage of the strands across a strip: cells of random brightness that end at random lengths, with gaps between them. Where cells are
// smaller than pixels, the strip is even.
fn strip_color(in: Varying) -> vec4<f32> {
    let cells = hair.strips.y;
    let at = (in.place.x * 0.5 + 0.5) * cells;
    let cell = clamp(floor(at), 0.0, cells - 1.0);
    let seed = in.seed + u32(cell) * 0x9e3779b9u;
    let fill = in.place.z;
    let pixels = 1.0 / max(fwidth(at), 1e-6);
    let is_seen = in.place.w;
    let edge = clamp((0.5 * fill - abs(at - cell - 0.5)) * pixels + 0.5, 0.0, 1.0);
    // Half of the strands reach the tip, the others end in the last quarter.
    let end = min(1.0, 0.75 + 0.5 * strand_random(seed, 4u));
    let ending = clamp((end - in.place.y) * 16.0, 0.0, 1.0);
    let covered = mix(fill, edge * ending, is_seen);
    return vec4<f32>(in.color.rgb * mix(1.0, brightness(seed), is_seen), in.color.a * covered);
}

fn ribbon_color(in: Varying) -> vec4<f32> {
    if hair.strips.y > 1.0 {
        return strip_color(in);
    }
    return in.color;
}

@fragment
fn hair_fragment(in: Varying) -> Covered {
    let color = ribbon_color(in);
    let samples = covered_samples(color.a, in.seed, in.clip.xy + frame.viewport.zw);
    if samples == 0u {
        discard;
    }
    return Covered(vec4<f32>(color.rgb, 1.0), samples);
}

// The same for one sample per pixel.
@fragment
fn single_sample_fragment(in: Varying) -> @location(0) vec4<f32> {
    let color = ribbon_color(in);
    if color.a + strand_noise(in.seed, in.clip.xy + frame.viewport.zw) < 1.0 {
        discard;
    }
    return vec4<f32>(color.rgb, 1.0);
}

@fragment
fn strip_fragment(in: Varying) -> @location(0) vec4<f32> {
    let color = strip_color(in);
    if (color.a >= OPAQUE) != (PHASE == 1u) || color.a <= 0.0 {
        discard;
    }
    return vec4<f32>(color.rgb * color.a, color.a);
}
