//! Draws Sinew characters with wgpu, in a window or off-screen by the same path.
//!
//! A [`Gpu`] is opened once; a [`Renderer`] draws with it. A [`Model`] is a character's geometry, textures and
//! materials on the device, shared by its instances; a [`ModelInstance`] is one instance, which [`ModelInstance::update`] poses
//! from a [`sinew::Frame`]. A [`Scene`] lends them out to [`Renderer::draw`] or [`Renderer::picture`].
//!
//! Morphs and skins are computed in the vertex shader from storage buffers, or from textures where the device has
//! no storage buffers there, without a limit on joints, influences or morph targets.
//! [`Renderer::skinned_vertices`] reads back what that shader computes.
//!
//! Textures arrive decoded: the closure given to [`Model::new`] turns an image into pixels, so that this crate
//! knows no file format.
//!
//! ```no_run
//! # use std::sync::Arc;
//! # let character = Arc::new(sinew::Character::new(sinew::CharacterParts::default())?);
//! use sinew_render::{Camera, Gpu, Model, ModelInstance, RenderSettings, Renderer, Scene, View};
//!
//! let mut renderer = Renderer::new(&Gpu::off_screen()?, RenderSettings::default());
//! let model = Model::new(&renderer, &character, &mut |_image| None)?;
//! let mut puppet = ModelInstance::new(&renderer, &model);
//!
//! let mut actor = sinew::Actor::without_clips(character);
//! actor.update(1.0 / 60.0);
//! puppet.update(&renderer, &actor.frame());
//!
//! let camera = Camera::framing(&puppet.bounds(), View::ThreeQuarter, 16.0 / 9.0);
//! let picture = renderer.picture(&Scene::new(camera, &[&puppet]), 1280, 720)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is drawn how
//!
//! - Metallic-roughness, normal, occlusion and emission maps, vertex colours, unlit, specular and clearcoat follow
//!   glTF 2.0 and its extensions; textures read up to two sets of coordinates per material, each with its transform.
//!   Clearcoat has no normal map of its own.
//! - Sheen is added on top, without darkening what lies under it.
//! - Transmission shows what is behind as if through thin, clear glass: without refraction, roughness or tint.
//! - Masks cover shares of samples where there are four, and discard in pictures with an alpha channel. Blended
//!   parts are sorted by the distance of their middle; their solid texels are drawn first and hide what is behind.
//!   A material that is blended by name only, with nothing to see through, is drawn as opaque.
//! - Points and lines are a pixel wide.
//! - Colours are tone-mapped (Khronos PBR Neutral) where they are shaded, before samples are resolved: edges against
//!   highlights stay smooth, and unlit and toon colours and overlays come out as given.
//!
//! # Toon materials
//!
//! They follow VRMC_materials_mtoon 1.0, in the light of the one sun and the sky.
//!
//! - Sun and sky are dimmed together where they are brighter than white, so that what is fully lit shows its colour as
//!   it was painted; less light than that darkens it. Rim, matcap and emission are added up to white and cut there.
//! - Shadows count as shade. They fade where a surface turns away from the sun, so that the triangles of a round
//!   surface don't show in its shading.
//! - Blended parts keep their author's order: those that write depth first, then by offset, then by the distance of
//!   their middle. Solid texels hide nothing there; only one that writes depth does.
//! - Lines are drawn as the far sides of a larger surface. Hard edges, where vertices lie on one another with other
//!   normals, tear them open, and a blended part without depth shows them through itself.
//! - A line that is a share of the picture is so at any distance; the distance from which VRM 0.x drew it thinner is
//!   not known here, neither is that version's mask of received shadows.
//! - [`Scene::time`] moves textures; normal maps that turn are read without the vertices' tangents.
//! - Occlusion, metallic, roughness and all that glTF adds to metallic-roughness are not read.
//!
//! # Expressions and own view
//!
//! [`ModelInstance::update`] takes over what expressions make of materials ([`sinew::Frame::material_override`]): each puppet has
//! its own of those that an expression reaches, and shares all others with its model. Characters seen through their
//! own eyes ([`sinew::Frame::is_first_person`]) are drawn without the head, and throw its shadow no more; draw a second
//! puppet for the one that others and mirrors see.

mod camera;
mod gpu;
mod looks;
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
pub use puppet::ModelInstance;
pub use renderer::{PictureError, Renderer};
pub use scene::{Background, Ground, Scene, Sky, Sun};
pub use settings::{RenderSettings, VertexData};
pub use wgpu;
