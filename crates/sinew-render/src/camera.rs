use crate::view_preset::ViewPreset;
use sinew::Bounds;
use sinew::glam::camera::rh::{proj::directx::perspective, view::look_at_mat4};
use sinew::glam::{Mat4, Vec3};

/// Perspective camera.
///
/// ```
/// use sinew::glam::Vec3;
/// use sinew_render::Camera;
///
/// // Eye level, two metres in front of a character.
/// let camera = Camera::look_at(Vec3::new(0.0, 1.6, 2.0), Vec3::Y).with_fov_y(0.8);
/// assert_eq!(camera.up, Vec3::Y);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Camera {
    /// Position in world space.
    pub eye: Vec3,
    /// Point in world space that is in the middle of the image.
    pub target: Vec3,
    /// Direction of the image's top; not parallel to the view direction.
    pub up: Vec3,
    /// Vertical field of view, in radians.
    pub fov_y: f32,
    /// Distance of the near plane, more than 0; nothing nearer is drawn.
    pub near: f32,
    /// Distance of the far plane; nothing farther is drawn.
    pub far: f32,
}

impl Camera {
    /// Default vertical field of view in radians, that of a short portrait lens.
    pub const DEFAULT_FOV_Y: f32 = 0.52;

    /// Camera at `eye` that looks at `target`, another point, with +Y up and the default field of view. The
    /// near plane is at a hundredth of the distance to the target, the far plane at a hundred times the
    /// distance.
    #[must_use]
    pub fn look_at(eye: Vec3, target: Vec3) -> Self {
        let distance = eye.distance(target);
        Self {
            eye,
            target,
            up: Vec3::Y,
            fov_y: Self::DEFAULT_FOV_Y,
            near: distance * 0.01,
            far: distance * 100.0,
        }
    }

    /// Replaces the direction of the image's top.
    #[must_use]
    pub fn with_up(self, up: Vec3) -> Self {
        Self { up, ..self }
    }

    /// Replaces the vertical field of view, in radians.
    #[must_use]
    pub fn with_fov_y(self, fov_y: f32) -> Self {
        Self { fov_y, ..self }
    }

    /// Replaces the distances of the near and the far plane.
    #[must_use]
    pub fn with_clip_planes(self, near: f32, far: f32) -> Self {
        Self { near, far, ..self }
    }

    /// Camera that shows all of `bounds` (in world space) from the direction of `view`. The box is centred
    /// and fills about 80 % of the image's height, or of its width where that is narrower. `aspect` is width
    /// over height.
    #[must_use]
    pub fn framing(bounds: &Bounds, view: ViewPreset, aspect: f32) -> Self {
        let (min, max) = if bounds.is_empty() { (-Vec3::ONE, Vec3::ONE) } else { (bounds.min, bounds.max) };
        let framed = match view {
            ViewPreset::Face => Self::face_bounds(Bounds { min, max }),
            _ => Bounds { min, max },
        };
        let direction = view.direction_to_camera();
        let up = if view == ViewPreset::Top { Vec3::NEG_Z } else { Vec3::Y };
        let right = up.cross(direction).normalize();
        let top = direction.cross(right);
        let center = framed.center();
        let half = framed.size() * 0.5;
        let tangent = (Self::DEFAULT_FOV_Y * 0.5).tan();
        // Mean of the box and the ellipsoid in it: few characters reach into the corners of their box.
        let extent = |axis: Vec3| {
            let v = half * axis.abs();
            0.5 * (v.element_sum() + v.length())
        };
        let (tall, wide) = (0.8 * tangent, 0.88 * tangent * aspect.max(1e-3));
        let distance = (extent(top) / tall).max(extent(right) / wide) + extent(direction);
        let diagonal = (max - min).length().max(1e-6);
        let distance = distance.max(diagonal * 0.05);
        Self {
            eye: center + direction * distance,
            target: center,
            up,
            fov_y: Self::DEFAULT_FOV_Y,
            near: distance * 0.01,
            far: (distance + diagonal) * 100.0,
        }
    }

    /// Bounds of the face of a person that fills `bounds`.
    fn face_bounds(bounds: Bounds) -> Bounds {
        let size = bounds.size();
        let height = size.y * 0.16;
        let (center, top) = (bounds.center(), bounds.max.y);
        let half = Vec3::new(size.x.min(height) * 0.5, height * 0.5, size.z.min(height) * 0.5);
        let middle = Vec3::new(center.x, top - height * 0.5, center.z);
        Bounds { min: middle - half, max: middle + half }
    }

    /// Matrix from world space to clip space with reversed depth: 1 at the near plane, 0 at the far plane.
    /// `aspect` is width over height.
    #[must_use]
    pub fn clip_from_world(&self, aspect: f32) -> Mat4 {
        // Reversed depth spreads the precision of floats evenly over distance.
        let projection = perspective(self.fov_y, aspect, self.far, self.near);
        projection * look_at_mat4(self.eye, self.target, self.up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn framing_fills_four_fifths_of_the_height_and_stays_inside() {
        let bounds = Bounds { min: Vec3::new(-0.4, 0.0, -0.2), max: Vec3::new(0.4, 1.8, 0.2) };
        for view in [ViewPreset::Front, ViewPreset::Left, ViewPreset::Back, ViewPreset::ThreeQuarter] {
            let clip = Camera::framing(&bounds, view, 16.0 / 9.0).clip_from_world(16.0 / 9.0);
            let corners = (0..8).map(|c| {
                let pick = |a: usize| if c >> a & 1 == 0 { bounds.min[a] } else { bounds.max[a] };
                clip.project_point3(Vec3::new(pick(0), pick(1), pick(2)))
            });
            let tallest = corners.clone().fold(0.0f32, |t, p| t.max(p.y.abs()));
            assert!((0.7..=0.81).contains(&tallest), "{view:?} {tallest}");
            assert!(corners.clone().all(|p| p.x.abs() < 0.9 && p.z > 0.0 && p.z < 1.0), "{view:?}");
        }
    }

    #[test]
    fn wide_bounds_fit_the_width_of_a_tall_image() {
        let bounds = Bounds { min: Vec3::new(-100.0, 0.0, -1.0), max: Vec3::new(100.0, 1.0, 1.0) };
        let clip = Camera::framing(&bounds, ViewPreset::Front, 0.5).clip_from_world(0.5);
        let p = clip.project_point3(bounds.max);
        assert!(p.x < 0.9 && p.x > 0.8, "{p}");
    }
}
