//! Blend spaces: weights of the two neighbours on a line, or of the corners of a triangle in the plane. The
//! plane is triangulated once (Delaunay); points outside of it are projected onto its border.

use glam::{DVec2, Vec2};

/// Points of a 1D blend space, ascending.
#[derive(Clone, Debug)]
pub(super) struct Line {
    positions: Vec<f32>,
}

/// Points of a 2D blend space.
#[derive(Clone, Debug)]
pub(super) struct Plane {
    positions: Vec<Vec2>,
    triangles: Vec<[u32; 3]>,
    /// Border edges; all segments where the points lie on one line.
    edges: Vec<[u32; 2]>,
}

/// Tolerance of weights below 0.
const ROUNDING: f64 = 1e-6;

/// Up to three points and their weights, which sum to 1.
pub(super) type Corners = [(u32, f32); 3];

impl Line {
    /// `positions` must ascend.
    pub(super) fn new(positions: Vec<f32>) -> Self {
        Self { positions }
    }

    pub(super) fn corners(&self, x: f32) -> Corners {
        let last = self.positions.len() - 1;
        let x = if x.is_nan() { self.positions[0] } else { x.clamp(self.positions[0], self.positions[last]) };
        let next = self.positions.partition_point(|&position| position <= x).min(last);
        let from = next.saturating_sub(1);
        let span = self.positions[next] - self.positions[from];
        let share = if span > 0.0 { (x - self.positions[from]) / span } else { 1.0 };
        [(from as u32, 1.0 - share), (next as u32, share), (0, 0.0)]
    }
}

impl Plane {
    /// All `positions` must differ.
    pub(super) fn new(positions: Vec<Vec2>) -> Self {
        let points: Vec<delaunator::Point> =
            positions.iter().map(|p| delaunator::Point { x: f64::from(p.x), y: f64::from(p.y) }).collect();
        let cut = delaunator::triangulate(&points);
        let triangles: Vec<[u32; 3]> =
            cut.triangles.chunks_exact(3).map(|t| [t[0] as u32, t[1] as u32, t[2] as u32]).collect();
        let around = cut.hull.iter().zip(cut.hull.iter().cycle().skip(1));
        let mut edges: Vec<[u32; 2]> = around.map(|(&a, &b)| [a as u32, b as u32]).collect();
        if triangles.is_empty() {
            // On a line, the last edge would lead back along it.
            edges.pop();
        }
        Self { positions, triangles, edges }
    }

    pub(super) fn corners(&self, p: Vec2) -> Corners {
        let p = if p.is_finite() { p } else { self.positions[0] };
        let p = p.as_dvec2();
        let least = |shares: &[f64; 3]| shares.iter().copied().fold(f64::INFINITY, f64::min);
        let shares =
            self.triangles.iter().filter_map(|&triangle| Some((triangle, self.shares(triangle, p)?)));
        let inside = shares.max_by(|a, b| least(&a.1).total_cmp(&least(&b.1)));
        // Rounding may put a point on a shared edge outside of both triangles.
        if let Some(([a, b, c], shares)) = inside.filter(|(_, shares)| least(shares) >= -ROUNDING) {
            let shares = shares.map(|share| share.max(0.0));
            let [u, v, w] = shares.map(|share| (share / shares.iter().sum::<f64>()) as f32);
            return [(a, u), (b, v), (c, w)];
        }
        let nearest = self.edges.iter().map(|&[a, b]| {
            let (from, to) = (self.position(a), self.position(b));
            let along = to - from;
            let share = ((p - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
            let distance = (from + along * share).distance_squared(p);
            (distance, [(a, 1.0 - share as f32), (b, share as f32), (0, 0.0)])
        });
        nearest
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map_or([(0, 1.0), (0, 0.0), (0, 0.0)], |(_, corners)| corners)
    }

    /// Barycentric weights of a triangle's corners at `p`: negative outside of it.
    fn shares(&self, corners: [u32; 3], p: DVec2) -> Option<[f64; 3]> {
        let [a, b, c] = corners.map(|corner| self.position(corner));
        let area = (b - a).perp_dot(c - a);
        if area == 0.0 {
            return None;
        }
        let (v, w) = ((p - a).perp_dot(c - a) / area, (b - a).perp_dot(p - a) / area);
        Some([1.0 - v - w, v, w])
    }

    fn position(&self, number: u32) -> DVec2 {
        self.positions[number as usize].as_dvec2()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_needs::cases;

    fn mean(positions: &[Vec2], corners: Corners) -> Vec2 {
        corners.iter().map(|&(n, share)| positions[n as usize] * share).sum()
    }

    #[test]
    fn a_line_blends_neighbours_and_holds_its_ends() {
        let line = Line::new(vec![0.0, 1.0, 3.0]);
        assert_eq!(line.corners(2.0)[..2], [(1, 0.5), (2, 0.5)]);
        for (x, end) in [(-1.0, 0), (9.0, 2), (f32::NAN, 0), (3.0, 2), (1.0, 1)] {
            let weight: f32 = line.corners(x).iter().filter(|c| c.0 == end).map(|c| c.1).sum();
            assert_eq!(weight, 1.0, "{x}");
        }
        assert_eq!(Line::new(vec![5.0]).corners(1.0).iter().map(|c| c.1).sum::<f32>(), 1.0);
    }

    #[test]
    fn a_plane_gives_back_the_place_inside_and_the_nearest_outside() {
        let grid: Vec<Vec2> = (0..9).map(|n| Vec2::new((n % 3) as f32 - 1.0, (n / 3) as f32 - 1.0)).collect();
        let plane = Plane::new(grid.clone());
        for mut random in cases(1000) {
            let p = Vec2::new(random.f32() * 4.0 - 2.0, random.f32() * 4.0 - 2.0);
            let corners = plane.corners(p);
            assert!((corners.iter().map(|c| c.1).sum::<f32>() - 1.0).abs() < 1e-5);
            assert!((mean(&grid, corners) - p.clamp(Vec2::NEG_ONE, Vec2::ONE)).length() < 1e-5, "{p}");
        }
    }

    #[test]
    fn shares_change_without_jumps() {
        let mut random = fastrand::Rng::with_seed(8);
        let positions: Vec<Vec2> = (0..12).map(|_| Vec2::new(random.f32(), random.f32())).collect();
        let plane = Plane::new(positions.clone());
        let shares = |p: Vec2| {
            let mut all = [0.0; 12];
            plane.corners(p).iter().for_each(|&(n, share)| all[n as usize] += share);
            all
        };
        for mut random in cases(200) {
            let (a, b) = (Vec2::new(random.f32(), random.f32()), Vec2::new(random.f32(), random.f32()));
            let steps = 2000;
            for step in 0..steps {
                let at = |n: i32| shares(a.lerp(b, n as f32 / steps as f32) * 2.0 - 0.5);
                let jump = at(step).iter().zip(at(step + 1)).map(|(x, y)| (x - y).abs()).fold(0.0, f32::max);
                assert!(jump < 0.2, "{jump} at {step} from {a} to {b}");
            }
        }
    }

    #[test]
    fn points_on_one_line_and_a_single_one() {
        let positions: Vec<Vec2> = [0.0, 2.0, 1.0].map(|x| Vec2::new(x, x)).to_vec();
        let corners = Plane::new(positions.clone()).corners(Vec2::new(1.5, 1.5));
        assert!((mean(&positions, corners) - Vec2::new(1.5, 1.5)).length() < 1e-6);
        assert_eq!(Plane::new(vec![Vec2::ONE]).corners(Vec2::ZERO)[0], (0, 1.0));
        let two = vec![Vec2::ZERO, Vec2::X];
        assert!((mean(&two, Plane::new(two.clone()).corners(Vec2::new(0.25, 7.0))).x - 0.25).abs() < 1e-6);
    }
    #[test]
    fn a_point_on_an_inner_edge_is_not_sent_to_the_border() {
        let positions =
            [(0.7, 0.1), (-0.8, 0.9), (-0.9, -0.9), (0.3, -1.0)].map(|(x, y)| Vec2::new(x, y)).to_vec();
        let p = Vec2::new(-0.1, -0.4);
        let at = mean(&positions, Plane::new(positions.clone()).corners(p));
        assert!(at.distance(p) < 1e-5, "{at}");
        for mut random in cases(2000) {
            let round = random.seed();
            // Evenly distributed points, rounded points as people write them, and narrow distant ones.
            let mut one = || {
                let p = Vec2::new(random.f32() * 2.0 - 1.0, random.f32() * 2.0 - 1.0);
                match round % 3 {
                    0 => p,
                    1 => (p * 10.0).round() / 10.0,
                    _ => Vec2::new(100.0 + p.x, 50.0 + 0.01 * p.y),
                }
            };
            let mut positions: Vec<Vec2> = (0..9).map(|_| one()).collect();
            positions.sort_by(|a, b| (a.x, a.y).partial_cmp(&(b.x, b.y)).unwrap());
            positions.dedup();
            let plane = Plane::new(positions.clone());
            let size = positions.iter().map(|p| p.distance(positions[0])).fold(0.0, f32::max);
            let triangles = plane.triangles.clone();
            for [a, b, c] in triangles {
                for [a, b] in [[a, b], [b, c], [c, a]].map(|edge| edge.map(|n| positions[n as usize])) {
                    let p = a.lerp(b, random.f32());
                    let corners = plane.corners(p);
                    let at = mean(&positions, corners);
                    assert!(at.distance(p) < 1e-3 * size, "{p} of {positions:?} comes out at {at}");
                    assert!(corners.iter().all(|corner| (0.0..=1.0).contains(&corner.1)), "{corners:?}");
                    assert!((corners.iter().map(|corner| corner.1).sum::<f32>() - 1.0).abs() < 1e-5);
                }
            }
        }
    }
}
