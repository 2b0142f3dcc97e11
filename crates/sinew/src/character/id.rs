use crate::key::id_is_key;

/// The number of an expression in [`Setup::expressions`](super::setup::Setup::expressions).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExpressionId(pub u32);

impl ExpressionId {
    /// The id as an index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

id_is_key!(ExpressionId);

/// A morph target of one mesh instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MorphTargetId {
    /// The number of the instance in [`Character::instances`](super::Character::instances).
    pub instance: usize,
    /// The number of the target in the instance's mesh.
    pub target: usize,
}

id_is_key!(MorphTargetId);
