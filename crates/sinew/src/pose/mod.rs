//! Poses: local transforms, blending, additive and mirrored poses, model-space matrices, skinning palettes.

mod additive;
mod blend;
mod blend_layer;
mod blend_scalar;
mod blend_wide;
mod local;
mod mirror;
mod mirror_frames;
mod model;
mod palette;
mod same_length;

pub use additive::apply_additive;
pub use blend::{blend, blend_over, blend_two};
pub use blend_layer::BlendLayer;
pub use local::LocalPose;
pub use mirror::PoseMirror;
pub use model::{ModelPose, local_to_model};
pub use palette::{SkinningPalette, write_palette};
