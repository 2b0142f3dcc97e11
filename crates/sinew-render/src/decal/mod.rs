//! Decals on model instances: looks, and a layer per instance that draws all of its decals at once.

mod atlas;
mod layer;
mod look;
mod looks;
mod packed;
mod vertex;

pub(crate) use layer::DecalLayer;
pub(crate) use look::BLENDS;
pub use look::DecalLook;
pub use looks::DecalLooks;
pub use sinew::surface::DecalBlend;
pub(crate) use vertex::DecalVertex;
