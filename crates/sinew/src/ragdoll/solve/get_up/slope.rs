//! Slope of the ground under a body that gets up, as a plane of least squares.

use crate::ground::Ground;
use glam::{Vec2, Vec3};

/// Steepest slope to which a body is tilted: 40°.
const MAX_RISE: f32 = 0.84;

/// Spread of the points along a direction below which the ground counts as level in it, metres for a human
/// body.
const MIN_SPREAD: f32 = 0.05;

/// Rise of the ground below some points per metre along x and z: that of the plane of least squares, at most
/// 40° steep. Points above an abyss do not count. `size` is that of the body relative to a human one.
pub(super) fn slope_under(ground: &dyn Ground, size: f32, points: impl Iterator<Item = Vec3>) -> Vec2 {
    let mut hits = points.filter_map(|point| Some(point.with_y(ground.height(point)?)));
    let Some(first) = hits.next() else { return Vec2::ZERO };
    // Sums of the distances from the first hit, then about their mean.
    let (mut count, mut sum) = (1.0, Vec3::ZERO);
    let (mut xx, mut xz, mut zz, mut xh, mut zh) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for hit in hits {
        let d = hit - first;
        (count, sum) = (count + 1.0, sum + d);
        (xx, xz, zz) = (xx + d.x * d.x, xz + d.x * d.z, zz + d.z * d.z);
        (xh, zh) = (xh + d.x * d.y, zh + d.z * d.y);
    }
    let mean = sum / count;
    // The spread that is added keeps the normal equations solvable where the points lie in a line.
    let spread = count * (MIN_SPREAD * size).powi(2);
    (xx, zz) = (xx - sum.x * mean.x + spread, zz - sum.z * mean.z + spread);
    xz -= sum.x * mean.z;
    (xh, zh) = (xh - sum.x * mean.y, zh - sum.z * mean.y);
    let rise = Vec2::new(xh * zz - zh * xz, zh * xx - xh * xz) / (xx * zz - xz * xz);
    if rise.is_finite() { rise.clamp_length_max(MAX_RISE) } else { Vec2::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{GroundHit, height_field};

    #[test]
    fn the_slope_of_a_plane_is_found_and_limited() {
        let points = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.6], [-0.7, 0.3]].map(|[x, z]| Vec3::new(x, 9.0, z));
        for (plane, expected) in [
            (Vec2::new(0.3, -0.2), Vec2::new(0.3, -0.2)),
            (Vec2::ZERO, Vec2::ZERO),
            (Vec2::new(0.0, 3.0), Vec2::new(0.0, MAX_RISE)),
        ] {
            let ground = height_field(move |x, z| 5.0 + plane.x * x + plane.y * z);
            let rise = slope_under(&ground, 1.0, points.into_iter());
            assert!((rise - expected).length() < 0.01 * (1.0 + expected.length()), "{plane}: {rise}");
        }
    }

    #[test]
    fn bodies_of_any_size_find_the_same_slope() {
        for size in [0.01, 0.1, 100.0] {
            let ground = height_field(|x, z| 0.3 * x - 0.2 * z);
            let points =
                [[0.0, 0.0], [1.0, 0.0], [0.0, 1.6], [-0.7, 0.3]].map(|[x, z]| Vec3::new(x, 9.0, z) * size);
            let rise = slope_under(&ground, size, points.into_iter());
            assert!((rise - Vec2::new(0.3, -0.2)).length() < 0.01, "{size}: {rise}");
        }
    }

    #[test]
    fn points_at_one_position_and_an_abyss_are_level() {
        let steep = height_field(|x, z| 7.0 * (x + z));
        assert_eq!(slope_under(&steep, 1.0, std::iter::repeat_n(Vec3::X, 5)), Vec2::ZERO);
        let abyss = |_: Vec3| None::<GroundHit>;
        assert_eq!(slope_under(&abyss, 1.0, [Vec3::ZERO, Vec3::X].into_iter()), Vec2::ZERO);
    }
}
