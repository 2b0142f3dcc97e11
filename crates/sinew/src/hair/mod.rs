//! Hair: a groom on the head of a character, its simulation, and the strands that are drawn.
//!
//! A [`Groom`] has layers of guides, which are simulated, and strands between them, which are drawn. [`Hair`] is a
//! groom with the [`HairBody`] that it stays out of, shared by actors; [`HairState`] is the hair of one actor, whose
//! [`GuidePose`]s place the [`Strands`]. Grooms are grown by the crate `sinew-author`, or read from a file
//! ([`read_groom`]).
//!
//! Below them, each usable alone: a [`ControlHair`] is a list of points from root to tip, [`HairCurve`] gives the points
//! between them, [`HairPatch`] the hairs between four control hairs, [`scatter`] places strips in a patch, and
//! [`RibbonMesh`] makes them triangles. A [`HairSimulation`] moves control hairs: it keeps their lengths and their shape,
//! and lets them swing, fall, blow in the wind and lie on the body. Lengths are metres.

pub(crate) mod control_hair;
mod curve;
mod error;
mod groom;
mod patch;
mod ribbon;
mod scatter;
mod simulation;
mod state;
pub(crate) mod strand;
#[cfg(test)]
mod tests;

pub use control_hair::{ControlHair, MAX_HAIR_POINTS, MIN_HAIR_POINTS};
pub use curve::{HairCurve, blend_indices, segment_percent};
pub use error::HairError;
pub use groom::{
    Groom, GroomError, GroomFileError, GroomLayer, SavedHair, is_groom_file, read_groom, write_groom,
};
pub use patch::HairPatch;
pub use ribbon::{RibbonMesh, RibbonShape};
pub use scatter::scatter;
pub use simulation::{
    HairCollider, HairCover, HairDetail, HairEdge, HairField, HairFieldError, HairFieldNodes, HairRoot,
    HairSettings, HairSimulation, HairStep, HairSteps, MAX_FIELD_NODES, MAX_FIELD_TRIANGLES, MAX_HAIR_STEPS,
};
pub use state::{Hair, HairBody, HairInput, HairState};
pub use strand::{
    GuidePoint, GuidePose, HairLook, HairShading, MAX_STRAND_GUIDES, MAX_STRAND_POINTS, MAX_STRANDS, Strand,
    StrandError, Strands,
};
