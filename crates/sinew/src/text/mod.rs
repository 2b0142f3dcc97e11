//! Text formats: RON read with line, column, field path and suggestions in its error messages; suggestions
//! for misspelled names.
//!
//! Modules with a text format, such as [`clip`](crate::clip), [`graph`](crate::graph) and [`rig`](crate::rig),
//! describe their types in messages by a private grammar. Feature `ron`; [`did_you_mean`] is always there.

#[cfg(feature = "serde")]
pub(crate) mod degrees;
mod did_you_mean;
#[cfg(feature = "ron")]
pub(crate) mod grammar;
#[cfg(feature = "ron")]
pub(crate) mod in_text;
#[cfg(feature = "ron")]
mod location;
#[cfg(feature = "ron")]
mod message;
pub(crate) mod names;
#[cfg(feature = "ron")]
pub(crate) mod read;
#[cfg(feature = "ron")]
mod tokens;
#[cfg(feature = "serde")]
pub(crate) mod unique;

pub use did_you_mean::did_you_mean;

#[cfg(feature = "ron")]
pub(crate) use grammar::{Grammar, Hint};
#[cfg(feature = "ron")]
pub(crate) use in_text::in_text;
pub(crate) use names::{abbreviate, suggest};
#[cfg(feature = "ron")]
pub(crate) use read::{ALL_LEVELS, read_ron, write_ron};
#[cfg(feature = "ron")]
pub(crate) use unique::Unique;
#[cfg(feature = "serde")]
pub(crate) use unique::unique;
