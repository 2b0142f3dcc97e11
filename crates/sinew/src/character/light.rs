use crate::skeleton::JointId;
use glam::Vec3;

/// Light that a file has on one of its nodes (KHR_lights_punctual): a lamp beside a character, a torch in its
/// hand. It shines along the -Z axis of its joint and moves with it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Light {
    /// Name.
    pub name: String,
    /// Joint that it hangs on.
    pub joint: JointId,
    /// Type, with the cone of a spot.
    pub kind: LightKind,
    /// Linear colour.
    pub color: Vec3,
    /// Brightness: lux for a directional light, candela for the others. π lux light a white matt surface to
    /// exactly white, as π candela do at a metre.
    pub intensity: f32,
    /// Distance in metres at which it fades out; `None` where it falls with the square of the distance alone.
    pub range: Option<f32>,
}

/// Type of a light (KHR_lights_punctual).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum LightKind {
    /// Parallel rays along the light's axis, the same everywhere, as from the sun.
    Directional,
    /// To all sides.
    Point,
    /// Within a cone about the light's axis.
    Spot {
        /// Angle from the axis at which the light begins to fall, in radians.
        inner_angle: f32,
        /// Angle from the axis at which it ends, in radians, from the inner angle to π/2.
        outer_angle: f32,
    },
}

impl Light {
    /// White light of intensity 1, without a range.
    #[must_use]
    pub fn new(name: impl Into<String>, joint: JointId, kind: LightKind) -> Self {
        Self { name: name.into(), joint, kind, color: Vec3::ONE, intensity: 1.0, range: None }
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

    /// Whether all numbers are finite, and within their limits.
    pub(super) fn is_sound(&self) -> bool {
        let is_cone = match self.kind {
            LightKind::Directional | LightKind::Point => true,
            LightKind::Spot { inner_angle, outer_angle } => {
                0.0 <= inner_angle
                    && inner_angle <= outer_angle
                    && outer_angle <= std::f32::consts::FRAC_PI_2 + 1e-4
            }
        };
        let is_number = |number: f32| (0.0..=Self::MAX).contains(&number);
        is_cone
            && self.color.to_array().into_iter().all(is_number)
            && is_number(self.intensity)
            && self.range.is_none_or(|range| range > 0.0 && is_number(range))
    }

    /// Largest intensity, component of a colour and range.
    pub const MAX: f32 = 1e12;
}
