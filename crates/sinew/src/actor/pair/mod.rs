//! Frames between two fixed time steps.

mod frame_pair;
mod moment;

pub use frame_pair::FramePair;
