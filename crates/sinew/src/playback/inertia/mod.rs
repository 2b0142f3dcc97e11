//! Inertialization: a transition in which the pose keeps its velocity, and the offset from the new motion
//! decays (D. Bollo, *Inertialization: High-Performance Animation Transitions in Gears of War*, GDC 2018).
//!
//! Each offset follows a quintic that begins with the offset and relative velocity at the change, without
//! relative acceleration, and ends with all three at zero, so that pose and velocity are continuous whatever
//! was interrupted. The velocity of the new motion is known only one frame after the change; until then the
//! old velocity is kept.

mod inertialization;
mod offset;
mod pose_history;

pub use inertialization::Inertialization;
