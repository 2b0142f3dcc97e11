//! The graphics device, its errors and the resources that models and renderers share: bind group layouts,
//! texel arrays and the mipmap generator.

mod bind_group_layouts;
mod catch;
mod context;
mod device_error;
mod hair_kernels;
mod hair_solver_kernel;
mod layers;
mod layout_entry;
mod mipmap_generator;
mod no_wrinkles;
mod shading_model;
mod texel_array;
mod vertex_data_binding;

pub use context::{Gpu, GpuError};
pub use device_error::DeviceError;
pub(crate) use hair_kernels::{HairKernels, LIGHT_FORMAT};
pub(crate) use hair_solver_kernel::HairSolverKernel;
pub(crate) use layers::Layers;
pub(crate) use layout_entry::{cube_binding, layout_entry, texture_binding, uniform_binding};
pub(crate) use mipmap_generator::{MipLevel, PICTURE_FORMAT};
pub(crate) use no_wrinkles::{WRINKLE_UNIFORM_BYTES, wrinkle_bind_group};
pub(crate) use shading_model::{LAYER_SLOTS, ShadingModel, TRANSMISSION_SLOT};
pub(crate) use texel_array::{TexelArray, TexelFormat};
pub(crate) use vertex_data_binding::TexelStorage;
pub use vertex_data_binding::VertexDataBinding;
