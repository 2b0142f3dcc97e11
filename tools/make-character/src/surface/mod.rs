//! Conversion of volumes to triangles: polygonization, relaxation and reduction.

mod cut;
mod mesh;
mod polygonise;
mod reduce;

pub(crate) use mesh::{Influence, Surface};
pub(crate) use polygonise::{describe, polygonise};
pub(crate) use reduce::{reduce, reduce_locked};
