//! The emotion of a face, by expressions or by morph targets, and the shapes of its mouth that speech takes
//! over.

mod emotions;
mod fade;
mod mouth_shapes;
mod recipe;
mod shape_emotion;
mod table;

pub(crate) use emotions::{Emotions, OpenShares};
pub use fade::EmotionFade;
pub(crate) use mouth_shapes::MouthShapes;
pub use shape_emotion::morph_emotions;
pub(crate) use shape_emotion::{ShapeEmotion, ShapeEmotions};
pub(crate) use table::EmotionTable;
