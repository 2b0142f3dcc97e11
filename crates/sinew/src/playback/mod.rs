//! Clips at play: one after the other, or mixed by weight; the marks they pass; motion kept continuous over changes.

mod body_mirror;
mod event;
mod full_pose;
mod inertia;
mod mixer;
#[allow(clippy::module_inception, reason = "the room is named for its main concept")]
mod playback;
mod player;

pub use body_mirror::BodyMirror;
pub use event::{EventQueue, FiredEvent};
pub use full_pose::{FullPose, PoseMask};
pub use inertia::Inertialization;
pub use mixer::{MixerTrack, TrackChange, TrackKey, TrackMixer};
pub use playback::Playback;
pub use player::Player;

pub(crate) use full_pose::blend_full;
pub(crate) use player::ease;
