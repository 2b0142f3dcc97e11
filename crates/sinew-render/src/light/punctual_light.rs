use sinew::character::{Light, LightKind};
use sinew::glam::Vec3;
use sinew::{Bounds, Frame};

/// Largest number of [`PunctualLight`]s that light an image; of more, the brightest in the middle of the scene
/// are taken.
pub const MAX_PUNCTUAL_LIGHTS: usize = 16;

/// Light at a point, or from one direction, in world space (KHR_lights_punctual).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PunctualLight {
    /// Type, with the cone of a spot.
    pub kind: LightKind,
    /// Position; directional lights have none.
    pub position: Vec3,
    /// Unit vector along which it shines; point lights shine along all.
    pub direction: Vec3,
    /// Linear colour.
    pub color: Vec3,
    /// Brightness: lux for a directional light, candela for the others. π lux light a white matt surface to
    /// exactly white.
    pub intensity: f32,
    /// Distance in metres at which it fades out; `None` where it falls with the square of the distance alone.
    pub range: Option<f32>,
}

impl PunctualLight {
    /// White light of intensity 1 at a position, along a direction.
    #[must_use]
    pub fn new(kind: LightKind, position: Vec3, direction: Vec3) -> Self {
        Self { kind, position, direction, color: Vec3::ONE, intensity: 1.0, range: None }
    }

    /// A light of a character in the pose of a frame.
    #[must_use]
    pub fn of(light: &Light, frame: &Frame<'_>) -> Self {
        let world_from_joint = frame.world_from_model() * frame.model()[light.joint.index()];
        Self {
            kind: light.kind,
            position: world_from_joint.translation.into(),
            direction: world_from_joint.transform_vector3(Vec3::NEG_Z).normalize_or(Vec3::NEG_Y),
            color: light.color,
            intensity: light.intensity,
            range: light.range,
        }
    }

    /// Replaces the linear colour.
    #[must_use]
    pub fn with_color(self, color: Vec3) -> Self {
        Self { color, ..self }
    }

    /// Replaces the brightness, in lux for a directional light, else in candela.
    #[must_use]
    pub fn with_intensity(self, intensity: f32) -> Self {
        Self { intensity, ..self }
    }

    /// Replaces the distance at which it fades out, in metres.
    #[must_use]
    pub fn with_range(self, range: impl Into<Option<f32>>) -> Self {
        Self { range: range.into(), ..self }
    }

    /// Unit vector from a point towards the light, and its linear irradiance there on a surface that faces it.
    #[must_use]
    pub fn at(&self, point: Vec3) -> (Vec3, Vec3) {
        let color = self.color * self.intensity;
        if self.kind == LightKind::Directional {
            return (-self.direction, color);
        }
        let way = self.position - point;
        let square = way.length_squared().max(Self::NEAREST);
        let to_light = way.normalize_or(Vec3::Y);
        let (scale, offset) = self.cone();
        let cone = (to_light.dot(-self.direction) * scale + offset).clamp(0.0, 1.0);
        (to_light, color * (self.window(square) / square * cone * cone))
    }

    /// Square of the distance, in square metres, within which a light does not get brighter.
    pub(crate) const NEAREST: f32 = 1e-4;

    /// Share that the range leaves at the square of a distance.
    fn window(&self, square: f32) -> f32 {
        let Some(range) = self.range else { return 1.0 };
        let ratio = square / (range * range).max(1e-12);
        (1.0 - ratio * ratio).clamp(0.0, 1.0)
    }

    /// Factor on the cosine of the angle from the axis, and what is added to it: the root of the cone's share.
    pub(crate) fn cone(&self) -> (f32, f32) {
        match self.kind {
            LightKind::Spot { inner_angle, outer_angle } => {
                let scale = 1.0 / (inner_angle.cos() - outer_angle.cos()).max(1e-3);
                (scale, -outer_angle.cos() * scale)
            }
            _ => (0.0, 1.0),
        }
    }

    /// Largest irradiance over the middle, the corners and the nearest point of a box, on surfaces that face the
    /// light; zero for an empty box.
    #[must_use]
    pub fn most_within(&self, bounds: &Bounds) -> Vec3 {
        if bounds.is_empty() {
            return Vec3::ZERO;
        }
        let corner = |n: u32| {
            let of = |bit: u32| [bounds.min, bounds.max][(n >> bit & 1) as usize];
            Vec3::new(of(0).x, of(1).y, of(2).z)
        };
        // Where the axis of a spot passes the middle.
        let along = (bounds.center() - self.position).dot(self.direction).max(0.0);
        let aimed = (self.position + self.direction * along).clamp(bounds.min, bounds.max);
        let points = [bounds.center(), self.position.clamp(bounds.min, bounds.max), aimed];
        let all = points.into_iter().chain((0..8).map(corner)).map(|point| self.at(point).1);
        all.max_by(|a, b| luminance(*a).total_cmp(&luminance(*b))).unwrap_or(Vec3::ZERO)
    }
}

/// Luminance of a linear colour.
pub(crate) fn luminance(color: Vec3) -> f32 {
    color.dot(Vec3::new(0.2126, 0.7152, 0.0722))
}
