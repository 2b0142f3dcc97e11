#![doc = include_str!("../README.md")]

mod arkit;
mod contact;
mod viseme;
mod viseme_frame;
mod viseme_track;

pub use viseme::Viseme;
pub use viseme_frame::VisemeFrame;
pub use viseme_track::{VISEME_TRACK_RATE, VisemeTrack, VisemeTrackError};
