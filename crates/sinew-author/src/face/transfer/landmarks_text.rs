//! Landmarks of a face as text: RON (Rusty Object Notation).

use super::{FaceLandmarks, FaceTransferError};
use sinew::internal::{Grammar, in_text, read_ron, write_ron};

/// Words of landmarks in error messages, as `docs/face.md` has them.
const LANDMARKS: Grammar = Grammar {
    document: "landmarks of a face, such as those that `sinew inspect FILE --face-landmarks` prints",
    structs: &[("FaceLandmarks", "landmarks of a face")],
    enums: &[],
    signed: &[],
    hints: &[],
};

/// Levels of brackets that are written on lines of their own.
const LINE_LEVELS: usize = 1;

impl FaceLandmarks {
    /// Reads landmarks from RON.
    ///
    /// # Errors
    /// When the text is not RON or not the landmarks of a face: the error has line, column and field path.
    pub fn from_ron(text: &str) -> Result<Self, FaceTransferError> {
        let landmarks: Self = read_ron(text, &LANDMARKS)
            .map_err(|(location, message)| FaceTransferError::Text { location, message })?;
        match landmarks.fault() {
            None => Ok(landmarks),
            Some((name, fault)) => Err(FaceTransferError::Text {
                location: in_text(name.to_owned(), text),
                message: fault.to_string(),
            }),
        }
    }

    /// Writes the landmarks as RON with line breaks and indentation, which [`from_ron`](Self::from_ron) reads.
    ///
    /// # Errors
    /// When a value cannot be written in RON.
    pub fn to_ron(&self) -> Result<String, FaceTransferError> {
        write_ron(self, LINE_LEVELS)
            .map_err(|message| FaceTransferError::Text { location: "landmarks".to_owned(), message })
    }
}
