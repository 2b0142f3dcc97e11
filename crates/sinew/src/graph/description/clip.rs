use super::parameter::NumberOrParameter;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Clip node.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Clip"))]
pub struct ClipDescription {
    /// Name of the clip.
    pub clip: String,
    /// Playback speed; negative plays backwards.
    pub speed: NumberOrParameter,
    /// Whether the clip loops.
    pub looping: bool,
    /// Normalized start time, 0..1. A clip that plays backwards without a loop starts at its end by default.
    pub start: f32,
    /// Name of the sync group: clips of a group play in sync, by sync markers or, without them, by normalized
    /// time.
    #[cfg_attr(feature = "serde", serde(alias = "sync"))]
    pub sync_group: Option<String>,
    /// Normalized time, 0..1, shown instead of playing the clip (motion time, for aim poses); `position` in
    /// older files.
    #[cfg_attr(feature = "serde", serde(alias = "position"))]
    pub normalized_time: Option<NumberOrParameter>,
    /// Time warp: pairs of the normalized time that has elapsed and the normalized time that is shown, both
    /// rising from 0 to 1.
    pub warp: Vec<(f32, f32)>,
    /// Whether the clip puts joints for which it has no tracks to rest, as Unity's *Write Defaults* does. By
    /// default they show what lies below: the lower layers, or the rest pose at the bottom of the graph.
    pub write_defaults: bool,
}

impl ClipDescription {
    /// Looping clip at its own speed.
    #[must_use]
    pub fn new(clip: &str) -> Self {
        Self { clip: clip.to_owned(), ..Self::default() }
    }
}

impl Default for ClipDescription {
    fn default() -> Self {
        Self {
            clip: String::new(),
            speed: NumberOrParameter::Constant(1.0),
            looping: true,
            start: 0.0,
            sync_group: None,
            normalized_time: None,
            warp: Vec::new(),
            write_defaults: false,
        }
    }
}
