//! One instance of a ragdoll: its parts, what waits for the coming frame, whether it rests.

mod body_state;
mod get_up;
mod getting_up;
mod part_state;
mod planted;
mod reaction;
mod rest;
mod root_follow;
mod state;
mod waiting;

pub use body_state::BodyState;
pub(super) use getting_up::GettingUp;
pub(super) use part_state::{AnimatedMotion, PartState, Phase};
pub use reaction::HitReaction;
pub(super) use reaction::Reaction;
pub use state::RagdollState;
pub(super) use waiting::{Missed, Release};
