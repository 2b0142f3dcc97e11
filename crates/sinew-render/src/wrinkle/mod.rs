//! Wrinkle maps on the device: images, rings of vertices for the area strain, and the strengths of a frame.

mod binding;
mod error;
mod image_array;
mod rings;
mod uniform;
mod wrinkle_model;

pub(crate) use binding::WrinkleBinding;
pub use error::WrinkleModelError;
pub use wrinkle_model::WrinkleModel;
