use crate::math::Transform;

/// Origin of a skeleton's reference pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReferenceOrigin {
    /// The rest pose.
    #[default]
    RestPose,
    /// The bind pose: the pose in which the skin was bound to its joints.
    BindPose,
    /// A frame of a clip in which the character stands.
    Clip,
    /// A pose given by the program.
    Custom,
}

impl ReferenceOrigin {
    /// Name in messages, such as `bind pose`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RestPose => "rest pose",
            Self::BindPose => "bind pose",
            Self::Clip => "frame of a clip",
            Self::Custom => "custom pose",
        }
    }
}

/// A reference pose that is not the rest pose.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    pub(super) pose: Vec<Transform>,
    pub(super) origin: ReferenceOrigin,
}

/// Error of [`Skeleton::set_reference`](super::Skeleton::set_reference).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReferencePoseError {
    /// Another number of transforms than joints.
    #[error("{found} transforms for {expected} joints")]
    Length {
        /// Number of transforms.
        found: usize,
        /// Number of joints.
        expected: usize,
    },
    /// A transform is NaN or infinite.
    #[error("the transform of joint {joint} is not finite")]
    NotFinite {
        /// Index of the joint.
        joint: usize,
    },
    /// A transform takes a joint too far away for poses in 32-bit floats.
    #[error("the transform of joint {joint} is too large for poses in 32-bit floats")]
    TooLarge {
        /// Index of the joint.
        joint: usize,
    },
}
