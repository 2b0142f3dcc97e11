//! Signed distance field of rigid skin, which hair stays out of.
//!
//! Holes, such as an open neck, are closed. The sign comes from winding numbers, so that parts that run
//! through each other, such as eyes in their sockets, do no harm: they are counted along the rows of the
//! grid, where these cross the surface. Distances start where the sign changes, and every node of the grid
//! takes the nearest triangle from a neighbour that is nearer to the surface, in the order of distances
//! (after J. Tsitsiklis, *Efficient Algorithms for Globally Optimal Trajectories*, 1995; J. Sethian, *A Fast
//! Marching Level Set Method*, 1996).

mod bricks;
mod close;
#[expect(clippy::module_inception, reason = "the type that the module is named for")]
mod field;
mod grid;
mod joints;
mod lanes;
mod sign;
mod spread;
#[cfg(test)]
mod tests;
mod tree;

pub use field::{HairField, HairFieldError, HairFieldNodes, MAX_FIELD_NODES, MAX_FIELD_TRIANGLES};
