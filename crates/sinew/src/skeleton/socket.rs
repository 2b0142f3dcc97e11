use super::{JointId, Skeleton};
use crate::math::Transform;

/// Attachment point on a joint: for a sword in a hand, a hat on a head, an arrow where it hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Socket {
    /// Joint that the socket follows.
    pub joint: JointId,
    /// Transform of the socket relative to the joint.
    pub offset: Transform,
}

impl Socket {
    /// Socket at the origin of a joint.
    #[must_use]
    pub fn at(joint: JointId) -> Self {
        Self { joint, offset: Transform::IDENTITY }
    }

    /// Socket at the origin of the first joint of this name; `None` if there is none.
    #[must_use]
    pub fn named(skeleton: &Skeleton, name: &str) -> Option<Self> {
        skeleton.find(name).map(Self::at)
    }
}
