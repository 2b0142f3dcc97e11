/// Error of [`WrinkleGenerator::generate`](super::WrinkleGenerator::generate).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WrinkleGeneratorError {
    /// No triangle mesh with a material has vertices near the face.
    #[error("no mesh with a material has vertices near the landmarks of the face")]
    NoFace,
    /// The face has no texture coordinates.
    #[error("material {material:?}: the mesh of the face has no texture coordinates")]
    NoUvs {
        /// Name of the material.
        material: String,
    },
    /// The texture coordinates of the face cover the images many times over.
    #[error(
        "material {material:?}: the texture coordinates cover the texture more than {most} times; \
        its texels belong to no single place of the face"
    )]
    TooManyOverlaps {
        /// Name of the material.
        material: String,
        /// Largest number.
        most: u64,
    },
}
