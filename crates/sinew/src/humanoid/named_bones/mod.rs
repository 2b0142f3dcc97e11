//! Human bones that a user names: completed by those that are found, and read from text.

mod complete;
#[cfg(feature = "ron")]
mod text;

#[cfg(feature = "ron")]
pub use text::{NamedBones, NamedBonesError};
