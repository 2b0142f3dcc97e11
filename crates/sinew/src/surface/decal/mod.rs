//! Decals: marks such as wounds, mud or tattoos that lie on the skin and move with it.

mod blend;
mod clipped;
#[expect(clippy::module_inception, reason = "the type that the module is named for")]
mod decal;
mod distance;
mod exponential_map;
mod flattening;
mod mesh;
mod mesh_builder;
mod offset;
mod outline;
mod placer;
mod region;
mod settings;
mod stretch;

pub use blend::DecalBlend;
pub use clipped::ClippedDecal;
pub use decal::{Decal, DecalTriangle};
pub use mesh::DecalMesh;
pub use offset::DEFAULT_DECAL_OFFSET;
pub use placer::DecalPlacer;
pub use settings::{
    DecalError, DecalMap, DecalSettings, DecalShape, MAX_DECAL_RADIUS, MIN_DECAL_ASPECT, MIN_DECAL_RADIUS,
};
pub use stretch::Stretch;
