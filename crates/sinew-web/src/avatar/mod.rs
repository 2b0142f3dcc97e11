//! The module of `sinew-avatar`: a character on a canvas.
//!
//! A [`Body`] is the character alive, without a page; natively it is tested. The rest exists in WebAssembly alone: the
//! canvas, and the class that the worker of the page calls.

mod asked;
mod backdrop;
mod body;
mod description;
mod error;
mod face;
#[cfg_attr(not(feature = "falls"), path = "no_falls.rs")]
mod fall;
mod framing;
mod looks;
mod motions;
#[cfg(target_arch = "wasm32")]
mod page;
#[cfg_attr(not(feature = "falls"), path = "no_surroundings.rs")]
mod surroundings;
#[cfg(test)]
mod tests;

pub use backdrop::Backdrop;
pub use body::{Body, MAX_STEP};
pub use error::AvatarError;
pub use framing::{Framing, Shot};
pub use motions::{Motion, MotionSettings, ParameterInput};
