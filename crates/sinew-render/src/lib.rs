//! Renderer for Sinew characters with wgpu, in a window or off-screen.
//!
//! - [`Gpu`]: the graphics device.
//! - [`Model`]: a character's geometry, textures and materials on the device, shared by its instances.
//! - [`ModelInstance`]: one instance of a model, posed from a [`sinew::Frame`].
//! - [`HairModel`] and [`HairInstance`]: strands of hair on the device, posed from a
//!   [`sinew::hair::GuidePose`].
//! - [`ActorModel`] and [`ActorInstance`]: all of that of an actor at once: meshes, wrinkles, hair, decals,
//!   items in its hands.
//! - [`Scene`]: camera, lights, background, ground, instances, hair and overlay lines of one image.
//! - [`Renderer`]: draws scenes to a texture view ([`Renderer::draw`]) or to memory
//!   ([`Renderer::render_to_image`]).
//!
//! Data flows in that order: models and instances need the device only, and the renderer reads them.
//!
//! Morphing and skinning run in the vertex shader, without a limit on joints, influences or morph targets.
//! Their data is in storage buffers, or in textures where the vertex stage has no storage buffers
//! ([`VertexDataBinding`]). [`Renderer::skinned_vertices`] reads the result back.
//!
//! This crate knows no image file format: the closure given to [`Model::new`] decodes images to pixels.
//!
//! ```no_run
//! # use std::sync::Arc;
//! # let character = Arc::new(sinew::Character::new(sinew::CharacterParts::default())?);
//! use sinew_render::{Camera, Gpu, Model, ModelInstance, RenderSettings, Renderer, Scene, ViewPreset};
//!
//! let gpu = Gpu::off_screen()?;
//! let model = Model::new(&gpu, &character, &mut |_image| None)?;
//! let mut instance = ModelInstance::new(&gpu, &model);
//!
//! let mut actor = sinew::Actor::without_clips(character);
//! actor.update(1.0 / 60.0);
//! instance.update(&gpu, &actor.frame());
//!
//! let mut renderer = Renderer::new(&gpu, RenderSettings::default());
//! let camera = Camera::framing(&instance.bounds(), ViewPreset::ThreeQuarter, 16.0 / 9.0);
//! let image = renderer.render_to_image(&Scene::new(camera, &[&instance]), 1280, 720)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Materials
//!
//! - Metallic-roughness, normal, occlusion and emission maps, vertex colours, unlit, and the layers of glTF's
//!   extensions with their textures: specular, index of refraction, clear coat, sheen, iridescence, anisotropy,
//!   transmission, volume, dispersion. Textures of a material read at most four UV sets, two in toons and with
//!   normal maps in object space, each texture with its transform; those of layers share the sampler of the
//!   first of them. A layer costs nothing where a material has none. Devices that bind fewer than 25 textures,
//!   as WebGL2's, draw layers by their factors alone.
//! - Transmissive surfaces show a picture of what is drawn before them, blurred by their roughness and bent by
//!   their volume, in the order of blended surfaces; each group of them copies the picture once. Light is bent
//!   at the front alone, the thickness does not grow with the scale of a node, and what is brighter than white
//!   is white behind glass.
//! - Normal maps are in tangent space (MikkTSpace: interpolated vectors are not normalized; without tangents
//!   the tangent space comes from screen-space derivatives) or in object space, which turns with joints, node
//!   and morphed normals.
//! - [`Scene::shading`] replaces all of it by vertex lighting or a debug view ([`Shading`]).
//! - Metals keep their energy at any roughness, by the light of several bounces. Reflections below the surface
//!   show the surface, where bumps of a normal map face away.
//! - Masked materials cover as many of the four samples of a pixel as their alpha says; many thin ones behind
//!   each other, such as hair cards, hide what is behind them. On OpenGL, this is alpha to coverage, and images
//!   with an alpha channel have texels discarded. Blended primitives are sorted by the distance of their centres; their opaque texels are
//!   drawn first and hide what is behind them. Blended materials without any alpha below 1 are drawn as
//!   opaque.
//! - Triangles of files without normals are flat in every pose. Points and lines are one pixel wide; without
//!   normals they are not lit.
//! - Colours are tone-mapped ([`ToneMapping`]) in the material's shader, before samples are resolved, so that
//!   edges against highlights stay smooth. Unlit and toon colours and overlay lines are not tone-mapped.
//! - Skin, eyes and teeth of people can be drawn as such, and standard materials as toons ([`SurfaceLooks`]).
//!
//! # Light
//!
//! - A sun, a sky or an environment map ([`EnvironmentMap`]), and lights at points ([`PunctualLight`]); the
//!   brightest of the sun and the lights casts shadows.
//! - Pipelines are compiled for what lights an image at its first use: what an image lacks costs it nothing.
//!
//! # Toon materials
//!
//! Toon materials follow VRMC_materials_mtoon 1.0, lit by all lights and the sky.
//!
//! - Sun and sky are dimmed together where their sum is brighter than white, so that fully lit surfaces show
//!   their colour as painted; less light darkens them. Rim, matcap and emission are added and clamped to
//!   white.
//! - Shadows count as shade. They fade out where a surface turns away from the sun, so that the triangles of
//!   a round surface do not show in its shading.
//! - Blended primitives keep their author's order: first those that write depth, then by render queue offset,
//!   then by distance. Opaque texels hide nothing, unless the material writes depth.
//! - Outlines are the back faces of an enlarged surface. They tear open at hard edges, where vertices with
//!   different normals coincide, and show through blended materials that do not write depth.
//! - Outlines in screen units have the same width at every distance. The distance beyond which VRM 0.x made
//!   them thinner is not supported, nor is that version's mask for received shadows.
//! - [`Scene::time`] animates texture coordinates. Normal maps whose coordinates rotate ignore the vertices'
//!   tangents.
//! - Occlusion, metallic, roughness and the glTF extensions of metallic-roughness are ignored.
//!
//! # Hair
//!
//! - Each frame only the table of guides is sent; compute shaders evaluate the strands from it, as
//!   [`sinew::hair::Strands::point`] does ([`Renderer::strand_points`] reads them back).
//! - Strands are ribbons that face the camera. Those thinner than a pixel are drawn a pixel wide and cover as
//!   many of its samples as their true width fills, so that nothing needs to be sorted. Strips of a low
//!   [`StrandDetail`] can be sorted and blended.
//! - Strands scatter light as [`sinew::hair::HairShading`] says, at their points. They shadow themselves by
//!   their density, and each layer itself only. They receive the shadows of surfaces, and cast shadows on
//!   them.
//! - Transparent materials and decals are drawn over hair, not mixed with it.
//! - OpenGL and devices without compute shaders or without storage buffers in the vertex stage, such as
//!   WebGL2, draw no strands ([`HairModelError::Unsupported`]); strips of hair in a mesh
//!   ([`sinew::hair::RibbonMesh`]) are drawn everywhere.
//!
//! # Expressions and first person
//!
//! [`ModelInstance::update`] applies the material overrides of expressions
//! ([`sinew::Frame::material_override`]). Each instance has its own copy of the materials that an expression
//! changes, and shares all others with its model. A character in first person
//! ([`sinew::Frame::is_first_person`]) is drawn without its head, which casts no shadow either; use a second
//! instance for mirrors and other viewers.

mod actor;
mod camera;
mod decal;
mod environment;
mod gpu;
mod ground_plane;
mod hair;
mod instance;
mod light;
mod look;
mod model;
pub mod overlay;
mod render;
mod scene;
mod settings;
mod shading;
mod tone_mapping;
mod view_preset;
mod wrinkle;

pub use actor::{ActorInstance, ActorModel, ActorModelError, SceneContent};
pub use camera::Camera;
pub use decal::{DecalBlend, DecalLook, DecalLooks};
pub use environment::{
    EnvironmentError, EnvironmentImage, EnvironmentLight, EnvironmentMap, EnvironmentPreset,
};
pub use gpu::{DeviceError, Gpu, GpuError, VertexDataBinding};
pub use ground_plane::GroundPlane;
pub use hair::{HairInstance, HairModel, HairModelError, HairSolver, HairSolverError, StrandDetail};
pub use instance::ModelInstance;
pub use light::{MAX_PUNCTUAL_LIGHTS, PunctualLight, Sky, Sun};
pub use look::{SurfaceLook, SurfaceLooks};
pub use model::{ImageSource, ImageUse, Model, ModelError, ReducedImage, UploadedImage};
pub use overlay::Line;
pub use render::{RenderError, Renderer};
pub use scene::{Background, Scene};
pub use settings::RenderSettings;
pub use shading::Shading;
pub use tone_mapping::ToneMapping;
pub use view_preset::ViewPreset;
pub use wgpu;
pub use wrinkle::{WrinkleModel, WrinkleModelError};
