//! Decals painted into the textures of a material, in place of triangles that are drawn over the skin.

mod enlarge;
mod paint;
mod painter;
mod sample;
mod srgb;
mod texel;
mod texture_target;

pub use paint::{BakeChannel, DecalPaint};
pub use painter::{BakeReport, DEFAULT_BAKE_MARGIN, bake_decals};
pub use srgb::{srgb_byte, srgb_linear};
pub use texture_target::TextureTarget;
