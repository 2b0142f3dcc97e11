//! Making of hair: grooms from descriptions and imported curves, their editing, and hair cards.
//!
//! [`generate_groom`] grows and cuts a [`Groom`](sinew::hair::Groom) on a head ([`HeadShape`], [`HairSkin`])
//! from a [`GroomDescription`]; [`Haircut::grow`] does all of it for what a character wears;
//! [`groom_layer_from_curves`] makes a layer of imported [`HairCurves`].
//! [`comb`] and [`cut`] edit guides with a [`HairBrush`]. [`HairCards`] turn a groom into meshes with chains
//! of joints. The runtime, [`sinew::hair`], simulates and draws grooms.

mod brush;
mod cards;
mod cells;
mod curves;
mod groom;
mod haircut;
mod head;
mod strand;
mod style;

pub use brush::{HairBrush, MIN_CUT_LENGTH, comb, cut};
pub use cards::{
    AddedCards, CardError, CardMaps, CardMotion, CardSettings, CardTextures, HairCards, HairChain,
    MAX_CARD_ACROSS, MAX_CARD_SEGMENTS, MAX_CARD_TEXTURE, MAX_CARD_TILES, MAX_CARDS, MAX_CHAIN_BONES,
    MAX_CHAINS, MIN_CARD_TEXTURE, MIN_CHAIN_BONES,
};
pub use curves::{
    CurveRibbons, HairCurves, HairCurvesError, MAX_HAIR_COORDINATE, MAX_HAIR_CURVE_POINTS, MAX_HAIR_CURVES,
    MAX_HAIR_TOTAL_POINTS, MIN_HAIR_CURVE_LENGTH,
};
pub use groom::{
    Clumps, Comb, Curl, Fringe, GroomDescription, GroomLayerDescription, GroomMakingError, MAX_ROOT_DISTANCE,
    Tail, TailStyle, groom_layer_from_curves,
};
pub use haircut::{BareHead, Haircut, HaircutError, HaircutNote, HaircutSource};
pub use head::{HairRegion, HairSkin, HeadShape, SkinTriangle};
pub use strand::{CurveStrands, MAX_CURVE_GUIDES, strands_from_curves};
pub use style::{GroomMaps, HairMap, MapCover, generate_groom, generate_groom_with, map_cover};
