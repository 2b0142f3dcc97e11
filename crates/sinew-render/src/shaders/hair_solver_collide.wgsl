// Contacts of simulated hair: the same formulas as `Step::collide` in crates/sinew/src/hair/simulation/step.rs.

const PUSHES: u32 = 6u;
const TURNS: u32 = 4u;
const NONE: u32 = 0xffffffffu;

// Place at a distance from a point, in the direction `way`.
fn reached(start: vec3<f32>, way: vec3<f32>, distance: f32) -> vec3<f32> {
    return start + direction_or(way, vec3<f32>(0.0, -1.0, 0.0)) * distance;
}

// Number of the first of the obstacles from `first` until `end` that a place is in; NONE where it is outside of all.
fn obstacle_around(first: u32, end: u32, place: vec3<f32>) -> u32 {
    for (var n = first; n < end; n++) {
        if push(n, place, solver.numbers.w).w > 0.0 {
            return n;
        }
    }
    return NONE;
}

// Place at a distance from `start` that is outside of the obstacles from `first` to `number`, nearly in the direction `now`: `Step::way_out`.
fn way_out(start: vec3<f32>, now: vec3<f32>, distance: f32, first: u32, number: u32) -> vec3<f32> {
    let out = outward(number, start);
    for (var n = 1u; n <= TURNS; n++) {
        let place = reached(start, mix(now, out, f32(n) / f32(TURNS)), distance);
        if obstacle_around(first, number + 1u, place) == NONE {
            return place;
        }
    }
    // Between parts of a field, as ears, the way out may be any.
    var best = reached(start, out, distance);
    var best_share = -3.4e38;
    for (var n = 0u; n < 27u; n++) {
        let side = vec3<f32>(vec3<u32>(n % 3u, n / 3u % 3u, n / 9u)) - 1.0;
        if n == 13u {
            continue;
        }
        let place = reached(start, side, distance);
        let share = dot(place - start, now);
        if share >= best_share && obstacle_around(first, number + 1u, place) == NONE {
            best = place;
            best_share = share;
        }
    }
    return best;
}

// Brings the next places out of the obstacles of a step, at their distances from the points before, slowed by friction. SCRATCH gets the normals.
fn collide(number: u32) {
    let first = number * solver.counts.w;
    let end = first + steps[number].colliders;
    let thickness = solver.numbers.w;
    store(SCRATCH, 0u, vec3<f32>(0.0));
    store(SCRATCH, 1u, vec3<f32>(0.0));
    // The lengths are right as long as nothing was pushed.
    var is_whole = true;
    for (var point = 2u; point < solver.counts.y; point++) {
        let start = load(NEXT, point - 1u);
        let distance = edge_length(point - 1u);
        var place = load(NEXT, point);
        if !is_whole {
            place = reached(start, place - start, distance);
        }
        var normal = vec3<f32>(0.0);
        var is_touched = false;
        for (var turn = 0u; turn < PUSHES; turn++) {
            var is_pushed = false;
            for (var own = first; own < end; own++) {
                let outside = push(own, place, thickness);
                if outside.w > 0.0 {
                    normal = outward(own, place);
                    place = reached(start, outside.xyz - start, distance);
                    is_pushed = true;
                }
            }
            if !is_pushed {
                break;
            }
            is_touched = true;
        }
        if is_touched {
            is_whole = false;
            let stuck = obstacle_around(first, end, place);
            if stuck != NONE {
                place = way_out(start, (place - start) / distance, distance, first, stuck);
            }
            let way = place - load(POINTS, point);
            let slower = place - (way - normal * dot(way, normal)) * solver.numbers.z;
            let slowed = reached(start, slower - start, distance);
            if obstacle_around(first, end, slowed) == NONE {
                place = slowed;
            }
        }
        store(SCRATCH, point, normal);
        store(NEXT, point, place);
    }
}
