#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Blend mode of a layer.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[non_exhaustive]
pub enum LayerMode {
    /// Replaces the layers below.
    #[default]
    Override,
    /// Adds the difference from a reference pose.
    Additive(ReferenceDescription),
}

/// Reference pose of an additive layer.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[non_exhaustive]
pub enum ReferenceDescription {
    /// Rest pose.
    #[default]
    Rest,
    /// Pose of a clip, by name, at a normalized time, 0..1.
    #[cfg_attr(feature = "serde", serde(alias = "Frame"))]
    ClipPose(String, f32),
}
