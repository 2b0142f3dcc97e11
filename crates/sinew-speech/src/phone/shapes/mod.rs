//! Sets of mouth shapes, each derived from the articulatory table.

mod arkit;
mod drawn_shapes;
mod mouth_shape;
mod mpeg;
mod oculus;
mod sapi;
#[cfg(test)]
mod tests;

pub use arkit::{ARKIT_NAMES, LipContact, arkit_weights};
pub use drawn_shapes::DrawnShapes;
pub use mouth_shape::MouthShape;
pub use mpeg::mpeg_viseme;
pub use oculus::{typical_phone, viseme};
pub use sapi::sapi_viseme;
