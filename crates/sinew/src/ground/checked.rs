use super::{Ground, GroundHit};
use glam::Vec3;

/// Ground of the engine whose answers are checked: hits and heights that are not finite count as no ground,
/// and normals are of unit length and point upwards. All of foot IK asks this one.
pub(crate) struct CheckedGround<'a>(pub(crate) &'a dyn Ground);

impl Ground for CheckedGround<'_> {
    fn under(&self, position: Vec3) -> Option<GroundHit> {
        self.0.under(position).and_then(checked)
    }

    fn height(&self, position: Vec3) -> Option<f32> {
        self.0.height(position).filter(|height| height.is_finite())
    }
}

/// The hit with a sound normal; none where it is not finite.
/// A platform that is not finite counts as standing still.
fn checked(hit: GroundHit) -> Option<GroundHit> {
    /// Largest error of a squared length that counts as rounding.
    const UNIT_TOLERANCE: f32 = 1e-3;
    let GroundHit { position, normal, platform } = hit;
    if !position.is_finite() || normal.is_nan() {
        return None;
    }
    let normal = match (normal.length_squared() - 1.0).abs() < UNIT_TOLERANCE && normal.y > 0.0 {
        true => normal,
        false => normal.try_normalize().filter(|normal| normal.y > 0.0).unwrap_or(Vec3::Y),
    };
    Some(GroundHit { position, normal, platform: platform.filter(|(_, at)| at.is_finite()) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Affine3A;

    #[test]
    fn answers_that_are_not_finite_are_no_ground() {
        let nan = Affine3A::from_scale(Vec3::NAN);
        let level = GroundHit::level(Vec3::ONE);
        for (hit, expected) in [
            (level, Some(level)),
            (GroundHit::level(Vec3::new(0.0, f32::NAN, 0.0)), None),
            (GroundHit { normal: Vec3::NAN, ..level }, None),
            (GroundHit { normal: Vec3::ZERO, ..level }, Some(level)),
            (GroundHit { normal: Vec3::NEG_Y, ..level }, Some(level)),
            (GroundHit { normal: Vec3::Y * 3.0, ..level }, Some(level)),
            (GroundHit { platform: Some((1, nan)), ..level }, Some(level)),
        ] {
            let ground = move |_: Vec3| Some(hit);
            assert_eq!(CheckedGround(&ground).under(Vec3::ZERO), expected, "{hit:?}");
            assert_eq!(CheckedGround(&ground).height(Vec3::ZERO).is_some(), hit.position.is_finite());
        }
    }
}
