use super::rest::HairEdge;
use glam::Vec3;

/// Times that the lengths are restored by the direct solve.
const ROUNDS: usize = 2;

/// Restores the lengths of the edges of a hair whose first two points stay, keeping momentum but for a small rest, which goes from the
/// root on. `scratch` has as many entries as there are points.
pub(super) fn restore(points: &mut [Vec3], edges: &[HairEdge], scratch: &mut [(Vec3, f32, f32)]) {
    let last = points.len() - 1;
    for _ in 0..ROUNDS {
        // One unknown per edge from the second on: A λ = C, with A = J M⁻¹ Jᵀ; the point before the first of them stays.
        for edge in 1..last {
            let (direction, length) = direction(points, edges, edge);
            let diagonal = if edge == 1 { 1.0 } else { 2.0 };
            scratch[edge] = (direction, diagonal, length - edges[edge].length);
        }
        for edge in 2..last {
            let beside = -scratch[edge].0.dot(scratch[edge - 1].0);
            let share = beside / scratch[edge - 1].1;
            scratch[edge].1 -= share * beside;
            scratch[edge].2 -= share * scratch[edge - 1].2;
        }
        let mut next = 0.0;
        for edge in (1..last).rev() {
            let beside = if edge + 1 < last { -scratch[edge + 1].0.dot(scratch[edge].0) } else { 0.0 };
            next = (scratch[edge].2 - beside * next) / scratch[edge].1;
            scratch[edge].2 = next;
        }
        for edge in 1..last {
            let pull = scratch[edge].0 * scratch[edge].2;
            if edge > 1 {
                points[edge] += pull;
            }
            points[edge + 1] -= pull;
        }
    }
    exact(points, edges);
}

/// Puts every point at its distance from the one before, from the root on.
pub(super) fn exact(points: &mut [Vec3], edges: &[HairEdge]) {
    for edge in 1..points.len() - 1 {
        let (direction, _) = direction(points, edges, edge);
        points[edge + 1] = points[edge] + direction * edges[edge].length;
    }
}

/// Direction and length of an edge; that of the groom where both ends meet.
#[inline]
fn direction(points: &[Vec3], edges: &[HairEdge], edge: usize) -> (Vec3, f32) {
    let arm = points[edge + 1] - points[edge];
    let length = arm.length();
    if length > 0.0 { (arm / length, length) } else { (edges[edge].groomed / edges[edge].length, 0.0) }
}
