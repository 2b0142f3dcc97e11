//! The ragdoll stage of a frame: bodies of a fall, their targets, and the pose that is read back.

mod bodies;
mod drive;
mod read_out;
mod solve;

pub use solve::{RagdollInput, solve_ragdoll};
