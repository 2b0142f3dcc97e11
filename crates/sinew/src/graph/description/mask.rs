#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Mask of joints and face. Later entries override earlier ones.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Mask"))]
pub struct MaskDescription {
    /// Joints with all their descendants, and their weights, 0..1. A joint is named by its own name, or by
    /// its human bone (VRM 1.0 names) where no joint has that name.
    pub branches: Vec<(String, f32)>,
    /// Single joints and their weights, 0..1; applied after `branches`.
    pub joints: Vec<(String, f32)>,
    /// Weight of the face (morph weights, expressions, gaze), 0..1. Default: the weight of the head, or 0
    /// without a head.
    pub face: Option<f32>,
}
