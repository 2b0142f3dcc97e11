//! Phones: one articulatory table, the notations of phones, and the sets of mouth shapes, which are derived
//! from the table.

mod articulation;
mod manner;
mod notation;
mod phone;
mod shapes;
mod sound_unit;
mod table;

pub use articulation::{Articulation, Dominance, LabialContact};
pub use manner::{Manner, Place};
pub use notation::Notation;
pub use phone::Phone;
pub use shapes::{
    ARKIT_NAMES, DrawnShapes, LipContact, MouthShape, arkit_weights, mpeg_viseme, sapi_viseme, typical_phone,
    viseme,
};
pub use sound_unit::{DIPHTHONG_FIRST_SHARE, SpeechSound, Stress};
