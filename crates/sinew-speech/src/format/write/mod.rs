//! Writers of cues and timelines in the formats of other programs and of `sinew speak`.

mod moho;
mod rhubarb;
mod speak;
#[cfg(test)]
mod tests;

pub use moho::{DEFAULT_FRAMES_PER_SECOND, SwitchNames, dat};
pub use rhubarb::{MouthCue, mouth_cues, rhubarb_json, tsv, xml};
pub use speak::{SpeakInput, speak_json};
