use crate::character::MeshInstanceId;
use crate::skeleton::JointId;

/// First-person setup (VRM 1.0's `firstPerson`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstPersonSetup {
    /// Joint of the head.
    pub head: JointId,
    /// Mesh instances with their visibility; instances that are missing are [`FirstPersonFlag::Auto`].
    pub mesh_annotations: Vec<(MeshInstanceId, FirstPersonFlag)>,
}

/// Visibility of a mesh in first and third person (`type` of a VRM mesh annotation).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum FirstPersonFlag {
    /// Visible in both; in the first-person view without the triangles that the head moves.
    #[default]
    Auto,
    /// Visible in both.
    Both,
    /// Visible in the first-person view only.
    FirstPersonOnly,
    /// Visible to others only.
    ThirdPersonOnly,
}
