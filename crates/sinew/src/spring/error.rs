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

/// Error in a description of spring bones, with its location.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{location}: {message}")]
#[non_exhaustive]
pub struct SpringDescriptionError {
    /// Location in the description, such as `chains[0].from`, or line and column of a text.
    pub location: String,
    /// Problem at that location.
    pub message: String,
}
