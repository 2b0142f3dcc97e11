/// Error of [`FaceLandmarks`](super::FaceLandmarks) and [`FaceTransfer`](super::FaceTransfer).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaceTransferError {
    /// The character's head has no triangles that are seen from the front.
    #[error("no face is found: the head has no triangles that are seen from the front")]
    NoFace,
    /// A landmark is not found in the profile of the face.
    #[error("the {landmark} is not found in the profile of the face; give the face's landmarks")]
    Landmark {
        /// Name of the landmark.
        landmark: &'static str,
    },
    /// The landmarks are not those of a face.
    #[error("{landmarks}: {fault}")]
    Landmarks {
        /// Owner of the landmarks: `source landmarks` or `landmarks`.
        landmarks: &'static str,
        /// The landmark, and the position where it is expected.
        fault: String,
    },
    /// The source face has no morph targets that the head lacks.
    #[error("the source face has no morph targets that the head lacks")]
    NoShapes,
    /// RON of landmarks that cannot be read.
    #[error("{location}: {message}")]
    Text {
        /// Line and column, or field.
        location: String,
        /// The fault, and the expected value.
        message: String,
    },
    /// The result is not a valid character.
    #[error("the result is not a valid character: {0}")]
    Character(#[from] sinew::character::CharacterError),
}
