use super::{JointIndex, Skeleton};
use crate::math::Transform;

/// A place on a joint where something hangs: a sword in a hand, a hat on a head, an arrow where it hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Socket {
    /// The joint that carries it.
    pub joint: JointIndex,
    /// The socket relative to the joint.
    pub offset: Transform,
}

impl Socket {
    /// A socket at the joint's own place.
    pub fn at(joint: JointIndex) -> Self {
        Self { joint, offset: Transform::IDENTITY }
    }

    /// A socket at the place of the first joint called `name`; none if there is none.
    pub fn named(skeleton: &Skeleton, name: &str) -> Option<Self> {
        skeleton.find(name).map(Self::at)
    }
}
