//! Synthetic wrinkle maps for any head, from the landmarks of its face.

mod brows;
mod creases;
mod drivers;
mod error;
mod face_plane;
mod generator;
mod height;
mod raster;
mod skin_materials;
mod tension;
mod wing;

pub use error::WrinkleGeneratorError;
pub use generator::{GeneratedWrinkles, WrinkleGenerator};
