use sinew::glam::{Vec2, Vec3};
use sinew_render::Camera;

/// Projection between world space and points of the picture, counted from its upper left corner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Projection {
    eye: Vec3,
    /// Camera axes: forward, right, up.
    ahead: Vec3,
    right: Vec3,
    up: Vec3,
    near: f32,
    /// Width and height of the picture in points.
    size: Vec2,
    /// Height in points of an object whose height equals its distance.
    scale: f32,
}

impl Projection {
    /// Projection of `camera` to a picture of `size` points; none for an empty picture.
    pub(crate) fn new(camera: &Camera, size: [f32; 2]) -> Option<Self> {
        let [width, height] = size;
        if !(width > 0.0 && height > 0.0) {
            return None;
        }
        let ahead = (camera.target - camera.eye).normalize();
        let right = ahead.cross(camera.up).normalize();
        let scale = 0.5 * height / (camera.fov_y * 0.5).tan();
        let (size, up) = (Vec2::new(width, height), right.cross(ahead));
        Some(Self { eye: camera.eye, ahead, right, up, near: camera.near, size, scale })
    }

    /// Height in points of an object whose height equals its distance.
    pub(crate) const fn scale(&self) -> f32 {
        self.scale
    }

    /// Point of a world-space position, also beyond the border; none behind the camera.
    pub(crate) fn project(&self, position: Vec3) -> Option<Vec2> {
        let from_eye = position - self.eye;
        let depth = from_eye.dot(self.ahead);
        let seen = Vec2::new(from_eye.dot(self.right), -from_eye.dot(self.up)) * (self.scale / depth);
        (depth > self.near).then_some(self.size * 0.5 + seen)
    }

    /// Ray through `point`: its origin at the eye and its unit direction.
    pub(crate) fn ray(&self, point: Vec2) -> (Vec3, Vec3) {
        let seen = (point - self.size * 0.5) / self.scale;
        (self.eye, (self.ahead + self.right * seen.x - self.up * seen.y).normalize())
    }

    /// World-space position under `point` in the plane through `position` that faces the camera; none behind
    /// the camera.
    pub(crate) fn unproject_onto_plane(&self, position: Vec3, point: Vec2) -> Option<Vec3> {
        let depth = (position - self.eye).dot(self.ahead);
        let seen = (point - self.size * 0.5) * (depth / self.scale);
        (depth > self.near).then(|| self.eye + self.ahead * depth + self.right * seen.x - self.up * seen.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: [f32; 2] = [800.0, 500.0];

    fn camera() -> Camera {
        let (eye, target) = (Vec3::new(2.0, 1.7, 3.0), Vec3::new(0.1, 0.9, -0.2));
        Camera::look_at(eye, target).with_clip_planes(0.03, 900.0)
    }

    fn projection() -> Projection {
        Projection::new(&camera(), SIZE).unwrap()
    }

    #[test]
    fn projections_match_the_renderer() {
        let clip = camera().clip_from_world(SIZE[0] / SIZE[1]);
        for position in [Vec3::ZERO, Vec3::new(0.4, 1.5, 0.3), Vec3::new(-3.0, 0.2, -4.0)] {
            let drawn = clip.project_point3(position);
            let drawn = (Vec2::new(drawn.x, -drawn.y) * 0.5 + 0.5) * Vec2::from(SIZE);
            let seen = projection().project(position).unwrap();
            assert!(seen.distance(drawn) < 0.01, "{position}: {seen} {drawn}");
        }
    }

    #[test]
    fn what_is_moved_to_a_point_is_seen_there_and_stays_as_deep() {
        let from = Vec3::new(0.4, 1.5, 0.3);
        for point in [[0.0, 0.0], [400.0, 250.0], [790.0, 20.0], [-60.0, 700.0]] {
            let to = projection().unproject_onto_plane(from, point.into()).unwrap();
            assert!(projection().project(to).unwrap().distance(point.into()) < 0.01, "{point:?}");
            let looks = (camera().target - camera().eye).normalize();
            assert!((to - from).dot(looks).abs() < 1e-5, "{point:?}");
        }
        let stays = projection().unproject_onto_plane(from, projection().project(from).unwrap()).unwrap();
        assert!(stays.distance(from) < 1e-5);
    }

    #[test]
    fn rays_go_through_what_is_seen() {
        for position in [Vec3::ZERO, Vec3::new(0.4, 1.5, 0.3)] {
            let (eye, direction) = projection().ray(projection().project(position).unwrap());
            assert!(
                (position - eye).cross(direction).length() < 1e-4 && (position - eye).dot(direction) > 0.0
            );
        }
    }

    #[test]
    fn right_is_right_and_down_is_down() {
        let from = Vec3::new(0.1, 0.9, -0.2);
        let moved = |by: Vec2| {
            projection().unproject_onto_plane(from, projection().project(from).unwrap() + by).unwrap() - from
        };
        let right = moved(Vec2::new(30.0, 0.0));
        assert!(right.x > 0.0 && right.z < 0.0 && right.y.abs() < 1e-5, "{right}");
        assert!(moved(Vec2::new(0.0, 30.0)).y < 0.0);
    }

    #[test]
    fn nothing_is_seen_behind_the_camera_or_without_a_picture() {
        let behind = camera().eye + (camera().eye - camera().target) * 0.5;
        assert!(
            projection().project(behind).is_none()
                && projection().unproject_onto_plane(behind, Vec2::ZERO).is_none()
        );
        assert!(projection().project(camera().eye).is_none());
        assert!(Projection::new(&camera(), [0.0; 2]).is_none());
    }
}
