//! Wrinkle maps for faces that have none.

mod generate;

pub use generate::{GeneratedWrinkles, WrinkleGenerator, WrinkleGeneratorError};
