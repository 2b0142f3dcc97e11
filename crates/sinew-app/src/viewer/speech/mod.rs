//! Speech in the viewer: a sound that the character speaks in step with its playback, or a microphone.

mod analysis;
mod control;
mod line;
mod live_mouth;
mod mode;
mod sound_file;
mod state;

pub(crate) use line::Line;
pub(crate) use live_mouth::{HISTORY_SECONDS, LiveMouth};
pub(crate) use mode::SpeechMode;
pub(crate) use sound_file::is_sound;
pub(crate) use state::Speech;
