use sinew::Bounds;
use sinew::glam::camera::rh::{proj::directx::perspective, view::look_at_mat4};
use sinew::glam::{Mat4, Vec3};

/// A perspective view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Where it stands, in world space.
    pub eye: Vec3,
    /// What it looks at.
    pub target: Vec3,
    /// Which way is up; not along the view.
    pub up: Vec3,
    /// Angle between the picture's top and bottom, in radians.
    pub fov_y: f32,
    /// Nothing nearer is drawn; more than 0.
    pub near: f32,
    /// Nothing farther is drawn.
    pub far: f32,
}

/// A side to look from, for a character that faces +Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum View {
    /// Its front.
    #[default]
    Front,
    /// Its left side.
    Side,
    /// Its back.
    Back,
    /// From its front left and a little above.
    ThreeQuarter,
    /// The upper eighth of its front, where a person has the face.
    Face,
    /// From above, its front towards the picture's bottom.
    Top,
}

impl View {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Front, Self::Side, Self::Back, Self::ThreeQuarter, Self::Face, Self::Top];

    /// Unit vector from what is looked at towards the eye.
    pub fn direction(self) -> Vec3 {
        match self {
            Self::Front => Vec3::new(0.0, 0.07, 1.0).normalize(),
            Self::Side => Vec3::new(1.0, 0.07, 0.0).normalize(),
            Self::Back => Vec3::new(0.0, 0.07, -1.0).normalize(),
            Self::ThreeQuarter => Vec3::new(0.62, 0.28, 0.78).normalize(),
            Self::Face => Vec3::new(0.0, 0.02, 1.0).normalize(),
            Self::Top => Vec3::Y,
        }
    }
}

impl Camera {
    /// The angle that [`Camera::framing`] uses: that of a short portrait lens.
    pub const FRAMING_FOV: f32 = 0.52;

    /// Looks at all of `bounds` (in world space), centred, filling about 80 % of the picture's height, or its width
    /// if that is narrower. `aspect` is width over height.
    pub fn framing(bounds: &Bounds, view: View, aspect: f32) -> Self {
        let (min, max) = if bounds.is_empty() { (-Vec3::ONE, Vec3::ONE) } else { (bounds.min, bounds.max) };
        let framed = match view {
            View::Face => Self::face_of(Bounds { min, max }),
            _ => Bounds { min, max },
        };
        let direction = view.direction();
        let up = if view == View::Top { Vec3::NEG_Z } else { Vec3::Y };
        let right = up.cross(direction).normalize();
        let top = direction.cross(right);
        let center = framed.center();
        let half = framed.size() * 0.5;
        let tangent = (Self::FRAMING_FOV * 0.5).tan();
        // Between the box and the ellipsoid in it: few characters reach into the corners of theirs.
        let extent = |axis: Vec3| {
            let v = half * axis.abs();
            0.5 * (v.element_sum() + v.length())
        };
        let (tall, wide) = (0.8 * tangent, 0.88 * tangent * aspect.max(1e-3));
        let distance = (extent(top) / tall).max(extent(right) / wide) + extent(direction);
        let reach = (max - min).length().max(1e-6);
        let distance = distance.max(reach * 0.05);
        Self {
            eye: center + direction * distance,
            target: center,
            up,
            fov_y: Self::FRAMING_FOV,
            near: distance * 0.01,
            far: (distance + reach) * 100.0,
        }
    }

    /// Where a person of that size has the face.
    fn face_of(bounds: Bounds) -> Bounds {
        let size = bounds.size();
        let tall = size.y * 0.16;
        let (center, top) = (bounds.center(), bounds.max.y);
        let half = Vec3::new(size.x.min(tall) * 0.5, tall * 0.5, size.z.min(tall) * 0.5);
        let middle = Vec3::new(center.x, top - tall * 0.5, center.z);
        Bounds { min: middle - half, max: middle + half }
    }

    /// Clip space from world, depth reversed: 1 at the near plane, 0 at the far one.
    pub fn clip_from_world(&self, aspect: f32) -> Mat4 {
        // Reversed depth spreads floats evenly over distance.
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
        for view in [View::Front, View::Side, View::Back, View::ThreeQuarter] {
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
    fn wide_things_fit_the_width_of_a_tall_picture() {
        let bounds = Bounds { min: Vec3::new(-100.0, 0.0, -1.0), max: Vec3::new(100.0, 1.0, 1.0) };
        let clip = Camera::framing(&bounds, View::Front, 0.5).clip_from_world(0.5);
        let p = clip.project_point3(bounds.max);
        assert!(p.x < 0.9 && p.x > 0.8, "{p}");
    }
}
