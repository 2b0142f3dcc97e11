//! The module of `sinew-avatar`: a character on a canvas.
//!
//! A [`Body`] is the character alive, without a page; natively it is tested. The rest exists in WebAssembly alone: the
//! canvas, and the class that the worker of the page calls.

mod asked;
mod backdrop;
mod body;
#[cfg(target_arch = "wasm32")]
mod canvas;
mod description;
mod error;
mod face;
#[cfg_attr(not(feature = "falls"), path = "no_falls.rs")]
mod fall;
mod framing;
#[cfg(target_arch = "wasm32")]
mod images;
mod looks;
mod motions;
#[cfg(target_arch = "wasm32")]
mod page_files;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "wasm32")]
mod view;
#[cfg(target_arch = "wasm32")]
mod view_calls;

pub use backdrop::Backdrop;
pub use body::{Body, MAX_STEP};
pub use error::AvatarError;
pub use framing::{Framing, Shot};
pub use motions::{Motion, MotionSettings, ParameterInput};
