//! One instance of a ragdoll: its parts, what waits for the coming frame, whether it rests.

mod part_state;
mod reaction;
mod rest;
mod root_follow;
mod state;
mod waiting;

pub(super) use part_state::{AnimatedMotion, Phase};
pub use reaction::HitReaction;
pub(super) use reaction::Reaction;
pub use state::RagdollState;
pub(super) use waiting::{Missed, Recovery};
