//! Wrinkle maps for faces that have none.

mod generate;
mod heights;

pub use generate::{GeneratedWrinkles, WrinkleGenerator, WrinkleGeneratorError};
pub use heights::{texture_size, wrinkle_normals};
