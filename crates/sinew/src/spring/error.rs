use crate::skeleton::JointIndex;

/// Error of spring bones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpringError {
    /// The rig was made for another skeleton.
    #[error("the spring rig has the joint {}, but the skeleton has {count} joints", joint.0)]
    UnknownJoint {
        /// The joint.
        joint: JointIndex,
        /// The number of joints of the skeleton.
        count: usize,
    },
}
