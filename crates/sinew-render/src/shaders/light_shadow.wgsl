// Soft shadow of one light, the sun or the brightest of a file (Fernando, *Percentage-Closer Soft Shadows*, 2005): a search for the mean distance of
// blockers, then a filter as wide as the penumbra. Sample points are Vogel's spiral, rotated per pixel by interleaved
// gradient noise (Jimenez, *Next Generation Post Processing in Call of Duty: Advanced Warfare*, 2014).

@group(0) @binding(1) var shadow_map: texture_depth_2d;
@group(0) @binding(2) var shadow_sampler: sampler_comparison;
// The same map for reading depths; GLSL needs a binding of its own for that.
@group(0) @binding(3) var shadow_depths: texture_2d<f32>;

const BLOCKER_TAPS: i32 = 12;
const FILTER_TAPS: i32 = 16;

// Cosine and sine of the golden angle, from one point of the spiral to the next.
const GOLDEN: vec2<f32> = vec2<f32>(-0.73736888, 0.67549029);

// `direction` rotated by the golden angle.
fn next_direction(direction: vec2<f32>) -> vec2<f32> {
    return direction.x * GOLDEN + direction.y * vec2<f32>(-GOLDEN.y, GOLDEN.x);
}

fn pixel_noise(pixel: vec2<f32>) -> f32 {
    return fract(52.9829189 * fract(dot(pixel, vec2<f32>(0.06711056, 0.00583715))));
}

// Metres from the near plane of a depth in the shadow map.
fn shadow_metres(depth: f32) -> f32 {
    if !caster_has_position() {
        return depth * frame.shadow.z;
    }
    let near = frame.shadow_planes.x;
    let far = frame.shadow_planes.y;
    return near * far / (far - depth * frame.shadow.z) - near;
}

// The depth of metres from the near plane.
fn shadow_depth(metres: f32) -> f32 {
    if !caster_has_position() {
        return metres / frame.shadow.z;
    }
    let near = frame.shadow_planes.x;
    return frame.shadow_planes.y * metres / (max(near + metres, 1e-6) * frame.shadow.z);
}

// Share of the light that casts shadows, of the sun or of a file, that reaches the point `world` on a surface with `normal`, 0 to 1.
fn light_visibility(world: vec3<f32>, normal: vec3<f32>, pixel: vec2<f32>) -> f32 {
    if frame.direction_to_sun.w == 0.0 {
        return 1.0;
    }
    let near = frame.shadow_planes.x;
    let facing = clamp(dot(normal, direction_to_caster(world)), 0.0, 1.0);
    // What is measured at a metre from a light with a position grows with the distance.
    var away = 1.0;
    if caster_has_position() {
        away = (frame.shadow_from_world * vec4<f32>(world, 1.0)).w;
    }
    let texel = frame.shadow.x * away;
    let slope = sqrt(1.0 - facing * facing);
    // An offset of about a texel from the surface prevents it from shadowing itself.
    let moved = frame.shadow_from_world * vec4<f32>(world + normal * texel * (0.5 + 1.5 * slope), 1.0);
    var p = moved.xyz;
    if caster_has_position() {
        if moved.w <= 0.0 {
            return 1.0;
        }
        p /= moved.w;
    }
    let uv = p.xy * vec2<f32>(0.5, -0.5) + 0.5;
    // The map contains every caster; outside of it nothing is in shadow.
    if any(uv < vec2<f32>(0.0)) || any(uv > vec2<f32>(1.0)) {
        return 1.0;
    }
    let metres = shadow_metres(clamp(p.z, 0.0, 1.0));
    let tangent = min(slope / max(facing, 0.05), 4.0);
    let turn = pixel_noise(pixel + frame.viewport.zw) * 6.2831853;
    let start = vec2<f32>(cos(turn), sin(turn));
    let size = vec2<f32>(textureDimensions(shadow_depths));
    let uv_per_world = frame.shadow.w / away;
    // A light with a position is wider as seen from a blocker that is near it.
    var angle = frame.shadow.y;
    if caster_has_position() {
        angle = frame.shadow.y / max(near, 1e-3);
    }

    // The search radius is the penumbra of the most distant possible blocker, between 2 and 32 texels.
    let search_radius = clamp(angle * metres * 0.5, 2.0 * texel, 32.0 * texel);
    let nearest_unblocked = metres - search_radius * tangent * 0.5;
    var blockers = 0.0;
    var blocker_metres = 0.0;
    var direction = start;
    // Points gather in the middle.
    let search = search_radius * uv_per_world / f32(BLOCKER_TAPS);
    for (var i = 0; i < BLOCKER_TAPS; i++) {
        let at = uv + direction * ((f32(i) + 0.5) * search);
        direction = next_direction(direction);
        let texel_at = vec2<i32>(clamp(at, vec2<f32>(0.0), vec2<f32>(0.9999)) * size);
        let found = shadow_metres(stored_shadow_depth(texel_at));
        if found < nearest_unblocked {
            blockers += 1.0;
            blocker_metres += found;
        }
    }
    // Without blockers, a few taps at the smallest radius find casters thinner than the gaps of the search.
    var radius = texel;
    var count = 4;
    if blockers > 0.0 {
        let blocker = blocker_metres / blockers;
        if caster_has_position() {
            angle = frame.shadow.y / max(near + blocker, 1e-3);
        }
        radius = clamp((metres - blocker) * angle, texel, search_radius);
        count = FILTER_TAPS;
    }
    let compared = shadow_depth(metres - (radius * tangent * 0.6 + 0.3 * texel));
    var lit = 0.0;
    direction = start;
    let width = radius * uv_per_world;
    for (var i = 0; i < count; i++) {
        // Points spread evenly.
        let at = uv + direction * (sqrt((f32(i) + 0.5) / f32(count)) * width);
        direction = next_direction(direction);
        lit += textureSampleCompareLevel(shadow_map, shadow_sampler, at, compared);
    }
    return lit / f32(count);
}
