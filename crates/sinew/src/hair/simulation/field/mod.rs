//! Signed distance field of rigid skin, which hair stays out of.
//!
//! The sign comes from generalized winding numbers (A. Jacobson, L. Kavan, O. Sorkine-Hornung, *Robust Inside-Outside Segmentation using
//! Generalized Winding Numbers*, 2013), so that open necks, mouths and eyes that stand in their sockets do no harm. They are summed over a tree
//! (G. Barill and others, *Fast Winding Numbers for Soups and Clouds*, 2018). Distances start where the sign changes, and every node of the grid
//! takes the nearest triangle from its neighbours in sweeps (after H. Zhao, *A Fast Sweeping Method for Eikonal Equations*, 2005).

mod close;
#[expect(clippy::module_inception, reason = "the type that the module is named for")]
mod field;
mod grid;
mod joints;
mod lanes;
mod sign;
mod sweep;
#[cfg(test)]
mod tests;
mod tree;

pub use field::{HairField, HairFieldError, HairFieldNodes, MAX_FIELD_NODES, MAX_FIELD_TRIANGLES};
