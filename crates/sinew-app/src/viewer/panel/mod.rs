//! Panels of the viewer: each reads the state and returns the user's input as commands.

mod clip_edits;
mod clips;
mod cost;
mod diagnostics;
mod display;
mod expressions;
mod face;
mod files;
mod graph;
mod hair;
mod hair_brush;
mod hair_look;
mod handles;
mod help;
mod icon;
mod ik;
mod layout;
mod light;
mod look;
mod messages;
mod morphs;
mod parts;
mod ragdoll;
mod scene;
mod setup;
mod show;
mod speech;
mod speech_strip;
mod stamps;
mod transport;
mod value_slider;
mod viewport;
mod wrinkles;

pub(super) use layout::Layout;
pub(super) use look::apply as apply_look;
