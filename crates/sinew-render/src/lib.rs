//! Draws Sinew characters with wgpu, in a window or off-screen by the same path.
//!
//! A [`Gpu`] is opened once; a [`Renderer`] draws with it. A [`Model`] is a character's geometry, textures and
//! materials on the device, shared by its instances; a [`Puppet`] is one instance, which [`Puppet::update`] poses
//! from a [`sinew::Frame`]. A [`Scene`] lends them out to [`Renderer::draw`] or [`Renderer::picture`].
//!
//! Morphs and skins are computed in the vertex shader from storage buffers, or from textures where the device has
//! no storage buffers there, without a limit on joints, influences or morph targets.
//!
//! Textures arrive decoded: the closure given to [`Model::new`] turns an image into pixels, so that this crate
//! knows no file format.

mod camera;
mod gpu;
mod model;
pub mod overlay;
mod puppet;
mod renderer;
mod scene;
mod settings;
mod shader;
mod sky;
mod vertex_data;

pub use camera::{Camera, View};
pub use gpu::{Gpu, GpuError};
pub use model::{Model, ModelError};
pub use overlay::Line;
pub use puppet::Puppet;
pub use renderer::{PictureError, Renderer};
pub use scene::{Background, Ground, Scene, Sky, Sun};
pub use settings::{RenderSettings, VertexData};
pub use wgpu;
