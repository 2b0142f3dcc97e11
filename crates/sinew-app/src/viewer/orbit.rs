//! Camera that orbits a target by mouse.

use crate::drawing::view_direction::ViewDirection;
use sinew::glam::{Vec2, Vec3};
use sinew_render::Camera;

/// Radians per point of dragging.
const ORBIT_SPEED: f32 = 0.008;
/// Largest pitch, radians; beyond it left and right would swap.
const MAX_PITCH: f32 = 1.55;

/// Camera that orbits a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Orbit {
    target: Vec3,
    direction: ViewDirection,
    distance: f32,
    /// Distance at the last framing, which sets the range of the zoom.
    framed: f32,
}

impl Orbit {
    /// Orbit camera at the position of `camera`.
    pub(crate) fn new(camera: &Camera) -> Self {
        let back = camera.eye - camera.target;
        let distance = back.length();
        // From straight above, only the camera's up axis tells the azimuth.
        let right = camera.up.cross(back);
        let elevation = ViewDirection::towards(back / distance).elevation.clamp(-MAX_PITCH, MAX_PITCH);
        let direction = ViewDirection { azimuth: (-right.z).atan2(right.x), elevation };
        Self { target: camera.target, direction, distance, framed: distance }
    }

    /// Direction from the target to the eye.
    pub(crate) fn direction(&self) -> ViewDirection {
        self.direction
    }

    /// Orbits by a drag of `points`.
    pub(crate) fn turn(&mut self, points: Vec2) {
        let ViewDirection { azimuth, elevation } = self.direction;
        self.direction = ViewDirection {
            azimuth: (azimuth - points.x * ORBIT_SPEED) % std::f32::consts::TAU,
            elevation: (elevation + points.y * ORBIT_SPEED).clamp(-MAX_PITCH, MAX_PITCH),
        };
    }

    /// Pans by a drag of `points` in a picture `height` points high; the target stays under the pointer.
    pub(crate) fn pan(&mut self, points: Vec2, height: f32) {
        let [right, up, _] = self.direction.axes();
        let scale = 2.0 * self.distance * (Camera::DEFAULT_FOV_Y * 0.5).tan() / height.max(1.0);
        self.target += (up * points.y - right * points.x) * scale;
    }

    /// Moves the camera.
    pub(crate) fn shift(&mut self, by: Vec3) {
        self.target += by;
    }

    /// Scales the distance to the target.
    pub(crate) fn zoom(&mut self, factor: f32) {
        self.distance = (self.distance * factor).clamp(self.framed * 0.02, self.framed * 30.0);
    }

    /// The camera for rendering.
    pub(crate) fn camera(&self) -> Camera {
        Camera::look_at(self.target + self.direction.towards_eye() * self.distance, self.target)
            .with_clip_planes(self.distance * 0.01, (self.distance + self.framed) * 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orbit() -> Orbit {
        let eye = Vec3::new(1.0, 2.0, 3.0);
        Orbit::new(&Camera::look_at(eye, Vec3::Y))
    }

    #[test]
    fn it_starts_where_the_camera_was() {
        assert!(orbit().camera().eye.distance(Vec3::new(1.0, 2.0, 3.0)) < 1e-5);
    }

    #[test]
    fn a_view_from_above_keeps_its_azimuth() {
        let from = ViewDirection { azimuth: 2.0, elevation: std::f32::consts::FRAC_PI_2 };
        let [_, up, back] = from.axes();
        let orbit = Orbit::new(&Camera::look_at(back, Vec3::ZERO).with_up(up));
        assert!((orbit.direction().azimuth - 2.0).abs() < 1e-4, "{orbit:?}");
    }

    #[test]
    fn turning_keeps_the_distance_and_never_tips_over() {
        let mut orbit = orbit();
        let distance = orbit.camera().eye.distance(Vec3::Y);
        for _ in 0..200 {
            orbit.turn(Vec2::new(31.0, 17.0));
            assert!((orbit.camera().eye.distance(Vec3::Y) - distance).abs() < 1e-4);
        }
        assert!(orbit.direction().towards_eye().y < 1.0);
    }

    #[test]
    fn dragging_right_moves_the_view_left() {
        let mut orbit = orbit();
        orbit.direction.azimuth = 0.0;
        orbit.pan(Vec2::new(10.0, 0.0), 100.0);
        assert!(orbit.target.x < 0.0);
        orbit.zoom(0.0);
        assert!(orbit.distance > 0.0);
    }
}
