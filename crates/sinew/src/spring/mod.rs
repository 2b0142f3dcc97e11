//! Spring bones: joints of hair, skirts, ears and tails that swing (VRMC_springBone 1.0 and its extended colliders).
//!
//! A [`SpringRig`] is the shared, immutable form of a character's [`SpringBones`](crate::character::SpringBones); a [`SpringState`]
//! is one instance of it; [`solve_springs`] moves it on by one frame. An [`Actor`](crate::Actor) has a state from the beginning
//! where its character has spring bones: [`Actor::springs_mut`](crate::Actor::springs_mut).
//!
//! The bones move by the rules that VRM gives them for 60 frames per second, at any frame rate: the simulation takes steps of a
//! sixtieth of a second, and what a frame shows between two steps lies on the way to the next one.

mod collider;
mod error;
mod rig;
mod solve;
mod state;
mod step;

pub use error::SpringError;
pub use rig::SpringRig;
pub use solve::{SpringInput, solve_springs};
pub use state::SpringState;

#[cfg(test)]
mod tests;
