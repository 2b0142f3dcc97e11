use sinew::glam::Vec2;
use sinew::hair::{Groom, HairCollider};
use std::sync::Arc;

/// Brush of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BrushKind {
    Comb,
    Cut,
}

/// Stroke of a brush that is on the hair.
pub(super) struct Stroke {
    /// Latest point of the picture.
    pub(super) last: Vec2,
    pub(super) before: Arc<Groom>,
    /// Colliders in the reference pose.
    pub(super) body: Vec<HairCollider>,
}
