use sinew::face::VisemeTrack;
use sinew::glam::Vec3;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Requests of the page to a character, kept for another one that is drawn instead of it later.
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
