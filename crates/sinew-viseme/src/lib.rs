#![doc = include_str!("../README.md")]

mod arkit;
mod contact;
mod viseme;
mod viseme_frame;
mod viseme_track;

pub use viseme::Viseme;
pub use viseme_frame::{VISEME_TRACK_RATE, VisemeFrame};
pub use viseme_track::{VisemeTrack, VisemeTrackError};
