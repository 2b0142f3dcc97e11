//! Poses as buffers: local transforms, model-space matrices, skinning palettes.

mod local;
mod model;
mod palette;

pub use local::LocalPose;
pub use model::{ModelPose, local_to_model};
pub use palette::{SkinningPalette, write_palette};
