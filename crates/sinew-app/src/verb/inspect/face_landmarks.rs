//! Landmarks of a face, as a beginning of an own file.

use crate::asset::source::Loaded;
use crate::report::failure::{Failure, Outcome};
use crate::report::output;
use sinew_author::face::FaceLandmarks;

/// Prints the landmarks that are found.
pub(super) fn print(file: &Loaded) -> Outcome {
    let found = FaceLandmarks::detect(&file.imported.character);
    let landmarks = found.map_err(|error| Failure::input(&file.name, error))?;
    let text = landmarks.to_ron().map_err(|error| Failure::Machine(error.to_string()))?;
    output::print(|out| {
        writeln!(
            out,
            "// Landmarks of the face of {}, metres; left is the character's left, at larger x.",
            file.name
        )?;
        writeln!(out, "{text}")
    })
}
