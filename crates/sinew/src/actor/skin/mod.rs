//! The skin of an actor: systems that follow it, rays against it, and the skin of a frame.

mod frame;
mod shot;
pub(super) mod systems;
