//! Looks of materials beyond what their file says: skin, eyes and teeth of people, and toons.

mod detect;
mod looks;
mod toon;
mod words;

pub use looks::{SurfaceLook, SurfaceLooks};
pub(crate) use toon::{toon_of, with_shade};
