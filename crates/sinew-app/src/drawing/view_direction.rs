use sinew::Character;
use sinew::glam::Vec3;
use sinew_render::ViewPreset;

/// Direction of view, from the target to the eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ViewDirection {
    /// Radians about +Y: 0 is +Z, a quarter turn +X.
    pub(crate) azimuth: f32,
    /// Radians above the horizon, at most a quarter turn up or down.
    pub(crate) elevation: f32,
}

impl ViewDirection {
    /// Direction of a preset on a character that faces +Z.
    pub(crate) fn of(view: ViewPreset) -> Self {
        Self::towards(view.direction_to_camera())
    }

    /// Direction of a preset on `character`, whose front is the side that a humanoid faces at rest.
    pub(crate) fn on(character: &Character, view: ViewPreset) -> Self {
        Self::of(view).turned(front(character))
    }

    /// Direction of a unit vector from the target to the eye.
    pub(crate) fn towards(eye: Vec3) -> Self {
        Self { azimuth: eye.x.atan2(eye.z), elevation: eye.y.clamp(-1.0, 1.0).asin() }
    }

    /// The direction turned about +Y.
    pub(crate) fn turned(self, azimuth: f32) -> Self {
        Self { azimuth: self.azimuth + azimuth, ..self }
    }

    /// Unit vector from the target to the eye.
    pub(crate) fn towards_eye(self) -> Vec3 {
        let ((sin, cos), (up, level)) = (self.azimuth.sin_cos(), self.elevation.sin_cos());
        Vec3::new(sin * level, up, cos * level)
    }

    /// Axes of the camera: right, up, and from the target to the eye.
    pub(crate) fn axes(self) -> [Vec3; 3] {
        // From straight above, the side at this azimuth is at the bottom of the picture.
        let (sin, cos) = self.azimuth.sin_cos();
        let (right, back) = (Vec3::new(cos, 0.0, -sin), self.towards_eye());
        [right, back.cross(right), back]
    }
}

/// Azimuth of the side that a character faces at rest.
pub(crate) fn front(character: &Character) -> f32 {
    let forward = character.forward();
    forward.x.atan2(forward.z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_files::{built_in, turned_around};
    use std::f32::consts::PI;

    #[test]
    fn axes_are_those_of_an_upright_camera() {
        for view in ViewPreset::ALL {
            let direction = ViewDirection::of(view);
            let [right, up, back] = direction.axes();
            assert!(back.distance(view.direction_to_camera()) < 1e-6, "{view:?}");
            assert!(right.cross(up).distance(back) < 1e-6 && right.y == 0.0 && up.y > -1e-6, "{view:?}");
        }
        // From above, the front is at the bottom.
        assert!(ViewDirection::of(ViewPreset::Top).axes()[1].distance(Vec3::NEG_Z) < 1e-6);
        assert!(ViewDirection::of(ViewPreset::Top).turned(PI).axes()[1].distance(Vec3::Z) < 1e-6);
    }

    #[test]
    fn the_front_is_the_side_that_a_humanoid_faces() {
        let seen_from =
            |character: &Character| ViewDirection::on(character, ViewPreset::Front).towards_eye().z;
        assert!(seen_from(built_in().character()) > 0.9);
        assert!(seen_from(&turned_around()) < -0.9);
    }
}
