//! From volumes to triangles: polygonising, relaxing and reducing.

mod mesh;
mod polygonise;
mod reduce;

pub(crate) use mesh::Surface;
pub(crate) use polygonise::polygonise;
pub(crate) use reduce::reduce;
