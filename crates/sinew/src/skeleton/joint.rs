use crate::math::Transform;

/// The place of a joint in its [`Skeleton`](super::Skeleton), where parents come before their children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JointIndex(pub u32);

impl JointIndex {
    /// The index into the skeleton's slices and into poses.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node as a file describes it, the input of [`Skeleton::new`](super::Skeleton::new).
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// The file's name for it; may be empty, need not be unique.
    pub name: String,
    /// The parent's number in the file's order; none for a root.
    pub parent: Option<u32>,
    /// Transform relative to the parent while nothing is animated.
    pub rest: Transform,
    /// Whether the node belongs to the scene that is shown. Nodes outside of it may still drive a skin.
    pub in_scene: bool,
}
