//! Files: timelines and cues are written, tracks of phones and cues are read.

mod read;
mod write;

pub use read::{
    Papagayo, PapagayoVoice, ReadError, TextGrid, Tier, TierInterval, read_cues, read_htk_lab,
    read_json_track, read_moho_dat, read_papagayo, read_timit_phn, read_track, read_xwaves_lab,
};
pub use write::{
    DEFAULT_FRAMES_PER_SECOND, MouthCue, SpeakInput, SwitchNames, dat, mouth_cues, rhubarb_json, speak_json,
    tsv, xml,
};
