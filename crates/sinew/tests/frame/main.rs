//! The frame as a whole, on a made-up character.

mod actor;
mod bounds;
mod contract;
#[path = "../counting/mod.rs"]
mod counting;
mod face;
mod kept_pose;
mod no_allocation;
mod reaching;
mod recording;
mod worm;
