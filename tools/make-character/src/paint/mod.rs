//! Texture coordinates and textures: charts per part, packing into an atlas, painting of every texel by its
//! position on the character.

mod atlas;
mod charts;
pub(crate) mod colours;
pub(crate) mod eye;
mod raster;

pub(crate) use atlas::pack;
pub(crate) use charts::{Chart, Plan, Unwrapped, unwrap};
pub(crate) use raster::{Canvas, Spot};
