use sinew::glam::{Vec2, Vec3};
use sinew_render::Camera;

/// Radians per point of dragging.
const TURN: f32 = 0.008;
/// Short of straight up, where left and right would swap.
const STEEPEST: f32 = 1.55;

/// A camera that circles around a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Orbit {
    target: Vec3,
    /// Radians about Y; 0 looks at the character's front.
    yaw: f32,
    /// Radians above the horizon.
    pitch: f32,
    distance: f32,
    /// How far it stood when it last framed the character: the measure for how near and far it may go.
    framed: f32,
}

impl Orbit {
    /// Takes the place of `camera`.
    pub(crate) fn new(camera: &Camera) -> Self {
        let back = camera.eye - camera.target;
        let distance = back.length();
        let (yaw, pitch) = (back.x.atan2(back.z), (back.y / distance).clamp(-1.0, 1.0).asin());
        let pitch = pitch.clamp(-STEEPEST, STEEPEST);
        Self { target: camera.target, yaw, pitch, distance, framed: distance }
    }

    /// Unit vector towards the eye.
    pub(crate) fn direction(&self) -> Vec3 {
        let (sin, cos) = self.pitch.sin_cos();
        Vec3::new(self.yaw.sin() * cos, sin, self.yaw.cos() * cos)
    }

    /// Circles by a drag of `points`.
    pub(crate) fn turn(&mut self, points: Vec2) {
        self.yaw = (self.yaw - points.x * TURN) % std::f32::consts::TAU;
        self.pitch = (self.pitch + points.y * TURN).clamp(-STEEPEST, STEEPEST);
    }

    /// Moves sideways by a drag of `points` in a picture `height` points high, so that what lies at the target
    /// stays under the pointer.
    pub(crate) fn pan(&mut self, points: Vec2, height: f32) {
        let direction = self.direction();
        let right = Vec3::Y.cross(direction).normalize();
        let scale = 2.0 * self.distance * (Camera::DEFAULT_FOV_Y * 0.5).tan() / height.max(1.0);
        self.target += (direction.cross(right) * points.y - right * points.x) * scale;
    }

    /// Goes along.
    pub(crate) fn shift(&mut self, by: Vec3) {
        self.target += by;
    }

    /// Goes nearer (`factor` below 1) or farther.
    pub(crate) fn zoom(&mut self, factor: f32) {
        self.distance = (self.distance * factor).clamp(self.framed * 0.02, self.framed * 30.0);
    }

    /// The camera at this place.
    pub(crate) fn camera(&self) -> Camera {
        Camera::look_at(self.target + self.direction() * self.distance, self.target)
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
    fn turning_keeps_the_distance_and_never_tips_over() {
        let mut orbit = orbit();
        let distance = orbit.camera().eye.distance(Vec3::Y);
        for _ in 0..200 {
            orbit.turn(Vec2::new(31.0, 17.0));
            assert!((orbit.camera().eye.distance(Vec3::Y) - distance).abs() < 1e-4);
        }
        assert!(orbit.direction().y < 1.0);
    }

    #[test]
    fn dragging_right_moves_the_view_left() {
        let mut orbit = orbit();
        orbit.yaw = 0.0;
        orbit.pan(Vec2::new(10.0, 0.0), 100.0);
        assert!(orbit.target.x < 0.0);
        orbit.zoom(0.0);
        assert!(orbit.distance > 0.0);
    }
}
