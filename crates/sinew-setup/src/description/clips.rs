use crate::Part;
use serde::{Deserialize, Serialize};
use sinew::clip::ClipEventsDescription;
use std::collections::BTreeMap;

/// Clips of one file, on the model of the set-up: unchanged on the same rig, else retargeted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Clips")]
pub struct ClipsDescription {
    /// Path of the file; empty for clips of the model itself.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// Names of the clips; empty for all. Clips without a name are called after their file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    /// New names by the old ones.
    #[serde(deserialize_with = "sinew::internal::unique", skip_serializing_if = "BTreeMap::is_empty")]
    pub rename: BTreeMap<String, String>,
    /// Start and end of the stretch to which clips are cut, seconds of the file; the stretch then begins at 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trim: Option<(f32, f32)>,
    /// Root motion of clips that have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root_motion: Option<RootMotionDescription>,
    /// Whether footsteps are found and become events and sync markers.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub footsteps: bool,
    /// Events by the clips' new names, in place of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<Part<BTreeMap<String, ClipEventsDescription>>>,
    /// Largest error of compressed clips, metres; none for clips as they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compress: Option<f32>,
    /// Metres per unit of length of a file that does not state its unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f32>,
}

/// Source of the root motion of clips that have none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum RootMotionDescription {
    /// Taken from the keys of a joint, for a humanoid its hips.
    Hips,
    /// Taken from the keys of a joint.
    Joint(String),
    /// Derived from the feet, for clips that are made in place.
    Feet,
}
