use crate::Part;
use serde::{Deserialize, Serialize};
use sinew::face::FaceRigDescription;

/// The face of a set-up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Face")]
pub struct FaceSetupDescription {
    /// Shapes of visemes, blinks, emotions and correctives, over those that are found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rig: Option<Part<FaceRigDescription>>,
    /// Whether the eyes blink by themselves.
    pub blinks: bool,
    /// Whether the eyes make saccades and glance aside.
    pub eye_movements: bool,
    /// Whether the head turns after a gaze that is far aside.
    pub turns_head: bool,
    /// Seed of blinks and eye movements.
    pub seed: u64,
    /// Emotion that the face shows at first, and its intensity from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emotion: Option<(String, f32)>,
}

impl FaceSetupDescription {
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}
