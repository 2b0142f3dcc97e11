//! Effectors: what a goal moves, its pose, and its goal as it fades.

pub(crate) mod effector;
pub(crate) mod pose;
pub(crate) mod state;
