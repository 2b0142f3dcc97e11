//! Nearest points on triangles.

mod tree;
mod triangle;

pub(super) use tree::{NearestPoint, TriangleTree};
pub(super) use triangle::Coordinates;
