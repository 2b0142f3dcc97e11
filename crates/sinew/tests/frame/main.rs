//! The frame as a whole, on a made-up character.
#![allow(clippy::disallowed_methods, reason = "tests compare with the functions of the system")]

mod actor;
mod bounds;
mod clip_recorder;
mod contract;
#[path = "../counting/mod.rs"]
mod counting;
mod face;
mod face_alone;
mod face_channels;
mod face_shapes;
mod face_speech;
mod gaze;
mod ik_goals;
mod lod;
mod no_allocation;
mod snapshot;
mod springs;
mod talker;
#[cfg(feature = "ron")]
mod texts;
mod uniform_names;
mod worm;
