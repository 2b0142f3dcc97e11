//! The emotion of a face, and the shapes of its mouth that speech takes over.

mod emotions;
mod fade;
mod mouth_shapes;

pub(crate) use emotions::Emotions;
pub use fade::EmotionFade;
pub(crate) use mouth_shapes::MouthShapes;
