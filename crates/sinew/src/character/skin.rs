use crate::skeleton::JointIndex;
use glam::Affine3A;

/// The joints that deform a mesh, and the matrices that take its bind pose into each joint's space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    /// The file's name for it; may be empty.
    pub name: String,
    /// Skeleton joints; influences number into this list. Skins may share joints.
    pub joints: Vec<JointIndex>,
    /// Joint from bind pose, one per joint.
    pub inverse_binds: Vec<Affine3A>,
}
