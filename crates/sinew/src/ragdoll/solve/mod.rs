//! The stage of a frame: bodies of a fall, their targets, the pose that is read back.

mod aim;
mod bodies;
mod cut;
mod drag;
mod drive;
mod feed_forward;
mod fit_pose;
mod ground_pose;
mod hand_over;
mod placement;
mod progress;
mod pull;
mod raise_limbs;
mod reaction;
mod read_out;
mod release;
mod root_follow;
mod slope;
mod solve;

pub use fit_pose::PoseFit;
pub use solve::{RagdollInput, solve_ragdoll};
