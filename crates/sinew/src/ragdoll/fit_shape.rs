use super::hull::{Hull, Solid, outer};
use super::shape::principal_axes;
use super::{PartShape, ShapeKind};
use glam::{DMat3, DVec3, Quat, Vec3};

/// Shape fitted to points.
pub(super) struct FittedShape {
    pub(super) shape: PartShape,
    /// Thickness of the points where they were too thin.
    pub(super) thin: Option<f32>,
}

/// Distance by which points may lie outside of a hull, relative to the smallest thickness of a part.
const HULL_TOLERANCE: f32 = 0.2;

/// Most corners of a hull.
const MAX_CORNERS: usize = 96;

/// Shape of a kind around points, at least `smallest` thick in every direction.
pub(super) fn fit_shape(points: &[Vec3], kind: ShapeKind, smallest: f32) -> FittedShape {
    let axes = point_axes(points);
    let (center, half) = extents(points, axes);
    let thin = (half.min_element() * 2.0 < smallest).then_some(half.min_element() * 2.0);
    let half = half.max(Vec3::splat(smallest * 0.5));
    let whole_box = PartShape::Box { center, rotation: axes, half };
    let shape = match kind {
        _ if thin.is_some() => whole_box,
        ShapeKind::Box => whole_box,
        ShapeKind::Capsule => capsule(center, axes, half),
        ShapeKind::Hull => {
            let hull = Hull::new(points, smallest * HULL_TOLERANCE, MAX_CORNERS);
            hull.map_or(whole_box, |hull| {
                let (points, triangles) = hull.mesh(points);
                PartShape::Hull { points, triangles }
            })
        }
    };
    FittedShape { shape, thin }
}

/// Directions spread evenly, 9° apart at most from any other: the corners of an icosahedron of which each edge is halved twice.
pub(super) fn directions() -> Vec<Vec3> {
    const GOLDEN: f32 = 1.618_034;
    let corner = |n: usize| {
        let sign = |bit: usize| if n >> bit & 1 == 0 { -1.0 } else { 1.0 };
        let own = [0.0, sign(0), sign(1) * GOLDEN];
        let turn = n / 4;
        Vec3::new(own[turn], own[(turn + 1) % 3], own[(turn + 2) % 3]).normalize()
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
fn outermost(points: &[Vec3]) -> Vec<Vec3> {
    directions().iter().map(|direction| farthest(points, *direction)).collect()
}

fn farthest(points: &[Vec3], direction: Vec3) -> Vec3 {
    let height = |point: &&Vec3| point.dot(direction);
    *points.iter().max_by(|a, b| height(a).total_cmp(&height(b))).expect("a part has its joint's point")
}

/// Rotation of the principal axes of points: those of their hull's volume, else of the points themselves.
fn point_axes(points: &[Vec3]) -> Quat {
    let chosen = outermost(points);
    let moments = Hull::new(&chosen, 0.0, MAX_CORNERS).map_or_else(
        || {
            let mean = points.iter().map(|point| point.as_dvec3()).sum::<DVec3>() / points.len() as f64;
            points.iter().fold(DMat3::ZERO, |sum, point| {
                let own = point.as_dvec3() - mean;
                sum + outer(own)
            })
        },
        |hull| {
            let (corners, triangles) = hull.mesh(&chosen);
            Solid::of(&corners, &triangles).moments
        },
    );
    principal_axes(moments).1
}

/// Middle and half lengths of the box around points with these axes.
fn extents(points: &[Vec3], axes: Quat) -> (Vec3, Vec3) {
    let back = axes.inverse();
    let (mut low, mut high) = (Vec3::splat(f32::MAX), Vec3::splat(f32::MIN));
    for point in points {
        let own = back * *point;
        (low, high) = (low.min(own), high.max(own));
    }
    (axes * low.midpoint(high), (high - low) * 0.5)
}

/// Capsule along the longest axis of a box, as thick as its other two axes on average.
fn capsule(center: Vec3, axes: Quat, half: Vec3) -> PartShape {
    let long = half.max_position();
    let radius = (half.element_sum() - half[long]) * 0.5;
    let reach = (half[long] - radius).max(0.0);
    let along = axes * Vec3::AXES[long] * reach;
    PartShape::Capsule { ends: [center - along, center + along], radius }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn thin_points_become_a_box_of_the_smallest_size() {
        for points in [vec![Vec3::ONE], vec![Vec3::ZERO, Vec3::X], vec![Vec3::ZERO, Vec3::X, Vec3::Z]] {
            let fitted = fit_shape(&points, ShapeKind::Hull, 0.02);
            assert!(fitted.thin.is_some());
            let PartShape::Box { half, .. } = fitted.shape else { panic!("{:?}", fitted.shape) };
            assert!(half.min_element() >= 0.01 && half.max_element() <= 0.75, "{half}");
        }
    }

    #[test]
    fn a_hull_holds_nearly_all_points() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut next = || random.f32() * 2.0 - 1.0;
        let points: Vec<Vec3> = (0..2000)
            .map(|_| Vec3::new(next(), next(), next()).normalize_or_zero() * Vec3::new(0.1, 0.3, 0.15))
            .collect();
        let hull = fit_shape(&points, ShapeKind::Hull, 0.01).shape;
        let capsule = fit_shape(&points, ShapeKind::Capsule, 0.01).shape;
        let mut random = fastrand::Rng::with_seed(6);
        for _ in 0..500 {
            let mut next = || random.f32() * 2.0 - 1.0;
            let direction = Vec3::new(next(), next(), next()).normalize_or(Vec3::Y);
            let reach = points.iter().map(|p| p.dot(direction)).fold(f32::MIN, f32::max);
            assert!(reach - hull.support(direction) < 0.006, "{direction}");
            assert!((reach - capsule.support(direction)).abs() < 0.05, "{direction}");
        }
    }
}
