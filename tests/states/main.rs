//! States of a frame: saved, restored, reset, stepped out of turn, and without an actor.

#[path = "../../crates/sinew/tests/counting/mod.rs"]
mod counting;

mod breathing;
mod frame_pair;
mod hero;
mod other_characters;
mod resets;
mod rollback;
mod saved_graphs;
mod without_actor;
