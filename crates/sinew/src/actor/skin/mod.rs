//! The skin of an actor: systems that follow it, rays against it, and the skin of a frame.

mod frame;
mod shot;
mod switch;
pub(super) mod systems;
