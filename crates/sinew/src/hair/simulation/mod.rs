//! Simulation of control hairs.
//!
//! A hair is a chain of points without mass between them; the first two follow the skin. A step is implicit
//! in all linear forces, which makes it stable at any stiffness and gives one small tridiagonal system per
//! hair, factored in advance (after S. Bouaziz, S. Martin, T. Liu, L. Kavan, M. Pauly, *Projective Dynamics*,
//! 2014): every edge is drawn towards its rest vector, turned with the edge before it. Lengths are restored
//! afterwards, first by a direct solve that keeps momentum (D. Han, T. Harada, *Tridiagonal Matrix
//! Formulation for Inextensible Hair Strand Simulation*, 2013), then exactly from the root on.
//!
//! The rest vectors carry the weight of what hangs from them, so that a groom at rest stays as it was combed
//! (the idea of J. Hsu, N. Truong, C. Yuksel, K. Wu, *A General Two-Stage Initialization for Sag-Free
//! Deformable Simulations*, 2022; for these chains it has a closed form).

mod changes;
mod cohesion;
mod collider;
mod contact;
mod detail;
mod field;
mod finish;
pub(in crate::hair) mod lanes;
mod lengths;
mod obstacle;
mod path;
mod rest;
mod root;
mod settings;
mod show;
#[expect(clippy::module_inception, reason = "the type that the module is named for")]
mod simulation;
mod sleep;
mod solve;
mod steps;
#[cfg(test)]
mod tests;
mod update;
mod volume;
mod way_out;
mod wind;

pub use collider::HairCollider;
pub use detail::HairDetail;
pub use field::{HairField, HairFieldError, HairFieldNodes, MAX_FIELD_NODES, MAX_FIELD_TRIANGLES};
pub use rest::HairEdge;
pub use root::HairRoot;
pub use settings::HairSettings;
pub use simulation::HairSimulation;
pub use steps::{HairStep, HairSteps, MAX_HAIR_STEPS};
pub use wind::HairCover;
