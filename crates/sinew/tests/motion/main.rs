//! Clips at play: blends, controllers, continuity, events, root motion, on a made-up figure.

mod controller;
#[path = "../counting/mod.rs"]
mod counting;
mod edges;
mod events;
mod figure;
mod graphs;
mod mixing;
mod retarget;
mod root;
