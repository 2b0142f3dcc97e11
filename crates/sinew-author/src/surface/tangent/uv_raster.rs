//! Texels under triangles in texture space, by edge functions with the top-left rule, so that a texel on the
//! edge between two triangles belongs to one of them (Pineda, *A Parallel Algorithm for Polygon
//! Rasterization*, 1988).

/// Calls `visit` with each texel whose centre lies in the triangle, and its barycentric coordinates.
/// `corners` are in texels, with texel (0, 0) between 0 and 1. Triangles of either orientation count; those
/// without area have no texels.
pub(in crate::surface) fn for_each_texel(corners: [[f64; 2]; 3], mut visit: impl FnMut(i64, i64, [f32; 3])) {
    let [a, b, c] = corners;
    let area = edge(a, b, c);
    if area == 0.0 || !area.is_finite() {
        return;
    }
    let side = area.signum();
    let ([min_x, max_x], [min_y, max_y]) = (texel_range(corners, 0), texel_range(corners, 1));
    for y in min_y..=max_y {
        for x in min_x..=max_x {
            let at = [x as f64 + 0.5, y as f64 + 0.5];
            let edges = [(b, c), (c, a), (a, b)].map(|(from, to)| (from, to, side * edge(from, to, at)));
            let inside =
                |&(from, to, value): &(_, _, f64)| value > 0.0 || (value == 0.0 && keeps(from, to, side));
            if edges.iter().all(inside) {
                visit(x, y, edges.map(|(_, _, value)| (value / (area * side)) as f32));
            }
        }
    }
}

/// Largest number of times that triangles may cover an image before the work on it gives up: time is
/// proportional to it.
pub(in crate::surface) const MAX_COVERAGE: u64 = 256;

/// Number of texels that triangles may still be tested with.
#[derive(Clone, Copy, Debug)]
pub(in crate::surface) struct VisitBudget(u64);

impl VisitBudget {
    /// Budget for an image of this many texels.
    pub(in crate::surface) fn new(texels: usize) -> Self {
        Self(MAX_COVERAGE.saturating_mul(texels as u64))
    }

    /// Takes the texels that [`for_each_texel`] tests; false where fewer are left.
    #[must_use]
    pub(in crate::surface) fn take(&mut self, corners: [[f64; 2]; 3]) -> bool {
        let left = self.0.checked_sub(texel_count(corners));
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}

/// Number of texels that [`for_each_texel`] tests.
fn texel_count(corners: [[f64; 2]; 3]) -> u64 {
    let lengths = [0, 1].map(|axis| {
        let [first, last] = texel_range(corners, axis);
        last.saturating_sub(first).saturating_add(1).max(0) as u64
    });
    lengths[0].saturating_mul(lengths[1])
}

/// First and last texel whose centres may lie in the triangle.
fn texel_range(corners: [[f64; 2]; 3], axis: usize) -> [i64; 2] {
    let values = corners.map(|corner| corner[axis]);
    let min = values.into_iter().fold(f64::INFINITY, f64::min);
    let max = values.into_iter().fold(f64::NEG_INFINITY, f64::max);
    [(min - 0.5).ceil() as i64, (max - 0.5).floor() as i64]
}

/// Twice the signed area of a triangle. The ends of the edge are taken in one order, so that both sides of an
/// edge agree to the last bit.
fn edge(from: [f64; 2], to: [f64; 2], at: [f64; 2]) -> f64 {
    let (a, b, sign) = if from <= to { (from, to, 1.0) } else { (to, from, -1.0) };
    sign * ((b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]))
}

/// Whether an edge keeps the centres that lie on it: one direction of every edge does.
fn keeps(from: [f64; 2], to: [f64; 2], side: f64) -> bool {
    let (x, y) = ((to[0] - from[0]) * side, (to[1] - from[1]) * side);
    y < 0.0 || (y == 0.0 && x > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fan_around_a_point_covers_every_texel_once() {
        // Centres of texels lie on the edges and on the middle.
        let rim = [[0.5, 0.5], [8.5, 0.5], [8.5, 8.5], [0.5, 8.5]];
        for mirrored in [false, true] {
            let mut count = [[0u32; 10]; 10];
            for n in 0..4 {
                let (from, to) = (rim[n], rim[(n + 1) % 4]);
                let corners = if mirrored { [[4.5, 4.5], to, from] } else { [[4.5, 4.5], from, to] };
                for_each_texel(corners, |x, y, weights| {
                    count[y as usize][x as usize] += 1;
                    assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-6);
                    let [wx, wy] = [0, 1].map(|axis| {
                        corners.iter().zip(weights).map(|(c, w)| c[axis] as f32 * w).sum::<f32>()
                    });
                    assert!((wx - x as f32 - 0.5).abs() < 1e-5 && (wy - y as f32 - 0.5).abs() < 1e-5);
                });
            }
            assert_eq!(count.iter().flatten().sum::<u32>(), 64);
            assert!(count.iter().flatten().all(|&n| n <= 1), "{count:?}");
        }
    }

    #[test]
    fn triangles_without_area_or_with_endless_corners_have_no_texels() {
        let none = |corners| for_each_texel(corners, |_, _, _| panic!("a texel"));
        none([[0.0, 0.0], [4.0, 4.0], [8.0, 8.0]]);
        none([[0.0, 0.0], [f64::NAN, 4.0], [8.0, 3.0]]);
        none([[0.1, 0.1], [0.4, 0.1], [0.1, 0.4]]);
    }
}
