//! State of a fall in the player.

use sinew::glam::Affine3A;
use sinew_rapier::{RapierGround, RapierWorld};

/// State of the character's ragdoll: its physics world, and what is to be done after the fall.
#[derive(Default)]
pub(super) struct Fall {
    /// Physics world; none while nothing falls.
    pub(super) world: Option<Box<RapierWorld>>,
    /// The ground and the props of the scene, on which a fallen character gets up.
    pub(super) ground: Option<RapierGround>,
    /// True while the whole body falls.
    pub(super) is_whole: bool,
    /// True when the next root motion of the actor is that of the body: it falls, or moves to where it gets
    /// up.
    pub(super) moves_body: bool,
    /// True when the root motion of the current frame was that of the body.
    pub(super) moved_body: bool,
    /// Transform of a character that fell out of its scene, before `world_from_model`.
    pub(super) transform: Option<Affine3A>,
}
