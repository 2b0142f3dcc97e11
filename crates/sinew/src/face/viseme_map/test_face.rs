//! Faces for tests.

use crate::character::{
    CharacterParts, ColorBind, ColorSlot, Expression, Material, MaterialId, Mesh, MeshId, MeshInstance,
    MeshInstanceId, MorphBind, SkinningMethod,
};
use crate::skeleton::{Joint, Skeleton};
use crate::{Character, JointIndex, Transform};
use std::sync::Arc;

/// Character with a mesh that has morph targets of these names and expressions of those, each with an effect on a colour.
pub(in crate::face) fn face(morphs: &[&str], expressions: &[&str]) -> Arc<Character> {
    let colors =
        vec![ColorBind { material: MaterialId(0), slot: ColorSlot::Emissive, value: glam::Vec4::ONE }];
    let expression =
        |name: &&str| Expression { name: (*name).into(), colors: colors.clone(), ..Expression::default() };
    face_with(morphs, expressions.iter().map(expression).collect())
}

/// Expression that moves a morph target of a face with one mesh.
pub(in crate::face) fn moving(name: &str, target: usize, weight: f32) -> Expression {
    let bind = MorphBind { instance: MeshInstanceId(0), target, weight };
    Expression { name: name.into(), morphs: vec![bind], ..Expression::default() }
}

/// Expression without effect.
pub(in crate::face) fn empty(name: &str) -> Expression {
    Expression { name: name.into(), ..Expression::default() }
}

/// Character with a mesh that has morph targets of these names, and expressions.
pub(in crate::face) fn face_with(morphs: &[&str], expressions: Vec<Expression>) -> Arc<Character> {
    let node = Joint { name: "head".into(), parent: None, rest: Transform::IDENTITY, in_scene: true };
    Arc::new(Character::new(parts_with(vec![node], morphs, expressions)).unwrap())
}

/// Parts of a character with joints, a mesh on the first one, and expressions.
pub(in crate::face) fn parts_with(
    joints: Vec<Joint>,
    morphs: &[&str],
    expressions: Vec<Expression>,
) -> CharacterParts {
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
    CharacterParts {
        skeleton: Skeleton::new(joints).unwrap(),
        meshes: vec![mesh],
        mesh_instances: vec![instance],
        materials: vec![Material::default()],
        expressions,
        ..CharacterParts::default()
    }
}
