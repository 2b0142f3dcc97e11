// Main pass of hair.

// Samples per pixel.
override SAMPLES: u32 = 4u;

struct Varying {
    @builtin(position) clip: vec4<f32>,
    // w: coverage.
    @location(0) color: vec4<f32>,
    @location(1) @interpolate(flat, either) seed: u32,
}

@vertex
fn hair_vertex(@builtin(vertex_index) vertex: u32) -> Varying {
    let rank = vertex_strand(vertex);
    let middle = ribbon_vertex(vertex, rank, 1.0);
    // Size of a pixel at the strand: clip space is 2 high, and the length of this row is the scale of the projection.
    let m = frame.clip_from_world;
    let depth = max(dot(vec4<f32>(m[0].w, m[1].w, m[2].w, m[3].w), vec4<f32>(middle.world, 1.0)), 0.0);
    let pixel = 2.0 * depth / (length(vec3<f32>(m[0].y, m[1].y, m[2].y)) * frame.viewport.y);
    let ribbon = widened(middle, frame.eye.xyz - middle.world, pixel);
    let color = unpack4x8unorm(bitcast<u32>(ribbon.color)).rgb;
    return Varying(m * vec4<f32>(ribbon.world, 1.0), vec4<f32>(color * color, ribbon.alpha), strands[rank].seed);
}

struct Covered {
    @location(0) color: vec4<f32>,
    @builtin(sample_mask) samples: u32,
}

// Samples of the pixel that a ribbon of this coverage takes: as many as the coverage and a noise say, so that the mean is exact, and others for each
// strand (E. Enderton and others, *Stochastic Transparency*, 2010). The noise is that of J. Jimenez, *Next Generation Post Processing in Call of Duty:
// Advanced Warfare*, 2014.
fn covered_samples(alpha: f32, seed: u32, pixel: vec2<f32>) -> u32 {
    let noise = fract(52.9829189 * fract(dot(pixel, vec2<f32>(0.06711056, 0.00583715))));
    let u = fract(noise + f32(seed >> 8u) / 16777216.0);
    let count = u32(min(alpha, 1.0) * f32(SAMPLES) + u);
    let turn = seed % SAMPLES;
    let bits = ((1u << count) - 1u) << turn;
    return (bits | (bits >> SAMPLES)) & ((1u << SAMPLES) - 1u);
}

@fragment
fn hair_fragment(in: Varying) -> Covered {
    let samples = covered_samples(in.color.a, in.seed, in.clip.xy + frame.viewport.zw);
    if samples == 0u {
        discard;
    }
    return Covered(vec4<f32>(in.color.rgb, 1.0), samples);
}
