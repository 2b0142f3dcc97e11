// Update of simulated hair: an invocation takes all steps of a hair, and writes it into the table of guides.

// Places of the present time, into NEXT: between the last two steps as seen from the skin, and at the skin's present place. `HairSimulation::show`.
fn show(now: Root) {
    let steps_taken = solver.counts.z;
    let stepped = root_at(steps_taken + 1u);
    var before = root_at(steps_taken);
    if stepped.place.w > 0.0 {
        before = stepped;
    }
    for (var point = 0u; point < solver.counts.y; point++) {
        let start = rotated(conjugate(before.rotation), load(EARLIER, point) - before.place.xyz);
        let end = rotated(conjugate(stepped.rotation), load(POINTS, point) - stepped.place.xyz);
        store(NEXT, point, rotated(now.rotation, mix(start, end, solver.shown.x)) + now.place.xyz);
    }
    // Places between two curves are nearer to each other than on them.
    exact_lengths();
}

// Writes the shown places, and the rotations of the hair since rest at them: `GuidePose::set`.
fn write_guide(now: Root) {
    let last = solver.counts.y - 1u;
    var turned = now.rotation;
    for (var point = 0u; point <= last; point++) {
        let next = min(point + 1u, last);
        let previous = max(point, 1u) - 1u;
        let at_rest = rest[rest_number(next)].place.xyz - rest[rest_number(previous)].place.xyz;
        let along = load(NEXT, next) - load(NEXT, previous);
        turned = normalize(turned_on(turned, rotated(turned, at_rest), along));
        guides[rest_number(point) * 2u] = vec4<f32>(load(NEXT, point), 0.0);
        guides[rest_number(point) * 2u + 1u] = turned;
    }
}

@compute @workgroup_size(64)
fn update_hair(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    hair = (group.y * groups.x + group.x) * 64u + local;
    if hair >= solver.counts.x {
        return;
    }
    for (var number = 0u; number < solver.counts.z; number++) {
        take_step(number);
    }
    let now = root_at(solver.counts.z + 2u);
    show(now);
    write_guide(now);
}
