use crate::character::InstanceId;
use crate::skeleton::JointIndex;

/// First-person setup (VRM 1.0's `firstPerson`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstPersonSetup {
    /// Joint of the head.
    pub head: JointIndex,
    /// Mesh instances with their visibility; instances that are missing are [`FirstPerson::Auto`].
    pub meshes: Vec<(InstanceId, FirstPerson)>,
}

/// Visibility of a mesh in the first-person view of the character and in the view of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum FirstPerson {
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
