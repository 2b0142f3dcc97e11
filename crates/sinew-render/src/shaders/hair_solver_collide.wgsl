// Contacts of simulated hair: the same formulas as in crates/sinew/src/hair/simulation/contact.rs and way_out.rs.

const PUSHES: u32 = 3u;
const TURNS: u32 = 4u;
const HALVINGS: u32 = 6u;
// Depth within the distance from colliders that counts as outside, metres.
const TOLERANCE: f32 = 1e-4;
const NONE: u32 = 0xffffffffu;

// Place at a distance from a point, in the direction `way`.
fn reached(start: vec3<f32>, way: vec3<f32>, distance: f32) -> vec3<f32> {
    return start + direction_or(way, vec3<f32>(0.0, -1.0, 0.0)) * distance;
}

// Number of the first of the obstacles from `first` until `end` that a place is in by more than the tolerance; NONE where it is outside of all.
fn obstacle_around(first: u32, end: u32, place: vec3<f32>) -> u32 {
    for (var n = first; n < end; n++) {
        if push(n, place, solver.numbers.w - TOLERANCE).w > 0.0 {
            return n;
        }
    }
    return NONE;
}

// Place at a distance from `start` that is outside of the obstacles from `first` to `number`, nearly in the direction `now`: `WayOut::beside`.
fn way_out(start: vec3<f32>, now: vec3<f32>, distance: f32, first: u32, number: u32) -> vec3<f32> {
    let out = outward(number, start);
    let part = 1.0 / f32(TURNS);
    for (var n = 1u; n <= TURNS; n++) {
        var free = f32(n) * part;
        if obstacle_around(first, number + 1u, reached(start, mix(now, out, free), distance)) != NONE {
            continue;
        }
        // The nearest place changes little with where the point was.
        var half = part * 0.5;
        for (var m = 0u; m < HALVINGS; m++) {
            let nearer = reached(start, mix(now, out, free - half), distance);
            free = select(free, free - half, obstacle_around(first, number + 1u, nearer) == NONE);
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
        if share >= best_share && obstacle_around(first, number + 1u, place) == NONE {
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
    is_touched: bool,
    // True where the place stays in the first obstacle.
    is_stuck: bool,
}

// A place pushed out of the obstacles from `first` until `end` that it is deeper in than `least`, each time at a distance from `start`: `Obstacles::push_all`.
fn push_all(first: u32, end: u32, start: vec3<f32>, distance: f32, place: vec3<f32>, least: f32) -> Pushed {
    var own = Pushed(place, vec3<f32>(0.0), false, false);
    for (var turn = 0u; turn < PUSHES; turn++) {
        let tolerance = select(TOLERANCE, least, turn == 0u);
        var is_pushed = false;
        for (var n = first; n < end; n++) {
            if push(n, own.place, solver.numbers.w - tolerance).w > 0.0 {
                let outside = push(n, own.place, solver.numbers.w).xyz;
                own.normal = outward(n, own.place);
                own.place = beside(start, distance, own.place, outside, own.normal);
                is_pushed = true;
            }
        }
        if !is_pushed {
            return own;
        }
        own.is_touched = true;
    }
    own.is_stuck = first < end && push(first, own.place, solver.numbers.w - TOLERANCE).w > 0.0;
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
        var normal = vec3<f32>(0.0);
        let pushed = push_all(first, end, start, distance, place, 0.0);
        place = pushed.place;
        if pushed.is_touched {
            normal = pushed.normal;
            is_whole = false;
            if pushed.is_stuck {
                place = way_out(start, (place - start) / distance, distance, first, first);
            }
            let way = place - load(POINTS, point);
            let slower = place - (way - normal * dot(way, normal)) * solver.numbers.z;
            // Along a round shape, back leads into it.
            let slowed = push_all(first, end, start, distance, reached(start, slower - start, distance), TOLERANCE);
            if !slowed.is_stuck {
                place = slowed.place;
            }
        }
        store(SCRATCH, point, normal);
        store(NEXT, point, place);
    }
}
