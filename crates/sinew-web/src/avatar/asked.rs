use sinew::face::VisemeTrack;
use sinew::glam::Vec3;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the page asked of a character, for the one that takes its place.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked {
    /// Emotion and its intensity.
    pub(super) emotion: Option<(String, f32)>,
    /// Weights of expressions.
    pub(super) expressions: BTreeMap<String, f32>,
    /// Point that it looks at.
    pub(super) gaze: Option<Vec3>,
    /// Speech that goes on.
    pub(super) speech: Option<Arc<VisemeTrack>>,
    /// Items, and whether it holds them.
    pub(super) items: BTreeMap<String, bool>,
}
