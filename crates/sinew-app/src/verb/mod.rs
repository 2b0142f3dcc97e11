//! Verbs of the command, a file or folder each.

pub(crate) mod bake;
#[cfg(test)]
mod bake_tests;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod decal;
pub(crate) mod drop;
pub(crate) mod hair;
pub(crate) mod ik;
pub(crate) mod inspect;
pub(crate) mod normals;
pub(crate) mod pack;
pub(crate) mod pose;
pub(crate) mod ragdoll;
pub(crate) mod render;
pub(crate) mod retarget;
pub(crate) mod setup;
pub(crate) mod shapes;
pub(crate) mod speak;
pub(crate) mod view;
pub(crate) mod wrinkles;
