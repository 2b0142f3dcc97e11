use super::{
    Expression, FirstPersonSetup, Image, Light, LookAtSetup, Material, Mesh, MeshInstance, Meta,
    NodeConstraint, Skin, SpringBones, Texture,
};
use crate::face_names::FaceNames;
use crate::humanoid::Humanoid;
use crate::skeleton::{Skeleton, SkeletonError};

/// Parts of a character, as an importer or a program assembles them.
/// [`Character::new`](super::Character::new) checks them.
#[derive(Clone, Debug, Default)]
pub struct CharacterParts {
    /// All nodes.
    pub skeleton: Skeleton,
    /// Skins over the skeleton.
    pub skins: Vec<Skin>,
    /// Geometry.
    pub meshes: Vec<Mesh>,
    /// Meshes on nodes, which are drawn.
    pub mesh_instances: Vec<MeshInstance>,
    /// Materials.
    pub materials: Vec<Material>,
    /// Textures.
    pub textures: Vec<Texture>,
    /// Images, still encoded.
    pub images: Vec<Image>,
    /// Humanoid bones; `None` for a character that is not a humanoid.
    pub humanoid: Option<Humanoid>,
    /// Expressions, such as `happy` or `aa`.
    pub expressions: Vec<Expression>,
    /// Names by which the shapes of the face are found.
    pub face_names: FaceNames,
    /// Look-at of the eyes; `None` where the file has none.
    pub look_at: Option<LookAtSetup>,
    /// First-person visibility; `None` where the file has none.
    pub first_person: Option<FirstPersonSetup>,
    /// Node constraints.
    pub constraints: Vec<NodeConstraint>,
    /// Spring bones and their colliders.
    pub spring_bones: SpringBones,
    /// Lights on joints.
    pub lights: Vec<Light>,
    /// Name, authors and licence; `None` where the file has none.
    pub meta: Option<Meta>,
}

/// Error of [`Character::new`](super::Character::new): a part is inconsistent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{location}: {message}")]
#[non_exhaustive]
pub struct CharacterError {
    /// Location of the part, such as `meshes[2].primitives[0].indices`.
    pub location: String,
    /// The fault, and the expected value.
    pub message: String,
}

impl CharacterError {
    /// Error at a location.
    #[must_use]
    pub fn new(location: impl Into<String>, message: impl Into<String>) -> Self {
        Self { location: location.into(), message: message.into() }
    }
}

impl From<SkeletonError> for CharacterError {
    fn from(error: SkeletonError) -> Self {
        Self { location: "skeleton".into(), message: error.to_string() }
    }
}
