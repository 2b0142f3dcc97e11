//! Making of surfaces: decals that are baked into textures, tangents, normal maps, also of heights, wrinkle maps.

mod bake;
mod heights;
pub mod tangent;
mod texture_error;
pub mod wrinkle;

pub use bake::{
    BakeChannel, BakeReport, DEFAULT_BAKE_MARGIN, DecalPaint, TextureTarget, bake_decals, srgb_byte,
    srgb_linear,
};
pub use heights::HeightImage;
pub use texture_error::TextureError;
