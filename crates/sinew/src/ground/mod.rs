//! Ground under characters: answers of the engine about heights, for feet and for bodies that get up.

mod checked;
mod ground;

pub(crate) use checked::CheckedGround;
pub use ground::{Ground, GroundHit, height_field};
