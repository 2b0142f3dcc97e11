//! A head for tests: eyes that turn, morph targets by name, expressions made of them.

use sinew::character::{
    CharacterParts, Expression, LookAtKind, LookAtSetup, Mesh, MeshId, MeshInstance, MeshInstanceId,
    MorphBind, RangeMap, SkinningMethod,
};
use sinew::face::{FaceError, FaceInput, FaceRig, FaceState, Viseme, VisemeMap};
use sinew::glam::{Affine3A, Vec3};
use sinew::morph::MorphWeights;
use sinew::skeleton::Joint;
use sinew::stage::{StageInput, StagePose};
use sinew::{Character, JointId, LocalPose, ModelPose, Skeleton, Transform};
use std::sync::Arc;

pub(crate) const MORPHS: [&str; 6] =
    ["mouthSmile", "browUp", "viseme_aa", "eyeWideLeft", "smileSquint", "cheekSquint"];

/// Parts of the head: a neck, a head, two eyes 6 cm apart. `happy` smiles and raises the brows.
pub(crate) fn parts() -> CharacterParts {
    let joint = |name: &str, parent, position| Joint {
        name: name.into(),
        parent,
        rest: Transform::from_translation(position),
        in_scene: true,
    };
    let skeleton = Skeleton::new(vec![
        joint("neck", None, Vec3::Y * 1.5),
        joint("head", Some(0), Vec3::Y * 0.1),
        joint("eye l", Some(1), Vec3::new(0.03, 0.06, 0.05)),
        joint("eye r", Some(1), Vec3::new(-0.03, 0.06, 0.05)),
    ]);
    let bind = |target, weight| MorphBind { instance: MeshInstanceId(0), target, weight };
    let named = |name: &str, morphs| Expression { name: name.into(), morphs, ..Expression::default() };
    let range = RangeMap { input_max: 1.5, output_scale: 1.5 };
    CharacterParts {
        skeleton: skeleton.unwrap(),
        meshes: vec![Mesh { morph_names: MORPHS.map(String::from).to_vec(), ..Mesh::default() }],
        mesh_instances: vec![MeshInstance {
            node: JointId(1),
            mesh: MeshId(0),
            skin: None,
            weights: vec![0.0; MORPHS.len()],
            skinning: SkinningMethod::Linear,
            visible: true,
        }],
        expressions: vec![
            named("happy", vec![bind(0, 0.8), bind(1, 0.5)]),
            named("sad", vec![bind(1, 1.0)]),
            named("angry", Vec::new()),
            named("blink", Vec::new()),
        ],
        look_at: Some(LookAtSetup {
            head: JointId(1),
            eyes: [Some(JointId(2)), Some(JointId(3))],
            offset_from_head: Vec3::new(0.0, 0.06, 0.05),
            kind: LookAtKind::Bone,
            horizontal_inner: range,
            horizontal_outer: range,
            vertical_down: range,
            vertical_up: range,
        }),
        ..CharacterParts::default()
    }
}

pub(crate) fn character(parts: CharacterParts) -> Arc<Character> {
    Arc::new(Character::new(parts).unwrap())
}

/// Mouth that opens by a morph target.
pub(crate) fn open_mouth(character: &Character) -> Arc<VisemeMap> {
    let mut row = [0.0; Viseme::COUNT];
    row[Viseme::Aa.index()] = 1.0;
    Arc::new(VisemeMap::new(character, [("viseme_aa", row)]).unwrap())
}

/// Visemes with `aa` at a weight.
pub(crate) fn aa(weight: f32) -> [f32; Viseme::COUNT] {
    let mut visemes = [0.0; Viseme::COUNT];
    visemes[Viseme::Aa.index()] = weight;
    visemes
}

/// Resolves a frame over animated expressions. Returns the weights of the morph targets.
pub(crate) fn morphs(character: &Character, face: &mut FaceState, animated: &[f32], dt: f32) -> Vec<f32> {
    over(character, face, (animated, character.rest_weights()), dt)
}

/// Resolves a frame over animated expressions and morph weights. Returns the weights of the morph targets.
pub(crate) fn over(
    character: &Character,
    face: &mut FaceState,
    (animated, weights): (&[f32], &MorphWeights),
    dt: f32,
) -> Vec<f32> {
    let skeleton = character.skeleton();
    let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
    let mut weights = weights.clone();
    let mut pose = StagePose::new(skeleton, &mut local, &mut model).with_morphs(&mut weights);
    face.solve(&StageInput::new(dt, Affine3A::IDENTITY), FaceInput::new(animated), &mut pose);
    weights.as_slice().to_vec()
}

/// The face that a character is found to have.
pub(crate) fn face(character: &Arc<Character>) -> FaceState {
    let rig = FaceRig::detect(character).expect("a face");
    FaceState::new(Arc::new(rig), character).unwrap()
}

/// Changes the rig of a face.
pub(crate) fn set_rig(face: &mut FaceState, change: impl FnOnce(FaceRig) -> Result<FaceRig, FaceError>) {
    let rig = change(FaceRig::clone(face.rig())).unwrap();
    face.set_rig(Arc::new(rig)).unwrap();
}
