//! Instances of models on the device: pose, visibility and materials of one actor.

mod draw_uniform;
mod instance_materials;
mod model_instance;
mod pose_layout;
mod primitive_instance;
mod winding;

pub(crate) use draw_uniform::DrawUniform;
pub use model_instance::ModelInstance;
pub(crate) use pose_layout::PoseLayout;
pub(crate) use primitive_instance::PrimitiveInstance;
pub(crate) use winding::Winding;
