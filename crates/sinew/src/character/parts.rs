use super::{Image, Material, Mesh, MeshInstance, Setup, Skin, Texture};
use crate::humanoid::Humanoid;
use crate::skeleton::Skeleton;

/// Parts of a character, as an importer or a program assembles them. [`Character::new`](super::Character::new) checks them.
#[derive(Clone, Debug, Default)]
pub struct CharacterParts {
    /// All nodes.
    pub skeleton: Skeleton,
    /// Skins over the skeleton.
    pub skins: Vec<Skin>,
    /// Geometry.
    pub meshes: Vec<Mesh>,
    /// Meshes on nodes, which are drawn.
    pub instances: Vec<MeshInstance>,
    /// Materials.
    pub materials: Vec<Material>,
    /// Textures.
    pub textures: Vec<Texture>,
    /// Images, still encoded.
    pub images: Vec<Image>,
    /// Humanoid bones; `None` for a character that is not a humanoid.
    pub humanoid: Option<Humanoid>,
    /// Expressions, look-at, first person, constraints, springs, licence.
    pub setup: Setup,
}

/// Error of [`Character::new`](super::Character::new): a part is inconsistent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{location}: {message}")]
pub struct CharacterError {
    /// Location of the part, such as `meshes[2].primitives[0].indices`.
    pub location: String,
    /// The fault, and the expected value.
    pub message: String,
}
