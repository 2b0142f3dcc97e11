//! Spring bones: joints of hair, skirts, ears and tails that swing (VRMC_springBone 1.0 and its extended
//! colliders).
//!
//! A [`SpringRig`] is the shared, immutable form of a character's
//! [`SpringBones`](crate::character::SpringBones); a [`SpringState`] is one instance of it;
//! [`SpringState::solve`] moves it on by one frame. An [`Actor`](crate::Actor) has a state from the beginning
//! where its character has spring bones: [`Actor::springs_mut`](crate::Actor::springs_mut). Characters that
//! bring none get them from a [`SpringRigDescription`], which names joints.
//!
//! The bones move by the rules that VRM gives them for 60 frames per second, at any frame rate: the
//! simulation takes steps of a sixtieth of a second, and what a frame shows between two steps lies on the way
//! to the next one.

mod body_colliders;
mod collider;
mod description;
mod error;
mod rig;
mod solve;
mod state;
mod step;
#[cfg(feature = "ron")]
mod text;

pub(crate) use body_colliders::BodyCapsule;
pub use body_colliders::add_body_colliders;
pub use description::{ColliderDescription, SpringChainDescription, SpringRigDescription};
pub use error::SpringError;
pub use rig::SpringRig;
pub use state::SpringState;

#[cfg(test)]
mod tests;
