//! Characters on the device: geometry, textures and materials, shared by all instances of a model.

mod blend_mode;
mod character_model;
mod deform_data;
mod error;
mod expression_effect;
mod image_source;
mod layered_uniform;
mod material;
mod material_uniform;
mod pbr_uniform;
mod primitive;
mod reduced_image;
mod skinned_box;
mod texture_refs;
mod texture_upload;
mod textures;
mod toon_uniform;
mod uploaded_image;
mod uv_rows;
mod vertex;

pub(crate) use blend_mode::BlendMode;
pub use character_model::Model;
pub(crate) use character_model::{GpuMeshInstance, ModelData};
pub(crate) use deform_data::DeformLayout;
pub use error::ModelError;
pub use image_source::ImageSource;
pub(crate) use material::{GpuMaterial, MaterialBinding};
pub(crate) use material_uniform::MaterialUniform;
pub(crate) use primitive::{GpuPrimitive, IndexBuffer};
pub use reduced_image::ReducedImage;
pub(crate) use skinned_box::body_ellipsoids;
pub use uploaded_image::{ImageUse, UploadedImage};
pub(crate) use vertex::Vertex;
