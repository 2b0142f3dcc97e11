//! Wind on hair: the velocity of the air, and shelter from it.

mod cover;
mod lee;
#[cfg(test)]
mod tests;

pub use cover::HairCover;

pub(super) use cover::covers;
pub(super) use lee::Lee;
