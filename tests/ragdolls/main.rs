//! Ragdolls of real characters: how they are described, fall, hand over and get up.

#[path = "../../crates/sinew/tests/counting/mod.rs"]
mod counting;

mod getting_up;
mod quadrupeds;
mod ragdoll_gltf;
mod ragdoll_life;
mod ragdoll_start;
mod ragdoll_text;
mod ragdolls;
