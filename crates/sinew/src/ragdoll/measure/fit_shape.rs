use crate::math::principal_axes;
use crate::ragdoll::hull::{Hull, Solid, outer, outermost};
use crate::ragdoll::{PartShape, ShapeKind};
use glam::{DMat3, DVec3, Quat, Vec3};

/// Shape fitted to points.
pub(in crate::ragdoll) struct FittedShape {
    pub(in crate::ragdoll) shape: PartShape,
    /// Thickness of the points where they were too thin.
    pub(in crate::ragdoll) thin: Option<f32>,
}

/// Distance by which points may lie outside of a hull, relative to the smallest thickness of a part.
const HULL_TOLERANCE: f32 = 0.2;

/// Most corners of a hull.
const MAX_CORNERS: usize = 96;

/// Shape of a kind around points, at least `smallest` thick in every direction.
pub(in crate::ragdoll) fn fit_shape(points: &[Vec3], kind: ShapeKind, smallest: f32) -> FittedShape {
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
            let hull = Hull::stable_mesh(points, smallest * HULL_TOLERANCE, MAX_CORNERS);
            hull.map_or(whole_box, |(points, triangles)| PartShape::Hull { points, triangles })
        }
    };
    FittedShape { shape, thin }
}

/// Rotation of the principal axes of points: those of their hull's volume, else of the points themselves.
fn point_axes(points: &[Vec3]) -> Quat {
    let chosen = outermost(points);
    let moments = Hull::new(&chosen, 0.0, MAX_CORNERS).map_or_else(
        || {
            let mean = points.iter().map(|point| point.as_dvec3()).sum::<DVec3>() / points.len() as f64;
            points.iter().fold(DMat3::ZERO, |sum, point| {
                let offset = point.as_dvec3() - mean;
                sum + outer(offset)
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
        let rotated = back * *point;
        (low, high) = (low.min(rotated), high.max(rotated));
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
    use test_needs::cases;

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
        for mut random in cases(500) {
            let mut next = || random.f32() * 2.0 - 1.0;
            let direction = Vec3::new(next(), next(), next()).normalize_or(Vec3::Y);
            let reach = points.iter().map(|p| p.dot(direction)).fold(f32::MIN, f32::max);
            assert!(reach - hull.support(direction) < 0.006, "{direction}");
            assert!((reach - capsule.support(direction)).abs() < 0.05, "{direction}");
        }
    }
}
