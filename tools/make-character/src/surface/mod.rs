//! Conversion of volumes to triangles: polygonization, relaxation and reduction.

mod mesh;
mod polygonise;
mod reduce;

pub(crate) use mesh::Surface;
pub(crate) use polygonise::polygonise;
pub(crate) use reduce::reduce;
