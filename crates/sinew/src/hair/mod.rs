//! Hair: control hairs, the curves and patches between them, and their simulation.
//!
//! A [`ControlHair`] is a list of points from root to tip. [`HairCurve`] gives the points between them, and
//! [`HairPatch`] the hairs between four control hairs; [`scatter`] places strips in a patch, and
//! [`RibbonMesh`] makes them triangles. A [`HairSimulation`] moves control hairs: it keeps their lengths and
//! their shape, and lets them swing, fall, blow in the wind and lie on the body. No part needs an actor;
//! lengths are metres.

mod brush;
mod cards;
mod cells;
mod control_hair;
mod curve;
mod curves;
mod error;
mod groom;
mod head;
mod patch;
mod ribbon;
mod scatter;
mod simulation;
mod state;
mod strand;
mod style;
#[cfg(test)]
mod tests;

pub use brush::{HairBrush, MIN_CUT_LENGTH, comb, cut};
pub use cards::{
    AddedCards, CardError, CardMotion, CardSettings, CardTexture, HairCards, HairChain, MAX_CARD_COLUMNS,
    MAX_CARD_SEGMENTS, MAX_CARD_TEXTURE, MAX_CARDS, MAX_CHAIN_BONES, MAX_CHAINS, MIN_CHAIN_BONES,
};
pub use control_hair::{ControlHair, MAX_HAIR_POINTS, MIN_HAIR_POINTS};
pub use curve::{HairCurve, blend_indices, segment_percent};
pub use curves::{
    CurveRibbons, HairCurves, HairCurvesError, MAX_HAIR_COORDINATE, MAX_HAIR_CURVE_POINTS, MAX_HAIR_CURVES,
    MAX_HAIR_TOTAL_POINTS, MIN_HAIR_CURVE_LENGTH,
};
pub use error::HairError;
pub use groom::{
    Clumps, Comb, Curl, Fringe, Groom, GroomDescription, GroomError, GroomFileError, GroomLayer,
    GroomLayerDescription, MAX_ROOT_DISTANCE, SavedHair, Tail, TailStyle, is_groom_file, read_groom,
    write_groom,
};
pub use head::{HairRegion, HairSkin, HeadShape, SkinTriangle};
pub use patch::HairPatch;
pub use ribbon::{RibbonMesh, RibbonShape};
pub use scatter::scatter;
pub use simulation::{
    HairCollider, HairCover, HairDetail, HairEdge, HairField, HairFieldError, HairFieldNodes, HairRoot,
    HairSettings, HairSimulation, HairStep, HairSteps, MAX_FIELD_NODES, MAX_FIELD_TRIANGLES, MAX_HAIR_STEPS,
};
pub use state::{Hair, HairBody, HairInput, HairState};
pub use strand::{
    CurveStrands, GuidePoint, GuidePose, HairLook, HairShading, MAX_CURVE_GUIDES, MAX_STRAND_GUIDES,
    MAX_STRAND_POINTS, MAX_STRANDS, Strand, StrandError, Strands,
};
pub use style::{GroomMaps, HairMap, generate_groom, generate_groom_with};
