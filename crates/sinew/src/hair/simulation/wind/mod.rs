//! Wind on hair: the velocity of the air, and shelter from it.

mod cover;
mod lee;
#[cfg(test)]
mod tests;
#[expect(clippy::module_inception, reason = "the type that the module is named for")]
mod wind;

pub use cover::HairCover;
pub use wind::{HairWind, WindField};

pub(super) use cover::covers;
pub(super) use lee::Lee;
