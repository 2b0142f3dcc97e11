//! Timelines: phones and words with times, viseme weights over time, discrete cues.

mod cue;
mod phone_track;
#[cfg(test)]
mod tests;
mod viseme_timeline;

pub use cue::{DEFAULT_MIN_CUE_SECONDS, FAST_CUE_SECONDS, VisemeCue};
pub use phone_track::{PhoneSpan, PhoneTrack, PhoneTrackError, WordSpan};
pub use sinew_viseme::VisemeFrame;
pub use viseme_timeline::{TIMELINE_RATE, VisemeTimeline};
