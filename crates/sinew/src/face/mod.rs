//! What a face shows: expressions become morph weights and looks of materials, a gaze turns the eyes.

mod expressions;
mod gaze;
mod look;
#[cfg(test)]
mod tests;

pub use expressions::{apply_colors_and_uvs, apply_morphs, resolve_expressions};
pub use gaze::{Eye, Gaze, GazeAngles, turn_eye};
pub use look::MaterialOverride;
