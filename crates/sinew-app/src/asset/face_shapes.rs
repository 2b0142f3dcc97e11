//! Shapes of one face for the head of another character.

use super::input_file;
use super::source::Loaded;
use crate::report::failure::Failure;
use sinew_author::face::{FaceLandmarks, FaceTransfer, FaceTransferError, FaceTransferReport};
use std::path::Path;

/// Landmarks that are found in the shape of a face; the message about others names the option that gives
/// them.
pub(crate) fn landmarks(file: &Loaded, option: &str) -> Result<FaceLandmarks, Failure> {
    FaceLandmarks::detect(&file.imported.character).map_err(|error| match error {
        FaceTransferError::Landmark { .. } => Failure::input(
            &file.name,
            format!("{error} ({option} FILE.ron; docs/face.md has one to begin with)"),
        ),
        _ => Failure::input(&file.name, error),
    })
}

/// Landmarks of a face from a text file.
pub(crate) fn read_landmarks(path: &Path) -> Result<FaceLandmarks, Failure> {
    let text = input_file::read_text(path)?;
    FaceLandmarks::from_ron(&text).map_err(|error| Failure::input(path.display(), error))
}

/// Gives `head` the shapes of `from`.
pub(crate) fn give(
    head: &mut Loaded,
    landmarks: &FaceLandmarks,
    from: &Loaded,
    transfer: &FaceTransfer<'_>,
) -> Result<FaceTransferReport, Failure> {
    let character = head.imported.character.clone();
    let (character, report) = transfer.apply(character, landmarks).map_err(|error| {
        let is_of_source = match &error {
            FaceTransferError::NoShapes => true,
            FaceTransferError::Landmarks { landmarks, .. } => landmarks.starts_with("source"),
            _ => false,
        };
        let file = if is_of_source { from } else { &*head };
        Failure::input(&file.name, error)
    })?;
    head.imported.character = character;
    Ok(report)
}
