// Wind on simulated hair: the same formulas as in crates/sinew/src/hair/simulation/wind.

const GUST_LENGTH: f32 = 1.7;
const LEE_EDGE: vec2<f32> = vec2<f32>(1.15, 0.5);
const LEE_BEGIN: f32 = 0.3;
const LEE_REACH: f32 = 4.0;

// Sine to the last digits, which devices do not promise: the nearest multiple of π is taken off in two parts; then Taylor's series.
fn exact_sine(angle: f32) -> f32 {
    let turns = round(angle * 0.318309886);
    let x = (angle - turns * 3.140625) - turns * 9.67653589793e-4;
    let s = x * x;
    let series = x + x * s * (-1.66666667e-1 + s * (8.33333333e-3 + s * (-1.98412698e-4 + s * (2.75573192e-6 - s * 2.50521084e-8))));
    return select(series, -series, (i32(turns) & 1) != 0);
}

// Velocity of the air at a place: `EvenWind::at`.
fn wind_at(place: vec3<f32>, time: f32) -> vec3<f32> {
    let velocity = solver.wind.xyz;
    let speed = length(velocity);
    if speed == 0.0 {
        return vec3<f32>(0.0);
    }
    let phase = (speed * time - dot(velocity, place) / speed) / GUST_LENGTH;
    let wave = exact_sine(phase) + exact_sine(phase * 2.213 + 1.7) * 0.5 + exact_sine(phase * 4.731 + place.y * 9.0) * 0.25;
    return velocity * (1.0 + solver.wind.w * wave / 1.75);
}

fn smooth_share(t: f32) -> f32 {
    let s = clamp(t, 0.0, 1.0);
    return s * s * (3.0 - 2.0 * s);
}

// Share of the wind that the first collider leaves at a place: `Lee::exposure`.
fn lee_exposure(number: u32, at: vec3<f32>, wind: vec3<f32>) -> f32 {
    if steps[number].has_lee == 0u {
        return 1.0;
    }
    let rows = steps[number].lee_rows;
    let start = at - steps[number].lee_center.xyz;
    let arm = vec3<f32>(dot(rows[0].xyz, start), dot(rows[1].xyz, start), dot(rows[2].xyz, start));
    let turned = vec3<f32>(dot(rows[0].xyz, wind), dot(rows[1].xyz, wind), dot(rows[2].xyz, wind));
    let along = direction_or(turned, vec3<f32>(0.0));
    let behind = dot(arm, along);
    let aside = sqrt(max(dot(arm, arm) - behind * behind, 0.0));
    let beyond = min(max(behind - 1.0, 0.0) / LEE_REACH, 1e6);
    let shade = smooth_share((LEE_EDGE.x - aside) / LEE_EDGE.y) * smooth_share((behind + LEE_BEGIN) / (2.0 * LEE_BEGIN));
    return 1.0 - shade / (1.0 + beyond * beyond);
}

// Share of the wind that the groom over a point leaves: `HairCover::exposure`.
fn cover_exposure(point: u32, rotation: vec4<f32>, wind: vec3<f32>) -> f32 {
    let own = rest_number(point);
    let upwind = rotated(conjugate(rotation), -wind);
    let shares = upwind * upwind / max(dot(upwind, upwind), 1.17549435e-38);
    let covers = select(rest[own].cover.xyz, rest[own].cover_behind.xyz, upwind < vec3<f32>(0.0));
    let depth = dot(shares, covers);
    return 1.0 / (1.0 + depth + 0.5 * depth * depth);
}

// Velocity of the air at a point of a hair between the winds at its root and at its tip.
fn air_at(number: u32, point: u32, rotation: vec4<f32>, at_root: vec3<f32>, at_tip: vec3<f32>) -> vec3<f32> {
    let own = mix(at_root, at_tip, f32(point) / f32(solver.counts.y - 1u));
    if solver.gravity.w == 0.0 {
        return own;
    }
    let open = lee_exposure(number, load(POINTS, point), own) * cover_exposure(point, rotation, own);
    return own * (1.0 - solver.gravity.w * (1.0 - open));
}
