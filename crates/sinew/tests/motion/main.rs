//! Playback of clips on a made-up figure: blends, state machines, continuity, events, root motion.

mod borders;
mod controller;
#[path = "../counting/mod.rs"]
mod counting;
mod detail;
mod edges;
mod events;
mod figure;
mod graphs;
mod mixing;
mod once;
mod retarget;
mod retarget_body;
mod retarget_clips;
mod retarget_face;
mod retarget_names;
mod retarget_odd;
mod retarget_soles;
mod retarget_twists;
mod root;
