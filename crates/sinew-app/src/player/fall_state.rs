//! State of a fall in the player.

use sinew::ClipId;
use sinew::glam::Affine3A;
use sinew::graph::{AnimationGraph, ParameterId, ParameterValue};
use sinew_rapier::{RapierGround, RapierWorld};
use std::sync::Arc;

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
    /// Clip with which the character gets up.
    pub(super) get_up: Option<GetUp>,
}

/// Clip with which the character gets up, and what it plays afterwards.
pub(super) struct GetUp {
    pub(super) clip: ClipId,
    pub(super) before: PlayedBefore,
}

/// Playback before the character got up.
pub(super) enum PlayedBefore {
    RestPose,
    /// Clip and its file time.
    Clip(ClipId, f64),
    /// Graph with its parameters. Its states start over.
    Graph(Arc<AnimationGraph>, Vec<(ParameterId, ParameterValue)>),
}
