// Contacts of simulated hair: the same formulas as in crates/sinew/src/hair/simulation/contact.rs and way_out.rs.

const PUSHES: u32 = 3u;
const TURNS: u32 = 4u;
const HALVINGS: u32 = 6u;
// Depth within the distance from colliders that counts as outside, metres.
const TOLERANCE: f32 = 1e-4;

// Place at a distance from a point, in the direction `way`.
fn reached(start: vec3<f32>, way: vec3<f32>, distance: f32) -> vec3<f32> {
    return start + direction_or(way, vec3<f32>(0.0, -1.0, 0.0)) * distance;
}

// True for a place that is no deeper in an obstacle than the tolerance.
fn is_free(number: u32, place: vec3<f32>) -> bool {
    return push(number, place, solver.numbers.w - TOLERANCE).w <= 0.0;
}

// Place at a distance from `start` that is outside of an obstacle, nearly in the direction `now`: `WayOut::beside`.
fn way_out(start: vec3<f32>, now: vec3<f32>, distance: f32, number: u32) -> vec3<f32> {
    let out = outward(number, start);
    let part = 1.0 / f32(TURNS);
    for (var n = 1u; n <= TURNS; n++) {
        var free = f32(n) * part;
        if !is_free(number, reached(start, mix(now, out, free), distance)) {
            continue;
        }
        // The nearest place changes little with where the point was.
        var half = part * 0.5;
        for (var m = 0u; m < HALVINGS; m++) {
            let nearer = reached(start, mix(now, out, free - half), distance);
            free = select(free, free - half, is_free(number, nearer));
            half *= 0.5;
        }
        return reached(start, mix(now, out, free), distance);
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
        if share >= best_share && is_free(number, place) {
            best = place;
            best_share = share;
        }
    }
    return best;
}

// Place at a distance from `start` that is nearest to `place` on the plane with this normal through `outside`: `Reached::beside`.
fn beside(start: vec3<f32>, distance: f32, place: vec3<f32>, outside: vec3<f32>, normal: vec3<f32>) -> vec3<f32> {
    let height = clamp(dot(normal, outside - start), -distance, distance);
    let arm = place - start;
    let aside = arm - normal * dot(arm, normal);
    // A hair that stands on the plane falls over.
    let down = direction_or(vec3<f32>(0.0, -1.0, 0.0) + normal * normal.y, vec3<f32>(1.0, 0.0, 0.0));
    let reach = sqrt(max(distance * distance - height * height, 0.0));
    return start + normal * height + direction_or(aside, down) * reach;
}

struct Pushed {
    place: vec3<f32>,
    // Normal of the last contact.
    normal: vec3<f32>,
    // True where the last look found an obstacle.
    is_touched: bool,
}

// A place pushed once out of each of the obstacles from `first` until `end` that it is deeper in than `tolerance`: `Obstacles::push`.
fn push_each(first: u32, end: u32, start: vec3<f32>, distance: f32, before: Pushed, tolerance: f32) -> Pushed {
    var own = Pushed(before.place, before.normal, false);
    for (var n = first; n < end; n++) {
        if push(n, own.place, solver.numbers.w - tolerance).w > 0.0 {
            let outside = push(n, own.place, solver.numbers.w).xyz;
            own.normal = outward(n, own.place);
            own.place = beside(start, distance, own.place, outside, own.normal);
            own.is_touched = true;
        }
    }
    return own;
}

// Brings the next places out of the obstacles of a step, at their distances from the points before, slowed by friction. SCRATCH gets the normals.
fn collide(number: u32) {
    let first = number * solver.counts.w;
    let end = first + steps[number].colliders;
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
        var own = push_each(first, end, start, distance, Pushed(place, vec3<f32>(0.0), false), 0.0);
        if own.is_touched {
            is_whole = false;
            let way = own.place - load(POINTS, point);
            let slower = own.place - (way - own.normal * dot(way, own.normal)) * solver.numbers.z;
            own.place = reached(start, slower - start, distance);
            // Along a round shape, back leads into it.
            for (var turn = 0u; turn < PUSHES && own.is_touched; turn++) {
                own = push_each(first, end, start, distance, own, TOLERANCE);
            }
            if own.is_touched && push(first, own.place, solver.numbers.w - TOLERANCE).w > 0.0 {
                own.place = way_out(start, (own.place - start) / distance, distance, first);
            }
        }
        store(SCRATCH, point, own.normal);
        store(NEXT, point, own.place);
    }
}
