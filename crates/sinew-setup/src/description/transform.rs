use serde::{Deserialize, Serialize};
use sinew::Transform;
use sinew::glam::Vec3;

/// Position, rotation and scale of one thing on another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Transform")]
pub struct TransformDescription {
    /// Position, metres.
    pub position: Vec3,
    /// Rotation, degrees about X, then Y, then Z, all of the thing that it lies on.
    pub rotation: Vec3,
    /// Scale.
    pub scale: f32,
}

impl Default for TransformDescription {
    fn default() -> Self {
        Self { position: Vec3::ZERO, rotation: Vec3::ZERO, scale: 1.0 }
    }
}

impl TransformDescription {
    /// The transform.
    #[must_use]
    pub fn transform(&self) -> Transform {
        let angles = self.rotation.map(f32::to_radians);
        Transform { scale: Vec3::splat(self.scale), ..Transform::from_euler(self.position, angles) }
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.position.is_finite() && self.rotation.is_finite() && self.scale.is_finite() && self.scale != 0.0
    }
}
