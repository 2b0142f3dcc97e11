//! Weights of shapes for visemes: ARKit's recipe and the five vowels.

mod arkit;
mod vowels;

pub(super) use arkit::{arkit_row, jaw_openings};
pub(super) use vowels::vowel;
