//! Rays against the shapes of ragdoll parts.

use sinew::glam::Vec3;
use sinew::ragdoll::PartShape;

/// Distance along a ray at which it enters a shape, in lengths of `direction`; 0 from inside, none where it
/// misses.
pub(super) fn ray_shape(shape: &PartShape, origin: Vec3, direction: Vec3) -> Option<f32> {
    match shape {
        PartShape::Sphere { center, radius } => ray_sphere(*center, *radius, origin, direction),
        PartShape::Capsule { ends, radius } => {
            let caps = ends.map(|end| ray_sphere(end, *radius, origin, direction));
            let side = ray_cylinder(*ends, *radius, origin, direction);
            caps.into_iter().chain([side]).flatten().min_by(f32::total_cmp)
        }
        PartShape::Box { center, rotation, half } => {
            let back = rotation.inverse();
            let (origin, direction) = (back * (origin - *center), back * direction);
            let planes = Vec3::AXES.into_iter().flat_map(|axis| {
                let outermost = axis.dot(*half);
                [(axis, outermost), (-axis, outermost)]
            });
            ray_planes(planes, origin, direction)
        }
        PartShape::Hull { points, triangles } => {
            let planes = triangles.iter().map(|corners| {
                let [a, b, c] = corners.map(|corner| points[corner as usize]);
                let normal = (b - a).cross(c - a);
                (normal, normal.dot(a))
            });
            ray_planes(planes, origin, direction)
        }
    }
}

fn ray_sphere(center: Vec3, radius: f32, origin: Vec3, direction: Vec3) -> Option<f32> {
    enter(
        direction.length_squared(),
        direction.dot(origin - center),
        (origin - center).length_squared() - radius * radius,
    )
}

/// The side of a cylinder between two points, without its ends.
fn ray_cylinder(ends: [Vec3; 2], radius: f32, origin: Vec3, direction: Vec3) -> Option<f32> {
    let axis = (ends[1] - ends[0]).try_normalize()?;
    let (across, from) =
        (direction.reject_from_normalized(axis), (origin - ends[0]).reject_from_normalized(axis));
    let at = enter(across.length_squared(), across.dot(from), from.length_squared() - radius * radius)?;
    let along = (origin + direction * at - ends[0]).dot(axis);
    (0.0..=ends[0].distance(ends[1])).contains(&along).then_some(at)
}

/// Smaller root of `square` t² + 2 `half` t + `rest`, at least 0; none where both are negative or there is
/// none.
fn enter(square: f32, half: f32, rest: f32) -> Option<f32> {
    let root = (half * half - square * rest).sqrt();
    let [first, last] = [-half - root, -half + root].map(|numerator| numerator / square);
    (last >= 0.0).then_some(first.max(0.0))
}

/// The convex body behind planes, each with its outward normal and the coordinate along it.
fn ray_planes(planes: impl Iterator<Item = (Vec3, f32)>, origin: Vec3, direction: Vec3) -> Option<f32> {
    let (mut first, mut last) = (0.0f32, f32::INFINITY);
    for (normal, outermost) in planes {
        let (speed, inside) = (normal.dot(direction), outermost - normal.dot(origin));
        if speed < 0.0 {
            first = first.max(inside / speed);
        } else if speed > 0.0 {
            last = last.min(inside / speed);
        } else if inside < 0.0 {
            return None;
        }
    }
    // Rays that meet no plane at all have missed a body without faces.
    (first <= last && last.is_finite()).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::glam::Quat;

    /// Shapes around the same point, each with a distance from its middle to its surface along X.
    fn shapes() -> [(PartShape, f32); 4] {
        let center = Vec3::new(0.3, -0.2, 0.5);
        let along = Vec3::new(0.0, 0.4, 0.0);
        let corners: Vec<Vec3> = (0..8)
            .map(|n| {
                let side = |bit: u32| if n >> bit & 1 == 0 { -0.2 } else { 0.2 };
                center + Vec3::new(side(0), side(1), side(2))
            })
            .collect();
        let half = Vec3::new(0.1, 0.2, 0.3);
        [
            (PartShape::Sphere { center, radius: 0.25 }, 0.25),
            (PartShape::Capsule { ends: [center - along, center + along], radius: 0.15 }, 0.15),
            (
                PartShape::Box { center, rotation: Quat::from_rotation_z(std::f32::consts::FRAC_PI_2), half },
                0.2,
            ),
            (PartShape::hull(&corners).unwrap(), 0.2),
        ]
    }

    #[test]
    fn a_ray_enters_at_the_surface_and_misses_beside_it() {
        let center = Vec3::new(0.3, -0.2, 0.5);
        for (shape, radius) in shapes() {
            let origin = center - Vec3::X * 2.0;
            for speed in [0.5, 1.0, 4.0] {
                let at = ray_shape(&shape, origin, Vec3::X * speed).unwrap();
                assert!((at * speed - (2.0 - radius)).abs() < 1e-5, "{shape:?}: {at}");
            }
            assert_eq!(ray_shape(&shape, origin, Vec3::NEG_X), None, "{shape:?} lies behind");
            assert_eq!(ray_shape(&shape, origin + Vec3::Z * 0.5, Vec3::X), None, "{shape:?} lies beside");
            assert_eq!(ray_shape(&shape, center, Vec3::X), Some(0.0), "{shape:?} is around");
        }
    }

    #[test]
    fn the_ends_of_a_capsule_are_round() {
        let capsule = PartShape::Capsule { ends: [Vec3::ZERO, Vec3::Y], radius: 0.2 };
        assert!((ray_shape(&capsule, Vec3::Y * 3.0, Vec3::NEG_Y).unwrap() - 1.8).abs() < 1e-5);
        let beside = Vec3::new(0.19, 3.0, 0.0);
        assert!(ray_shape(&capsule, beside, Vec3::NEG_Y).unwrap() > 1.9);
        assert_eq!(ray_shape(&capsule, Vec3::new(0.21, 3.0, 0.0), Vec3::NEG_Y), None);
    }
}
