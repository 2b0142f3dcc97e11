/// Error of spring bones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpringError {
    /// The rig was made for another skeleton.
    #[error("the spring rig was made for a skeleton of other joints")]
    OtherSkeleton,
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
