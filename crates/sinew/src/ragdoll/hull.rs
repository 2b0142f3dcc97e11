//! Convex hull of a few points and the integrals over its volume.

use glam::{DMat3, DVec3, Vec3};
use std::sync::LazyLock;

/// Convex hull: triangles over points, counter-clockwise from outside.
#[derive(Clone, Debug)]
pub(super) struct Hull {
    points: Vec<DVec3>,
    faces: Vec<Face>,
}

/// Most corners of a hull in a description, and most points of which an exact hull is made.
pub(super) const MAX_HULL_POINTS: usize = 256;

/// Corners of a hull and the triangles between them.
pub(super) type HullMesh = (Vec<Vec3>, Vec<[u32; 3]>);

/// Triangle of a hull with its plane.
#[derive(Clone, Copy, Debug)]
struct Face {
    corners: [usize; 3],
    /// A corner.
    at: DVec3,
    /// Direction outwards, of any length.
    normal: DVec3,
    length: f64,
}

impl Face {
    fn new(corners: [usize; 3], points: &[DVec3]) -> Self {
        let [a, b, c] = corners.map(|n| points[n]);
        let normal = (b - a).cross(c - a);
        Self { corners, at: a, normal, length: normal.length().max(f64::MIN_POSITIVE) }
    }

    /// Height of a point over the plane.
    fn height(&self, point: DVec3) -> f64 {
        self.normal.dot(point - self.at) / self.length
    }
}

/// Volume of a solid, its centre, and the second moments about that centre per unit of density.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Solid {
    pub(super) volume: f64,
    pub(super) center: DVec3,
    /// ∫ x xᵀ dV about the centre.
    pub(super) moments: DMat3,
}

impl Hull {
    /// Hull of the points; `None` where they lie in a plane. Points are added one by one, the farthest
    /// outside first, until all lie within `tolerance` of the hull or it has `most` corners.
    pub(super) fn new(points: &[Vec3], tolerance: f32, most: usize) -> Option<Self> {
        let mut points: Vec<DVec3> = points.iter().map(|point| point.as_dvec3()).collect();
        let extent = points.iter().map(|p| (*p - points[0]).length()).fold(0.0, f64::max);
        let tolerance = f64::from(tolerance).max(extent * 1e-5);
        let first = first_tetrahedron(&points, tolerance)?;
        shift_a_little(&mut points, extent * 1e-6);
        let mut hull = Self { points, faces: Vec::new() };
        let inside = first.iter().map(|n| hull.points[*n]).sum::<DVec3>() * 0.25;
        for skipped in 0..4 {
            let [a, b, c] = [1, 2, 3].map(|n| first[(skipped + n) % 4]);
            let face = Face::new([a, b, c], &hull.points);
            let is_outwards = face.height(inside) < 0.0;
            hull.faces.push(if is_outwards { face } else { Face::new([a, c, b], &hull.points) });
        }
        // Points within the hull stay within: it only grows.
        let mut outside: Vec<usize> = (0..hull.points.len()).collect();
        for _ in 4..most {
            let mut farthest = (tolerance, None);
            outside.retain(|&point| {
                let heights = hull.faces.iter().map(|face| face.height(hull.points[point]));
                let height = heights.fold(f64::MIN, f64::max);
                if height > farthest.0 {
                    farthest = (height, Some(point));
                }
                height > tolerance
            });
            let (_, Some(point)) = farthest else { break };
            hull.add(point);
            outside.retain(|other| *other != point);
        }
        Some(hull)
    }

    /// Corners and the triangles between them.
    pub(super) fn mesh(&self, points: &[Vec3]) -> HullMesh {
        let is_corner = |n: &usize| self.faces.iter().any(|face| face.corners.contains(n));
        let corners: Vec<usize> = (0..self.points.len()).filter(is_corner).collect();
        let number = |n: usize| corners.binary_search(&n).map_or(0, |index| index as u32);
        let triangles = self.faces.iter().map(|face| face.corners.map(number)).collect();
        (corners.iter().map(|n| points[*n]).collect(), triangles)
    }

    /// Corners and triangles of the hull of points, as [`Hull::new`] takes them. The hull of these corners
    /// has the same ones: shapes that are written and read again stay as they are.
    pub(super) fn stable_mesh(points: &[Vec3], tolerance: f32, most: usize) -> Option<HullMesh> {
        let (mut corners, _) = Self::new(points, tolerance, most)?.mesh(points);
        loop {
            let (next, triangles) = Self::new(&corners, 0.0, corners.len())?.mesh(&corners);
            if next.len() == corners.len() {
                return Some((next, triangles));
            }
            corners = next;
        }
    }

    /// Replaces the faces that see the point by faces from their common outline to the point.
    fn add(&mut self, point: usize) {
        let at = self.points[point];
        let (seen, kept): (Vec<_>, Vec<_>) =
            self.faces.iter().copied().partition(|face| face.height(at) > 0.0);
        self.faces = kept;
        let edges = |face: &Face| {
            let [a, b, c] = face.corners;
            [(a, b), (b, c), (c, a)]
        };
        let all: Vec<(usize, usize)> = seen.iter().flat_map(edges).collect();
        for &(from, to) in &all {
            if !all.contains(&(to, from)) {
                self.faces.push(Face::new([from, to, point], &self.points));
            }
        }
    }
}

impl Solid {
    /// Integrals over the volume that triangles enclose, by tetrahedra from the first point.
    pub(super) fn of(points: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let Some(origin) = points.first().map(|point| point.as_dvec3()) else { return Self::NOTHING };
        let (mut volume, mut first, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
        for triangle in triangles {
            let [a, b, c] = triangle.map(|n| points[n as usize].as_dvec3() - origin);
            let signed_volume = a.dot(b.cross(c)) / 6.0;
            let sum = a + b + c;
            volume += signed_volume;
            first += sum * (signed_volume / 4.0);
            second += (outer(sum) + outer(a) + outer(b) + outer(c)) * (signed_volume / 20.0);
        }
        if volume <= 0.0 {
            return Self::NOTHING;
        }
        let center = first / volume;
        Self { volume, center: origin + center, moments: second - outer(center) * volume }
    }

    /// The integrals with each piece of volume counted `density` times.
    pub(super) fn heavy(self, density: f32) -> Self {
        let density = f64::from(density);
        Self { volume: self.volume * density, moments: self.moments * density, ..self }
    }

    const NOTHING: Self = Self { volume: 0.0, center: DVec3::ZERO, moments: DMat3::ZERO };
}

/// Directions spread evenly, 9° apart at most from any other: the corners of an icosahedron of which each
/// edge is halved twice.
pub(super) fn directions() -> &'static [Vec3] {
    static DIRECTIONS: LazyLock<Vec<Vec3>> = LazyLock::new(made_directions);
    &DIRECTIONS
}

fn made_directions() -> Vec<Vec3> {
    const GOLDEN: f32 = 1.618_034;
    let corner = |n: usize| {
        let sign = |bit: usize| if n >> bit & 1 == 0 { -1.0 } else { 1.0 };
        let coordinates = [0.0, sign(0), sign(1) * GOLDEN];
        let turn = n / 4;
        Vec3::new(coordinates[turn], coordinates[(turn + 1) % 3], coordinates[(turn + 2) % 3]).normalize()
    };
    let mut all: Vec<Vec3> = (0..12).map(corner).collect();
    // Neighbours are 63.4° apart, then at most 36°.
    for neighbours in [0.4, 0.8] {
        let count = all.len();
        for a in 0..count {
            for b in a + 1..count {
                if all[a].dot(all[b]) > neighbours {
                    all.push((all[a] + all[b]).normalize());
                }
            }
        }
    }
    all
}

/// The outermost points in all directions.
pub(super) fn outermost(points: &[Vec3]) -> Vec<Vec3> {
    directions().iter().map(|direction| farthest(points, *direction)).collect()
}

fn farthest(points: &[Vec3], direction: Vec3) -> Vec3 {
    let height = |point: &&Vec3| point.dot(direction);
    *points.iter().max_by(|a, b| height(a).total_cmp(&height(b))).expect("there are points")
}

/// Product of a vector with its transpose.
pub(super) fn outer(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}

/// Moves each point by up to `distance` along each axis, always by the same for its index in the list: no
/// four points lie in a plane then, nor three in a line, which would make faces without an area.
fn shift_a_little(points: &mut [DVec3], distance: f64) {
    let mut state = 1u32;
    let mut next = || {
        // Knuth's linear congruential generator.
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1u32 << 23) - 1.0
    };
    points.iter_mut().for_each(|point| *point += DVec3::new(next(), next(), next()) * distance);
}

/// Four points that span a volume; `None` where all lie in a plane.
fn first_tetrahedron(points: &[DVec3], tolerance: f64) -> Option<[usize; 4]> {
    let farthest = |height: &dyn Fn(DVec3) -> f64| {
        let far = (0..points.len()).max_by(|a, b| height(points[*a]).total_cmp(&height(points[*b])))?;
        (height(points[far]) > tolerance).then_some(far)
    };
    let a = *points.first()?;
    let b = farthest(&|p| (p - a).length())?;
    let along = (points[b] - a).normalize();
    let c = farthest(&|p| (p - a).reject_from_normalized(along).length())?;
    let normal = along.cross(points[c] - a).normalize();
    let d = farthest(&|p| (p - a).dot(normal).abs())?;
    Some([0, b, c, d])
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_needs::cases;

    #[test]
    fn a_box_of_many_points_has_its_volume_and_moments() {
        let mut points = Vec::new();
        for n in 0..125 {
            points.push(Vec3::new((n % 5) as f32 * 0.5, (n / 5 % 5) as f32 * 0.25, (n / 25) as f32 * 0.75));
        }
        let hull = Hull::new(&points, 0.0, 500).unwrap();
        let (corners, triangles) = hull.mesh(&points);
        assert!((8..30).contains(&corners.len()));
        let solid = Solid::of(&corners, &triangles);
        assert!((solid.volume - 6.0).abs() < 1e-3);
        assert!((solid.center - DVec3::new(1.0, 0.5, 1.5)).length() < 1e-4);
        let expected = DVec3::new(4.0, 1.0, 9.0) * (6.0 / 12.0);
        assert!((solid.moments - DMat3::from_diagonal(expected)).abs_diff_eq(DMat3::ZERO, 1e-3));
    }

    #[test]
    fn a_ball_is_nearly_a_ball() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut next = || random.f32() * 2.0 - 1.0;
        let points: Vec<Vec3> =
            (0..400).map(|_| Vec3::new(next(), next(), next()).normalize_or_zero()).collect();
        let (corners, triangles) = Hull::new(&points, 0.0, 500).unwrap().mesh(&points);
        let solid = Solid::of(&corners, &triangles);
        assert!((solid.volume / 4.188_79 - 1.0).abs() < 0.05, "{}", solid.volume);
        assert!(solid.center.length() < 0.03);
    }

    #[test]
    fn points_on_lines_and_planes_leave_a_closed_hull() {
        for mut random in cases(300) {
            let points: Vec<Vec3> =
                (0..60).map(|_| Vec3::from([(); 3].map(|()| random.u8(0..4) as f32))).collect();
            let Some(hull) = Hull::new(&points, 0.0, 500) else { continue };
            for (n, face) in hull.faces.iter().enumerate() {
                let edges = |[a, b, c]: [usize; 3]| [(a, b), (b, c), (c, a)];
                for (from, to) in edges(face.corners) {
                    let others = hull.faces.iter().filter(|other| edges(other.corners).contains(&(to, from)));
                    assert_eq!(others.count(), 1, "face {n}");
                }
                let over = hull.points.iter().map(|point| {
                    let [a, b, c] = face.corners.map(|n| hull.points[n]);
                    (b - a).cross(c - a).normalize().dot(*point - a)
                });
                assert!(over.fold(f64::MIN, f64::max) < 1e-3);
            }
        }
    }

    #[test]
    fn directions_are_spread_evenly() {
        let all = directions();
        assert_eq!(all.len(), 162);
        for (n, a) in all.iter().enumerate() {
            assert!((a.length() - 1.0).abs() < 1e-6);
            let nearest =
                all.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, b)| a.dot(*b)).fold(-1.0, f32::max);
            assert!((0.94..0.97).contains(&nearest), "{nearest}");
        }
    }

    #[test]
    fn a_stable_hull_is_its_own_hull() {
        for mut random in cases(100) {
            let n = random.seed();
            let mut next = || (random.f32() * 2.0 - 1.0) * if n % 2 == 0 { 1.0 } else { 1e-3 };
            let points: Vec<Vec3> = (0..300)
                .map(|_| Vec3::new(next(), next(), (next() * 3.0).round()).normalize_or_zero())
                .collect();
            let Some((corners, triangles)) = Hull::stable_mesh(&points, 0.01, 96) else { continue };
            assert_eq!(Hull::stable_mesh(&corners, 0.0, 256), Some((corners, triangles)));
        }
    }

    #[test]
    fn points_in_a_plane_have_no_hull() {
        let flat: Vec<Vec3> = (0..20).map(|n| Vec3::new(n as f32, (n * n) as f32, 0.0)).collect();
        assert!(Hull::new(&flat, 0.0, 50).is_none());
        assert!(Hull::new(&[], 0.0, 50).is_none());
        assert!(Hull::new(&[Vec3::ONE; 5], 0.0, 50).is_none());
    }
}
