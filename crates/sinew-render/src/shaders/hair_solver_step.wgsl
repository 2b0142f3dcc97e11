// Step of one simulated hair: the same formulas as in crates/sinew/src/hair/simulation/solve.rs and update.rs.

// Takes the hair along with a root that jumps.
fn take_along(before: Root, now: Root) {
    let back = conjugate(before.rotation);
    for (var point = 0u; point < solver.counts.y; point++) {
        let at_rest = rotated(back, load(POINTS, point) - before.place.xyz);
        store(POINTS, point, rotated(now.rotation, at_rest) + now.place.xyz);
        store(VELOCITIES, point, rotated(now.rotation, rotated(back, load(VELOCITIES, point))));
        store(EARLIER, point, load(POINTS, point));
    }
}

// Solves for the next places, but for lengths and colliders. `turned_by` is the rotation of the root in this step.
fn solve(number: u32, now: Root, turned_by: vec4<f32>) {
    let rate = solver.numbers.x;
    let drag = solver.numbers.y;
    let last = solver.counts.y - 1u;
    // Pull of every edge: towards its rest vector, turned with the edge before it, and towards where it was, turned with the root.
    var turned = turned_on(
        now.rotation,
        rotated(now.rotation, rest[rest_number(0u)].groomed),
        rotated(turned_by, load(POINTS, 1u) - load(POINTS, 0u)),
    );
    for (var edge = 1u; edge < last; edge++) {
        let own = rest[rest_number(edge)];
        let moved = rotated(turned_by, load(POINTS, edge + 1u) - load(POINTS, edge));
        store(SCRATCH, edge, rotated(turned, own.goal) * own.stiffness + moved * own.damping - moved * own.tension);
        turned = turned_on(turned, rotated(turned, own.groomed), moved);
    }
    let time = steps[number].time;
    let at_root = wind_at(load(POINTS, 0u), time);
    let at_tip = wind_at(load(POINTS, last), time);
    let is_calm = drag == 0.0 || all(at_root == vec3<f32>(0.0)) && all(at_tip == vec3<f32>(0.0));
    for (var point = 0u; point < 2u; point++) {
        store(NEXT, point, rotated(now.rotation, rest[rest_number(point)].place.xyz) + now.place.xyz);
    }
    for (var point = 2u; point <= last; point++) {
        let toward = rest_number(point - 1u);
        var force = load(POINTS, point) * (rate * rate + drag * rate) + load(VELOCITIES, point) * rate + solver.gravity.xyz;
        if !is_calm {
            force += air_at(number, point, now.rotation, at_root, at_tip) * drag;
        }
        force += load(SCRATCH, point - 1u);
        if point < last {
            force -= load(SCRATCH, point);
        }
        force += load(NEXT, point - 1u) * (rest[toward].stiffness + rest[toward].damping);
        store(NEXT, point, force * rest[toward].inverse_pivot);
    }
    for (var point = last - 1u; point >= 2u; point--) {
        store(NEXT, point, load(NEXT, point) + load(NEXT, point + 1u) * rest[rest_number(point - 1u)].beside);
    }
}

fn take_step(number: u32) {
    let before = root_at(number + 1u);
    let now = root_at(number + 2u);
    for (var point = 0u; point < solver.counts.y; point++) {
        store(EARLIER, point, load(POINTS, point));
    }
    var turned_by = product(now.rotation, conjugate(before.rotation));
    if now.place.w > 0.0 {
        take_along(before, now);
        turned_by = product(now.rotation, conjugate(now.rotation));
    }
    solve(number, now, turned_by);
    restore_lengths();
    collide(number);
    for (var point = 0u; point < solver.counts.y; point++) {
        let normal = load(SCRATCH, point);
        let next = load(NEXT, point);
        let velocity = (next - load(POINTS, point)) * solver.numbers.x;
        // What pushed a point out does not throw it.
        store(VELOCITIES, point, velocity - normal * max(dot(velocity, normal), 0.0));
        store(POINTS, point, next);
    }
}
