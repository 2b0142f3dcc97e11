//! Faces for tests.

use crate::character::{CharacterParts, Expression, Mesh, MeshId, MeshInstance, SkinningMethod};
use crate::skeleton::{Joint, Skeleton};
use crate::{Character, JointIndex, Transform};
use std::sync::Arc;

/// Character with a mesh that has morph targets of these names and expressions of those.
pub(in crate::face) fn face(morphs: &[&str], expressions: &[&str]) -> Arc<Character> {
    let mesh =
        Mesh { morph_names: morphs.iter().map(|name| (*name).to_owned()).collect(), ..Mesh::default() };
    let instance = MeshInstance {
        node: JointIndex(0),
        mesh: MeshId(0),
        skin: None,
        weights: vec![0.0; morphs.len()],
        skinning: SkinningMethod::Linear,
        visible: true,
    };
    let expression = |name: &&str| Expression { name: (*name).into(), ..Expression::default() };
    let node = Joint { name: "head".into(), parent: None, rest: Transform::IDENTITY, in_scene: true };
    let parts = CharacterParts {
        skeleton: Skeleton::new(vec![node]).unwrap(),
        meshes: vec![mesh],
        mesh_instances: vec![instance],
        expressions: expressions.iter().map(expression).collect(),
        ..CharacterParts::default()
    };
    Arc::new(Character::new(parts).unwrap())
}
