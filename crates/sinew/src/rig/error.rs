use crate::rig::EffectorId;

/// Error of a call to an IK rig or its state. A description has an [`IkRigError`](crate::rig::IkRigError),
/// the solvers of [`ik`](crate::ik) have an [`IkSetupError`](crate::ik::IkSetupError).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IkError {
    /// The rig was made for another character.
    #[error("the IK rig was made for another character: {message}")]
    OtherSkeleton {
        /// The difference.
        message: String,
    },
    /// No effector has that name.
    #[error("the IK rig has no effector called {name:?}; {known}")]
    UnknownName {
        /// The name looked for.
        name: String,
        /// The names of all effectors.
        known: String,
    },
    /// No effector has that id: it belongs to another rig.
    #[error("the IK rig has no effector with id {}; it has {count}", id.0)]
    UnknownId {
        /// The id.
        id: EffectorId,
        /// The number of effectors.
        count: usize,
    },
    /// The part of the effector is of another kind than the call needs.
    #[error("effector {name:?} is not a {expected}")]
    WrongPart {
        /// Name of the effector.
        name: String,
        /// Kind of part that is needed.
        expected: &'static str,
    },
    /// The socket that a limb follows is none that it could follow.
    #[error("effector {name:?} cannot follow its socket: {message}")]
    WrongSocket {
        /// Name of the effector.
        name: String,
        /// The reason.
        message: &'static str,
    },
}
