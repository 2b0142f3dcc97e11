//! Detection of human bones on made-up rigs: with the names of common programs, without names, hostile.
#![allow(clippy::disallowed_methods, reason = "tests compare with the functions of the system")]

mod animation_rigs;
mod bind_pose;
mod character_rigs;
mod hostile;
mod map;
mod names;
mod rig;
mod rigs;
mod structure;
