//! The pose in which a humanoid rests: its kind, and the direction in which it faces.

mod forward;
mod kind;

pub use forward::forward;
pub(crate) use forward::rotation_from_z;
pub use kind::RestPoseKind;
