use crate::skeleton::JointIndex;

/// What a character sees of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstPersonSetup {
    /// The joint that carries the head.
    pub head: JointIndex,
    /// How mesh instances show, by instance; those that are missing are [`FirstPerson::Auto`].
    pub meshes: Vec<(usize, FirstPerson)>,
}

/// How a mesh shows to the character's own eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum FirstPerson {
    /// Without what the head moves.
    #[default]
    Auto,
    /// As to others.
    Both,
    /// To its own eyes only.
    FirstOnly,
    /// To others only.
    ThirdOnly,
}
