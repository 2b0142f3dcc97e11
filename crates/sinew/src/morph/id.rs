//! Ids of mesh instances, expressions and morph targets.

use crate::id::define_id;
use crate::name_or_id::id_is_name_or_id;

define_id! {
    /// Id of a mesh instance: its number in [`Character::mesh_instances`](crate::Character::mesh_instances).
    MeshInstanceId
}

define_id! {
    /// Id of an expression: its number in [`Character::expressions`](crate::Character::expressions).
    ExpressionId
}

id_is_name_or_id!(ExpressionId);

/// Id of a morph target of one mesh instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MorphTargetId {
    /// The mesh instance.
    pub instance: MeshInstanceId,
    /// Number of the target in the instance's mesh: its index in
    /// [`Mesh::morph_names`](crate::character::Mesh::morph_names).
    pub target: usize,
}

id_is_name_or_id!(MorphTargetId);
