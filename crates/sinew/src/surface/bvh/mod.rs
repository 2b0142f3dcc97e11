//! Bounding volume hierarchy over triangles: built once, refitted to every pose.

mod build;
mod node;
mod refit;
mod slab;
#[cfg(test)]
mod tests;
mod traverse;

pub(super) use node::{Bvh, NodeBox};
pub(super) use slab::RaySlabs;
