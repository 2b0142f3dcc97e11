//! The stage of a frame: bodies of a fall, their targets, the pose that is read back.

mod bodies;
mod cut;
mod drag;
mod drive;
mod feed_forward;
mod frame;
mod get_up;
mod hand_over;
mod placement;
mod reaction;
mod read_out;
mod release;
mod root_follow;
mod solve;

pub use get_up::PoseFit;
pub use solve::RagdollInput;
