// Main pass of hair.

@group(0) @binding(1) var shadow_map: texture_depth_2d;
@group(0) @binding(2) var shadow_sampler: sampler_comparison;
@group(1) @binding(3) var light_grid: texture_3d<f32>;
@group(1) @binding(4) var light_sampler: sampler;

// Samples per pixel.
override SAMPLES: u32 = 4u;

const HAIR_MARSCHNER: u32 = 1u;

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) tangent: vec3<f32>,
    @location(2) color: vec3<f32>,
    // Radiance of the sky; w: optical depth towards the sun.
    @location(3) light: vec4<f32>,
    // Coverage, place across the ribbon, share of the sun that other surfaces leave, place along the strand.
    @location(4) ribbon: vec4<f32>,
    @location(5) @interpolate(flat, either) seed: u32,
}

// Share of the sun that surfaces other than hair leave.
fn surface_sun(world: vec3<f32>) -> f32 {
    if frame.direction_to_sun.w == 0.0 {
        return 1.0;
    }
    let p = frame.shadow_from_world * vec4<f32>(world + frame.direction_to_sun.xyz * (frame.shadow.x * 2.0), 1.0);
    let uv = p.xy * vec2<f32>(0.5, -0.5) + 0.5;
    if any(uv < vec2<f32>(0.0)) || any(uv > vec2<f32>(1.0)) {
        return 1.0;
    }
    let away = 1.5 * frame.shadow.x * frame.shadow.w;
    var lit = 0.0;
    for (var n = 0; n < 4; n++) {
        let at = uv + (vec2<f32>(f32(n & 1), f32(n >> 1u)) - 0.5) * away;
        lit += textureSampleCompareLevel(shadow_map, shadow_sampler, at, clamp(p.z, 0.0, 1.0));
    }
    return lit * 0.25;
}

@vertex
fn hair_vertex(@builtin(vertex_index) index: u32, @builtin(instance_index) rank: u32) -> Varying {
    let middle = ribbon_vertex(index, rank, 1.0);
    // Size of a pixel at the strand: clip space is 2 high, and the length of this row is the scale of the projection.
    let m = frame.clip_from_world;
    let depth = max(dot(vec4<f32>(m[0].w, m[1].w, m[2].w, m[3].w), vec4<f32>(middle.world, 1.0)), 0.0);
    let pixel = 2.0 * depth / (length(vec3<f32>(m[0].y, m[1].y, m[2].y)) * frame.viewport.y);
    let ribbon = widened(middle, normalize(frame.eye.xyz - middle.world), pixel);
    let seed = strands[rank].seed;
    var out: Varying;
    out.clip = m * vec4<f32>(ribbon.world, 1.0);
    out.world = middle.world;
    out.tangent = ribbon.tangent;
    let brightness = 1.0 + hair.root.w * (strand_random(seed, 1u) * 2.0 - 1.0);
    out.color = mix(hair.root.rgb, hair.tip.rgb, ribbon.t) * brightness;
    let at = (middle.world - hair.grid_min.xyz) / hair.grid_size.xyz;
    out.light = textureSampleLevel(light_grid, light_sampler, at, 0.0);
    out.ribbon = vec4<f32>(ribbon.alpha, ribbon.across, surface_sun(middle.world), ribbon.t);
    out.seed = seed;
    return out;
}

struct Covered {
    @location(0) color: vec4<f32>,
    @builtin(sample_mask) samples: u32,
}

// Samples of the pixel that a ribbon of this coverage takes: as many as the coverage and a noise say, so that the mean is exact, and others for each
// strand (E. Enderton and others, *Stochastic Transparency*, 2010).
fn covered_samples(alpha: f32, seed: u32, pixel: vec2<f32>) -> u32 {
    let noise = fract(52.9829189 * fract(dot(pixel, vec2<f32>(0.06711056, 0.00583715))));
    let u = fract(noise + strand_random(seed, 2u));
    let count = u32(min(alpha, 1.0) * f32(SAMPLES) + u);
    let turn = (seed >> 7u) % SAMPLES;
    let bits = ((1u << count) - 1u) << turn;
    return (bits | (bits >> SAMPLES)) & ((1u << SAMPLES) - 1u);
}

fn hair_color(in: Varying) -> vec3<f32> {
    let t = normalize(in.tangent);
    let v = normalize(frame.eye.xyz - in.world);
    let l = frame.direction_to_sun.xyz;
    let color = clamp(in.color, vec3<f32>(0.002), vec3<f32>(0.99));
    // Bright fibres pass light on to those behind them, in their colour (A. Zinke and others, *Dual Scattering Approximation*, 2008).
    let passed = exp(-in.light.w * (vec3<f32>(1.0) - 0.7 * sqrt(color)));
    let sun = frame.sun_color.rgb * in.ribbon.z * passed;
    let roughness = clamp(hair.shape.y, 0.05, 1.0);
    var single: vec3<f32>;
    if u32(hair.shape.w) == HAIR_MARSCHNER {
        single = marschner(t, v, l, color, roughness, hair.shape.z);
    } else {
        single = shifted_lobes(t, v, l, color, roughness, hair.shape.z);
    }
    let fill = frame.fill_light.w * scattered(t, v, frame.fill_light.xyz, color) * 3.1415927;
    return sun * (single + scattered(t, v, l, color)) + in.light.rgb * (color + 0.02) + fill;
}

@fragment
fn hair_fragment(in: Varying) -> Covered {
    let samples = covered_samples(in.ribbon.x, in.seed, in.clip.xy + frame.viewport.zw);
    if samples == 0u {
        discard;
    }
    return Covered(vec4<f32>(tone_mapped(hair_color(in)), 1.0), samples);
}
