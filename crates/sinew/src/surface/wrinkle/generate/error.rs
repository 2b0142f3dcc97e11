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
}
