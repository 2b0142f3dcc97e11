//! Export of a character and its clips as GLB or .gltf (Khronos, glTF 2.0 specification), and of one clip as
//! BVH. `glb::fill` writes
//! the parts in order of their dependencies; each part is a file in this folder. Extensions add to the
//! objects of the [`Document`](document::Document) before it is finished.
//!
//! Locations in the report refer to the character: `/meshes/2/primitives/0`, `/clips/1`.

mod animation;
mod buffer;
mod bvh;
mod clip_events;
mod direction_code;
mod document;
#[cfg(feature = "draco-export")]
mod draco;
mod error;
mod exported;
mod glb;
mod gltf;
mod image;
mod influence;
mod lights;
mod material;
mod mesh;
mod meshopt;
mod morph;
mod node;
mod number;
mod options;
mod packed;
mod physics;
mod plan;
mod quantized_keys;
mod reduce;
mod rest_tracks;
mod scene_extras;
mod separate;
mod skeleton_only;
#[cfg(feature = "decode-images")]
mod small_image;
mod small_mesh;
mod smaller_clips;
mod source_order;
mod tangent_space;
mod texture;
mod times;
mod uv_step;
mod vertex;
mod vertex_format;
mod view;
mod volume;
mod vrm;
mod vrma;

pub use bvh::export_bvh;
pub use error::ExportError;
pub use exported::{Exported, ExportedFiles};
pub use glb::export_glb;
pub use gltf::export_gltf;
pub use options::ExportOptions;
pub use vrma::export_vrma;
