//! Scenes in which a character does what its rig lets it: where things stand, what the ground is like.

mod walk;

pub(crate) use walk::{Walk, Way};
