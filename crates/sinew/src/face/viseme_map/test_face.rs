//! Faces for tests.

use crate::character::{
    Character, CharacterParts, ColorBind, ColorSlot, Expression, Material, MaterialId, Mesh, MeshId,
    MeshInstance, MeshInstanceId, MorphBind, SkinningMethod,
};
use crate::face::{FaceInput, FaceRig, FaceState};
use crate::math::Transform;
use crate::pose::{LocalPose, ModelPose};
use crate::skeleton::{Joint, JointId, Skeleton};
use crate::stage::{StageInput, StagePose};
use glam::Affine3A;
use std::sync::Arc;

/// Character with a mesh that has morph targets of these names and expressions of those, each with an effect
/// on a colour.
pub(in crate::face) fn face(morphs: &[&str], expressions: &[&str]) -> Arc<Character> {
    let colors =
        vec![ColorBind { material: MaterialId(0), slot: ColorSlot::Emissive, value: glam::Vec4::ONE }];
    let expression =
        |name: &&str| Expression { name: (*name).into(), colors: colors.clone(), ..Expression::default() };
    face_with(morphs, expressions.iter().map(expression).collect())
}

/// Face of a character with nothing set.
pub(in crate::face) fn state_of(character: &Arc<Character>) -> FaceState {
    FaceState::new(Arc::new(FaceRig::detect(character).unwrap()), character).unwrap()
}

/// Resolves a frame over animated expressions and morph weights.
pub(in crate::face) fn solved(face: &mut FaceState, animated: &[f32], morphs: &[f32], dt: f32) -> Vec<f32> {
    let character = face.rig().character().clone();
    let skeleton = character.skeleton();
    let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
    let mut weights = character.rest_weights().clone();
    weights.as_mut_slice().copy_from_slice(morphs);
    let mut pose = StagePose::new(skeleton, &mut local, &mut model).with_morphs(&mut weights);
    face.solve(&StageInput::new(dt, Affine3A::IDENTITY), FaceInput::new(animated), &mut pose);
    weights.as_slice().to_vec()
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
        node: JointId(0),
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
