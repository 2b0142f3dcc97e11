//! Playback of clips on a made-up figure: blends, state machines, continuity, events, root motion.
#![allow(clippy::disallowed_methods, reason = "tests compare with the functions of the system")]

mod clip_ends;
mod controller;
#[path = "../counting/mod.rs"]
mod counting;
mod event_limits;
mod events;
mod extreme_values;
mod figure;
mod graph_errors;
mod graph_root_motion;
mod graphs;
mod inertialization;
mod level_of_detail;
mod mixing;
mod montages;
mod one_shot_clips;
mod partial_clips;
mod retarget;
mod retarget_body;
mod retarget_clips;
mod retarget_face;
mod retarget_mirrors;
mod retarget_names;
mod retarget_random;
mod retarget_soles;
mod retarget_twists;
mod root_motion;
mod slots;
mod small_graph;
mod state_machines;
mod sync_groups;
mod transition_bounds;
mod transitions;
