/// Error of [`FaceLandmarks`](super::FaceLandmarks) and [`FaceTransfer`](super::FaceTransfer).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaceTransferError {
    /// The character has no triangles on its head.
    #[error("no face is found: the character has no triangles on its head")]
    NoFace,
    /// A landmark is not found in the profile of the face.
    #[error("the {landmark} is not found in the profile of the face; give the face's landmarks")]
    Landmark {
        /// Name of the landmark.
        landmark: &'static str,
    },
    /// The landmarks are not those of a face: they coincide, or lie in one plane.
    #[error(
        "{landmarks}: these are not the landmarks of a face, which has a nose in front of its eyes and a mouth below"
    )]
    Landmarks {
        /// Owner of the landmarks.
        landmarks: &'static str,
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
    Character(#[from] crate::character::CharacterError),
}
