//! The stage of a frame: bodies of a fall, their targets, the pose that is read back.

mod bodies;
mod cut;
mod drag;
mod drive;
mod feed_forward;
mod get_up;
mod placement;
mod reaction;
mod read_out;
mod release;
mod root_follow;
mod solve;

pub(super) use feed_forward::AnimatedMotion;
pub use get_up::PoseFit;
pub use reaction::HitReaction;
pub(super) use reaction::Reaction;
pub(super) use release::Release;
pub(super) use root_follow::RootFollow;
pub use solve::{RagdollInput, solve_ragdoll};
