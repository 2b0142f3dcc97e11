//! Lengths of the edges of hairs: a direct solve that keeps momentum (D. Han, T. Harada, *Tridiagonal Matrix
//! Formulation for Inextensible Hair Strand Simulation*, 2013), and exact lengths from the root on.

use super::lanes::{Access, Block, EdgeLanes, Row};
use super::rest::HairEdge;
use crate::math::simd::{Lanes, Vec3Lanes};
use glam::Vec3;

/// Times that the lengths are restored by the direct solve.
const ROUNDS: usize = 2;

/// Restores the lengths of the edges of hairs whose first two points stay, keeping momentum but for a small
/// rest, which goes from the root on. `directions` and `rows` are scratch memory with as many entries as
/// there are points.
#[inline(always)]
pub(super) fn restore<L: Lanes<N>, const N: usize>(
    lanes: Access<L, N>,
    points: &mut [Block],
    edges: &[EdgeLanes],
    directions: &mut [Block],
    rows: &mut [[Row; 2]],
) {
    let last = points.len() - 1;
    for _ in 0..ROUNDS {
        // One unknown per edge from the second on: A λ = C, with A = J M⁻¹ Jᵀ; the point before the first of
        // them stays.
        let mut before: Option<(Vec3Lanes<L>, L, L)> = None;
        let mut here = lanes.vector(&points[1]);
        for edge in 1..last {
            let there = lanes.vector(&points[edge + 1]);
            let (direction, length) = direction(lanes, here, there, &edges[edge]);
            here = there;
            let mut error = length - lanes.row(&edges[edge].length);
            let mut diagonal = lanes.all(1.0);
            if let Some((other, other_diagonal, other_error)) = before {
                let beside = -direction.dot(other);
                let share = beside / other_diagonal;
                diagonal = lanes.all(2.0) - share * beside;
                error = error - share * other_error;
            }
            lanes.store(direction, &mut directions[edge]);
            lanes.store_row(diagonal, &mut rows[edge][0]);
            lanes.store_row(error, &mut rows[edge][1]);
            before = Some((direction, diagonal, error));
        }
        // A point is drawn along the edge after it, and back along that before it.
        let mut onward: Option<(Vec3Lanes<L>, L)> = None;
        for edge in (1..last).rev() {
            let direction = lanes.vector(&directions[edge]);
            let mut error = lanes.row(&rows[edge][1]);
            if let Some((other, other_pull)) = onward {
                error = error + other.dot(direction) * other_pull;
            }
            let pull = error / lanes.row(&rows[edge][0]);
            let mut point = lanes.vector(&points[edge + 1]).minus(direction.times(pull));
            if let Some((other, other_pull)) = onward {
                point = point.plus(other.times(other_pull));
            }
            lanes.store(point, &mut points[edge + 1]);
            onward = Some((direction, pull));
        }
    }
    exact_lanes(lanes, points, edges);
}

/// Puts every point at its distance from the one before, from the root on.
#[inline(always)]
pub(super) fn exact_lanes<L: Lanes<N>, const N: usize>(
    lanes: Access<L, N>,
    points: &mut [Block],
    edges: &[EdgeLanes],
) {
    let mut here = lanes.vector(&points[1]);
    for edge in 1..points.len() - 1 {
        let (direction, _) = direction(lanes, here, lanes.vector(&points[edge + 1]), &edges[edge]);
        here = here.plus(direction.times(lanes.row(&edges[edge].length)));
        lanes.store(here, &mut points[edge + 1]);
    }
}

/// Direction and length of an edge; that of the groom where both ends meet.
#[inline(always)]
fn direction<L: Lanes<N>, const N: usize>(
    lanes: Access<L, N>,
    from: Vec3Lanes<L>,
    to: Vec3Lanes<L>,
    edge: &EdgeLanes,
) -> (Vec3Lanes<L>, L) {
    let arm = to.minus(from);
    let length = arm.dot(arm).sqrt();
    let zero = length.all(0.0);
    let groomed = lanes.vector(&edge.groomed).times(lanes.row(&edge.inverse_length));
    let unit = arm.times(length.all(1.0) / length);
    (unit.if_more(length, zero, groomed), length)
}

/// Puts every point of a hair at its distance from the one before, from the root on.
pub(super) fn exact(points: &mut [Vec3], edges: &[HairEdge]) {
    for edge in 1..points.len() - 1 {
        let arm = points[edge + 1] - points[edge];
        let length = arm.length();
        let rest = &edges[edge];
        let direction = if length > 0.0 { arm / length } else { rest.groomed / rest.length };
        points[edge + 1] = points[edge] + direction * rest.length;
    }
}
