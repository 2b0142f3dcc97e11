//! Ground under characters: answers of the engine about heights, for feet and for bodies that get up.

mod checked;
mod ground;
mod turned;

pub(crate) use checked::CheckedGround;
pub use ground::{Ground, GroundHit, height_field};
pub(crate) use turned::TurnedGround;
