// Lengths of the edges of simulated hair: the same formulas as in crates/sinew/src/hair/simulation/lengths.rs.

const LENGTH_ROUNDS: u32 = 2u;

// Direction and length of an edge of the next places; the direction of the groom where both ends meet.
fn edge_direction(edge: u32) -> vec4<f32> {
    let arm = get(NEXT, edge + 1u) - get(NEXT, edge);
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
        put(NEXT, edge + 1u, get(NEXT, edge) + way * edge_length(edge));
    }
}

// Restores the lengths by a direct solve that keeps momentum, then exactly. SCRATCH has the directions and the diagonal, NEXT.w the right side.
fn restore_lengths() {
    let last = solver.counts.y - 1u;
    for (var round = 0u; round < LENGTH_ROUNDS; round++) {
        for (var edge = 1u; edge < last; edge++) {
            let way = edge_direction(edge);
            put_with(SCRATCH, edge, way.xyz, select(2.0, 1.0, edge == 1u));
            put_with(NEXT, edge, get(NEXT, edge), way.w - edge_length(edge));
        }
        for (var edge = 2u; edge < last; edge++) {
            let way = get(SCRATCH, edge);
            let beside = -dot(way, get(SCRATCH, edge - 1u));
            let share = beside / get_number(SCRATCH, edge - 1u);
            put_with(SCRATCH, edge, way, get_number(SCRATCH, edge) - share * beside);
            put_with(NEXT, edge, get(NEXT, edge), get_number(NEXT, edge) - share * get_number(NEXT, edge - 1u));
        }
        var next = 0.0;
        for (var edge = last - 1u; edge >= 1u; edge--) {
            var beside = 0.0;
            if edge + 1u < last {
                beside = -dot(get(SCRATCH, edge + 1u), get(SCRATCH, edge));
            }
            next = (get_number(NEXT, edge) - beside * next) / get_number(SCRATCH, edge);
            put_with(NEXT, edge, get(NEXT, edge), next);
        }
        for (var edge = 1u; edge < last; edge++) {
            let number = get_number(NEXT, edge);
            let pull = get(SCRATCH, edge) * number;
            if edge > 1u {
                put(NEXT, edge, get(NEXT, edge) + pull);
            }
            put_with(NEXT, edge + 1u, get(NEXT, edge + 1u) - pull, get_number(NEXT, edge + 1u));
        }
    }
    exact_lengths();
}
