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
    /// Radians about Y; 0 shows the front of the character.
    yaw: f32,
    /// Radians above the horizon.
    pitch: f32,
    distance: f32,
    /// Distance at the last framing, which sets the range of the zoom.
    framed: f32,
}

impl Orbit {
    /// Orbit camera at the position of `camera`.
    pub(crate) fn new(camera: &Camera) -> Self {
        let back = camera.eye - camera.target;
        let distance = back.length();
        let (yaw, pitch) = (back.x.atan2(back.z), (back.y / distance).clamp(-1.0, 1.0).asin());
        let pitch = pitch.clamp(-MAX_PITCH, MAX_PITCH);
        Self { target: camera.target, yaw, pitch, distance, framed: distance }
    }

    /// Unit vector from the target to the eye.
    pub(crate) fn direction(&self) -> Vec3 {
        let (sin, cos) = self.pitch.sin_cos();
        Vec3::new(self.yaw.sin() * cos, sin, self.yaw.cos() * cos)
    }

    /// Orbits by a drag of `points`.
    pub(crate) fn turn(&mut self, points: Vec2) {
        self.yaw = (self.yaw - points.x * ORBIT_SPEED) % std::f32::consts::TAU;
        self.pitch = (self.pitch + points.y * ORBIT_SPEED).clamp(-MAX_PITCH, MAX_PITCH);
    }

    /// Pans by a drag of `points` in a picture `height` points high; the target stays under the pointer.
    pub(crate) fn pan(&mut self, points: Vec2, height: f32) {
        let direction = self.direction();
        let right = Vec3::Y.cross(direction).normalize();
        let scale = 2.0 * self.distance * (Camera::DEFAULT_FOV_Y * 0.5).tan() / height.max(1.0);
        self.target += (direction.cross(right) * points.y - right * points.x) * scale;
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
