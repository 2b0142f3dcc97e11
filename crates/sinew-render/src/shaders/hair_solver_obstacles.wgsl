// Colliders of simulated hair: the same formulas as in crates/sinew/src/hair/simulation/collider.rs and field/field.rs.

// Vector to a place from the nearest one on the line of a capsule.
fn from_line(number: u32, at: vec3<f32>) -> vec3<f32> {
    let start = obstacles[number].a.xyz;
    let along = obstacles[number].b.xyz - start;
    let arm = at - start;
    let square = dot(along, along);
    if square > 0.0 {
        return arm - along * clamp(dot(arm, along) / square, 0.0, 1.0);
    }
    return arm;
}

fn node_distance(number: u32) -> f32 {
    // The sign is extended by a shift.
    let word = bitcast<i32>(nodes[number >> 1u]);
    return f32(select(word << 16u, word, (number & 1u) == 1u) >> 16u);
}

// Normal of a field at a place in its rest pose; w: distance to its surface.
fn field_sample(number: u32, place: vec3<f32>) -> vec4<f32> {
    let counts = obstacles[number].counts.xyz;
    let cell = obstacles[number].cell;
    let grid_place = (place - obstacles[number].c.xyz) / cell;
    let inside = clamp(grid_place, vec3<f32>(0.0), vec3<f32>(counts - 1u));
    let beyond = length(grid_place - inside) * cell;
    let node = min(vec3<u32>(inside), counts - 2u);
    let share = inside - vec3<f32>(node);
    let row = counts.x;
    let layer = counts.x * counts.y;
    let first = obstacles[number].first + node.x + node.y * row + node.z * layer;
    let starts = vec4<u32>(first, first + row, first + layer, first + layer + row);
    // Distances and slopes along x at the four edges of the cell.
    var own: vec4<f32>;
    var slopes: vec4<f32>;
    for (var n = 0u; n < 4u; n++) {
        let start = node_distance(starts[n]);
        slopes[n] = node_distance(starts[n] + 1u) - start;
        own[n] = start + slopes[n] * share.x;
    }
    let steps_y = own.yw - own.xz;
    let middle = own.xz + steps_y * share.y;
    let slopes_x = slopes.xz + (slopes.yw - slopes.xz) * share.y;
    let slope = vec3<f32>(
        slopes_x.x + (slopes_x.y - slopes_x.x) * share.z,
        steps_y.x + (steps_y.y - steps_y.x) * share.z,
        middle.y - middle.x,
    );
    let nearest = (middle.x + (middle.y - middle.x) * share.z) * obstacles[number].unit + beyond;
    return vec4<f32>(direction_or(slope, vec3<f32>(0.0, 1.0, 0.0)), nearest);
}

fn field_rest(number: u32, at: vec3<f32>) -> vec3<f32> {
    return rotated(conjugate(obstacles[number].b), at - obstacles[number].a.xyz);
}

// Direction away from the shape at a place.
fn outward(number: u32, at: vec3<f32>) -> vec3<f32> {
    var away: vec3<f32>;
    if obstacles[number].kind == CAPSULE {
        away = from_line(number, at);
    } else if obstacles[number].kind == ELLIPSOID {
        let arm = at - obstacles[number].a.xyz;
        var axes = array<vec4<f32>, 3>(obstacles[number].b, obstacles[number].c, obstacles[number].d);
        for (var n = 0; n < 3; n++) {
            let square = axes[n].w * axes[n].w;
            away += axes[n].xyz * (dot(arm, axes[n].xyz) / max(square * square, 1.17549435e-38));
        }
    } else {
        away = rotated(obstacles[number].b, field_sample(number, field_rest(number, at)).xyz);
    }
    return direction_or(away, vec3<f32>(0.0, 1.0, 0.0));
}

// Place outside of the shape, `distance` metres from it or more; w: 1 where `at` is not there already. `HairCollider::push`.
fn push(number: u32, at: vec3<f32>, distance: f32) -> vec4<f32> {
    let nothing = vec4<f32>(at, 0.0);
    if obstacles[number].kind == CAPSULE {
        let away = from_line(number, at);
        let reach = obstacles[number].a.w + distance;
        if dot(away, away) >= reach * reach {
            return nothing;
        }
        return vec4<f32>(at - away + direction_or(away, vec3<f32>(0.0, 1.0, 0.0)) * reach, 1.0);
    }
    if obstacles[number].kind == ELLIPSOID {
        let center = obstacles[number].a.xyz;
        let arm = at - center;
        let lengths = vec3<f32>(obstacles[number].b.w, obstacles[number].c.w, obstacles[number].d.w);
        let along = vec3<f32>(
            dot(arm, obstacles[number].b.xyz),
            dot(arm, obstacles[number].c.xyz),
            dot(arm, obstacles[number].d.xyz),
        );
        let depth = length(along / max(lengths * (lengths + distance), vec3<f32>(1.17549435e-38)));
        if !(depth < 1.0) {
            return nothing;
        }
        if depth > 1e-3 {
            return vec4<f32>(center + arm / depth, 1.0);
        }
        return vec4<f32>(center + obstacles[number].c.xyz, 1.0);
    }
    let place = field_rest(number, at);
    if any(place < obstacles[number].d.xyz - distance) || any(place > obstacles[number].e.xyz + distance) {
        return nothing;
    }
    let found = field_sample(number, place);
    if found.w < distance {
        return vec4<f32>(at + rotated(obstacles[number].b, found.xyz) * (distance - found.w), 1.0);
    }
    return nothing;
}
