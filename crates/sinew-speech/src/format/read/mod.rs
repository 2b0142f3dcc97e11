//! Readers of phone tracks and cues. Their memory is in proportion to the input, and errors name the line or
//! the JSON pointer.

mod cue_value;
mod cues;
mod error;
mod json_track;
mod lab;
mod papagayo;
#[cfg(test)]
mod tests;
mod text;
mod text_grid;
mod track;

pub use cues::{read_cues, read_moho_dat};
pub use error::ReadError;
pub use json_track::read_json_track;
pub use lab::{read_htk_lab, read_timit_phn, read_xwaves_lab};
pub use papagayo::{Papagayo, PapagayoVoice, read_papagayo};
pub use text_grid::{TextGrid, Tier, TierInterval};
pub use track::read_track;
