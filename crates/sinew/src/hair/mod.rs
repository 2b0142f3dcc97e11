//! Hair: control hairs, the curves and patches between them, and their simulation.
//!
//! A [`ControlHair`] is a list of points from root to tip. [`HairCurve`] gives the places between its points, and [`HairPatch`] the hairs
//! between four control hairs; [`scatter`] places strips in a patch, and [`RibbonMesh`] makes them triangles. A [`HairSimulation`] moves control hairs: it keeps their lengths and their shape, and lets them swing, fall,
//! blow in the wind and lie on the body. No part needs an actor; lengths are metres.

mod control_hair;
mod curve;
mod error;
mod patch;
mod ribbon;
mod scatter;
mod simulation;
mod strand;
#[cfg(test)]
mod tests;

pub use control_hair::{ControlHair, MAX_HAIR_POINTS, MIN_HAIR_POINTS};
pub use curve::{HairCurve, blend_indices, segment_percent};
pub use error::HairError;
pub use patch::HairPatch;
pub use ribbon::{RibbonMesh, RibbonShape};
pub use scatter::scatter;
pub use simulation::{
    HairCollider, HairDetail, HairField, HairFieldError, HairRoot, HairSettings, HairSimulation, HairWind,
    MAX_FIELD_NODES, MAX_FIELD_TRIANGLES, WindField,
};
pub use strand::{
    GuidePoint, GuidePose, HairLook, HairShading, MAX_STRAND_GUIDES, MAX_STRAND_POINTS, MAX_STRANDS, Strand,
    StrandError, Strands,
};
