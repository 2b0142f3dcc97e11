//! Timelines: phones and words with times, viseme weights over time, discrete cues.

mod contact;
mod cue;
mod phone_track;
#[cfg(test)]
mod tests;
mod viseme_frame;
mod viseme_timeline;

pub use cue::{DEFAULT_MIN_CUE_SECONDS, FAST_CUE_SECONDS, VisemeCue};
pub use phone_track::{PhoneSpan, PhoneTrack, PhoneTrackError, WordSpan};
pub use viseme_frame::{TIMELINE_RATE, VisemeFrame};
pub use viseme_timeline::VisemeTimeline;
