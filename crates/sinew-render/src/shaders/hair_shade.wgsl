// Shading of hair at the points of its strands: there are fewer of them than pixels that strands touch.

@group(0) @binding(1) var shadow_depths: texture_2d<f32>;

@group(1) @binding(0) var<uniform> hair: Hair;
@group(1) @binding(1) var<storage, read> strands: array<Strand>;
// w: colour for drawing.
@group(1) @binding(2) var<storage, read_write> points: array<vec4<f32>>;
@group(1) @binding(3) var light_grid: texture_3d<f32>;

const HAIR_MARSCHNER: u32 = 1u;
// Share of light that the surface of a strand reflects, at normal incidence.
const REFLECTED: f32 = 0.046;
const SHADING_MATERIAL: u32 = 0u;
const SHADING_VERTEX: u32 = 1u;
const SHADING_UVS: u32 = 6u;

// Share of the light that casts shadows that surfaces other than hair leave.
fn surface_visibility(world: vec3<f32>) -> f32 {
    if frame.direction_to_sun.w == 0.0 {
        return 1.0;
    }
    var away = 1.0;
    if caster_has_position() {
        away = (frame.shadow_from_world * vec4<f32>(world, 1.0)).w;
    }
    let offset = direction_to_caster(world) * (frame.shadow.x * 2.0 * away);
    let moved = frame.shadow_from_world * vec4<f32>(world + offset, 1.0);
    if moved.w <= 0.0 {
        return 1.0;
    }
    let p = moved.xyz / moved.w;
    let uv = p.xy * vec2<f32>(0.5, -0.5) + 0.5;
    if any(uv < vec2<f32>(0.0)) || any(uv > vec2<f32>(1.0)) {
        return 1.0;
    }
    // Mean over a square of two texels a side, whose border texels count as far as they are in it.
    let size = textureDimensions(shadow_depths);
    let at = uv * vec2<f32>(size) - 1.0;
    let low = floor(at);
    let share = at - low;
    let last = vec2<i32>(size) - 1;
    var lit = 0.0;
    for (var n = 0; n < 9; n++) {
        let step = vec2<i32>(n % 3, n / 3);
        let weight = select(select(vec2<f32>(1.0), share, step == vec2<i32>(2)), 1.0 - share, step == vec2<i32>(0));
        let found = textureLoad(shadow_depths, clamp(vec2<i32>(low) + step, vec2<i32>(0), last), 0).x;
        lit += select(0.0, weight.x * weight.y, found >= clamp(p.z, 0.0, 1.0));
    }
    return lit * 0.25;
}

// Radiance of the sky at a place in cells; w: optical depth towards the sun.
fn grid_light(at: vec3<f32>) -> vec4<f32> {
    let low = floor(at - 0.5);
    let share = at - 0.5 - low;
    let last = vec3<i32>(i32(hair.grid_min.w) - 1);
    var sum = vec4<f32>(0.0);
    for (var corner = 0; corner < 8; corner++) {
        let step = vec3<i32>(corner & 1, (corner >> 1u) & 1, corner >> 2u);
        let weight = select(1.0 - share, share, step == vec3<i32>(1));
        let cell = clamp(vec3<i32>(low) + step, vec3<i32>(0), last);
        sum += textureLoad(light_grid, cell, 0) * (weight.x * weight.y * weight.z);
    }
    return sum;
}

// Light of a source from `l` that a strand with the tangent `t` sends on towards `v`. `around` is the colour of light that
// several strands have scattered.
fn strand_light(t: vec3<f32>, v: vec3<f32>, l: vec3<f32>, color: vec3<f32>, around: vec3<f32>) -> vec3<f32> {
    let roughness = clamp(hair.shape.y, 0.05, 1.0);
    var single: vec3<f32>;
    if u32(hair.shape.w) == HAIR_MARSCHNER {
        single = marschner(t, v, l, color, roughness, hair.shape.z);
    } else {
        single = shifted_lobes(t, v, l, color, roughness, hair.shape.z);
    }
    return single + scattered(t, v, l, around);
}

fn hair_color(world: vec3<f32>, t: vec3<f32>, color: vec3<f32>) -> vec3<f32> {
    let v = normalize(frame.eye.xyz - world);
    let light = grid_light((world - hair.grid_min.xyz) / hair.grid_size.xyz * hair.grid_min.w);
    // Bright fibres pass light on to those behind them, in their colour (A. Zinke and others, *Dual Scattering Approximation*, 2008).
    // All lights pass hair as far as the one that casts shadows does.
    let passed = exp(-light.w * (vec3<f32>(1.0) - 0.7 * sqrt(color)));
    let visible = surface_visibility(world);
    // Light that several strands have scattered; what their surfaces have reflected has no colour.
    let around = mix(color, vec3<f32>(1.0), REFLECTED);
    let sun = frame.sun_color.rgb * passed * sun_share(visible);
    var sum = sun * strand_light(t, v, frame.direction_to_sun.xyz, color, around);
    for (var i = 0; i < light_count(); i++) {
        let incoming = light_at(i, world);
        let arriving = incoming.color * passed * select(1.0, visible, casts_shadows(i));
        sum += arriving * strand_light(t, v, incoming.direction, color, around);
    }
    let fill = frame.fill_light.w * scattered(t, v, frame.fill_light.xyz, around) * 3.1415927;
    return sum + light.rgb * around + fill;
}

// Colour from 0 to 1 in 24 bits of a number that is neither denormal nor infinite.
fn packed_color(color: vec3<f32>) -> f32 {
    let bytes = pack4x8unorm(vec4<f32>(sqrt(clamp(color, vec3<f32>(0.0), vec3<f32>(1.0))), 0.0));
    return bitcast<f32>((bytes & 0x00ffffffu) | 0x3f000000u);
}

// Inverse of the encoding of the output pass (IEC 61966-2-1), for debug views.
fn decoded(encoded: vec3<f32>) -> vec3<f32> {
    return select(pow((encoded + 0.055) / 1.055, vec3<f32>(2.4)), encoded / 12.92, encoded <= vec3<f32>(0.04045));
}

@compute @workgroup_size(64)
fn shade_points(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let index = invocation(group, groups, local);
    let drawn = u32(hair.detail.w);
    if index >= hair.counts.x * drawn {
        return;
    }
    let rank = index / drawn;
    let n = index % drawn;
    let first = rank * hair.counts.y;
    let at = drawn_point(n);
    let world = points[first + at].xyz;
    let along = points[first + drawn_point(min(n + 1u, drawn - 1u))].xyz - points[first + drawn_point(max(n, 1u) - 1u)].xyz;
    let tangent = select(vec3<f32>(0.0, -1.0, 0.0), normalize(along), dot(along, along) > 1e-16);
    let t = f32(at) / f32(hair.counts.y - 1u);
    let kind = u32(frame.sun_color.w);
    var color: vec3<f32>;
    if kind == SHADING_MATERIAL || kind == SHADING_VERTEX {
        color = tone_mapped(hair_color(world, tangent, strand_color(strands[rank], t)));
    } else if kind == SHADING_UVS {
        color = decoded(vec3<f32>(0.0, t, 0.0));
    } else {
        // Hair has tangents, and no normals.
        color = decoded(tangent * 0.5 + 0.5);
    }
    points[first + at].w = packed_color(color);
}
