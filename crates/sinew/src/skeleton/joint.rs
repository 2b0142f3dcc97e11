//! Joint of a skeleton, and its index.

use crate::math::Transform;

/// Index of a joint in its [`Skeleton`](super::Skeleton), where parents come before their children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JointId(pub u32);

impl JointId {
    /// Index into the skeleton's slices and into poses.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Joint of a new skeleton: name, parent, rest transform. Every node of a file is a joint, whether a skin
/// uses it or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Name in the file; may be empty or not unique.
    pub name: String,
    /// Index of the parent in file order; `None` for a root.
    pub parent: Option<u32>,
    /// Rest transform relative to the parent.
    pub rest: Transform,
    /// Whether the node is in the displayed scene. Nodes outside of it may still deform a skin.
    pub in_scene: bool,
}
