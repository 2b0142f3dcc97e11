//! Report of a retargeted clip: bones and tracks without a counterpart, foot contacts, the scale of the root
//! motion.

use super::contact::{ContactReport, FootContact};
use crate::morph::{ExpressionId, MorphTargetId};

/// Result of [`retarget_clip`](super::retarget_clip) besides the clip.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct RetargetReport {
    /// Source bones (joints, with [`Retargeter::by_names`](super::Retargeter::by_names)) that the target
    /// lacks.
    pub unmapped_joints: Vec<String>,
    /// Foot correction; `None` where feet were not corrected.
    pub foot_correction: Option<ContactReport>,
    /// Foot contacts of the result, ordered by start time; empty where feet were not corrected.
    pub contacts: Vec<FootContact>,
    /// Factor from the source's root motion to the target's.
    pub root_motion_scale: f32,
    /// Source tracks that have no counterpart on the target.
    pub unmapped_tracks: UnmappedTracks,
}

/// Animated channels of the source clip that are missing from the retargeted clip.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnmappedTracks {
    /// Source expressions that are animated and that the target lacks.
    pub expressions: Vec<ExpressionId>,
    /// Source morph targets that are animated and that the target lacks.
    pub morphs: Vec<MorphTargetId>,
    /// Whether the source animates the gaze and the target has no eyes to turn.
    pub gaze: bool,
    /// Number of joints with animated scale. Target joints keep their rest scale.
    pub scale_count: usize,
    /// Number of joints with animated translation below the hips (or roots). Target bones keep their length.
    pub translation_count: usize,
}
