// Lengths of the edges of simulated hair: the same formulas as in crates/sinew/src/hair/simulation/lengths.rs.

const LENGTH_ROUNDS: u32 = 2u;

// Direction and length of an edge of the next places; the direction of the groom where both ends meet.
fn edge_direction(edge: u32) -> vec4<f32> {
    let arm = load(NEXT, edge + 1u) - load(NEXT, edge);
    let own = length(arm);
    if own > 0.0 {
        return vec4<f32>(arm / own, own);
    }
    let groom = rest_number(edge);
    return vec4<f32>(rest[groom].groomed / rest[groom].length, 0.0);
}

// Puts every point at its distance from the one before, from the root on.
fn exact_lengths() {
    for (var edge = 1u; edge + 1u < solver.counts.y; edge++) {
        let way = edge_direction(edge).xyz;
        store(NEXT, edge + 1u, load(NEXT, edge) + way * edge_length(edge));
    }
}

// Restores the lengths by a direct solve that keeps momentum, then exactly. SCRATCH has the directions and the diagonal, NEXT.w the right side.
fn restore_lengths() {
    let last = solver.counts.y - 1u;
    for (var turn = 0u; turn < LENGTH_ROUNDS; turn++) {
        for (var edge = 1u; edge < last; edge++) {
            let way = edge_direction(edge);
            store_with(SCRATCH, edge, way.xyz, select(2.0, 1.0, edge == 1u));
            store_with(NEXT, edge, load(NEXT, edge), way.w - edge_length(edge));
        }
        for (var edge = 2u; edge < last; edge++) {
            let way = load(SCRATCH, edge);
            let beside = -dot(way, load(SCRATCH, edge - 1u));
            let share = beside / load_number(SCRATCH, edge - 1u);
            store_with(SCRATCH, edge, way, load_number(SCRATCH, edge) - share * beside);
            store_with(NEXT, edge, load(NEXT, edge), load_number(NEXT, edge) - share * load_number(NEXT, edge - 1u));
        }
        var next = 0.0;
        for (var edge = last - 1u; edge >= 1u; edge--) {
            var beside = 0.0;
            if edge + 1u < last {
                beside = -dot(load(SCRATCH, edge + 1u), load(SCRATCH, edge));
            }
            next = (load_number(NEXT, edge) - beside * next) / load_number(SCRATCH, edge);
            store_with(NEXT, edge, load(NEXT, edge), next);
        }
        for (var edge = 1u; edge < last; edge++) {
            let number = load_number(NEXT, edge);
            let pull = load(SCRATCH, edge) * number;
            if edge > 1u {
                store(NEXT, edge, load(NEXT, edge) + pull);
            }
            store_with(NEXT, edge + 1u, load(NEXT, edge + 1u) - pull, load_number(NEXT, edge + 1u));
        }
    }
    exact_lengths();
}
