//! Retargeting of faces by names: expressions, morph targets, and one driven by the other.

use sinew::character::{Expression, LookAtKind, LookAtSetup, RangeMap};
use sinew::character::{
    ExpressionId, Mesh, MeshId, MeshInstance, MeshInstanceId, MorphTargetId, SkinningMethod,
};
use sinew::clip::{ExpressionTrack, Interpolation, MorphTrack, Track};
use sinew::glam::{Quat, Vec3};
use sinew::retarget::FaceMap;
use sinew::skeleton::Joint;
use sinew::{Character, CharacterParts, JointId, RawClip, Skeleton, Transform};

/// Character with expressions and meshes with morph targets.
fn face(expressions: &[&str], meshes: &[&[&str]], looks: bool) -> Character {
    let root = Joint { name: "root".into(), parent: None, rest: Transform::IDENTITY, in_scene: true };
    let names = |names: &&[&str]| Mesh {
        morph_names: names.iter().map(|n| (*n).to_owned()).collect(),
        ..Mesh::default()
    };
    let instance = |mesh: u32| MeshInstance {
        node: JointId(0),
        mesh: MeshId(mesh),
        skin: None,
        weights: vec![0.0; meshes[mesh as usize].len()],
        skinning: SkinningMethod::Linear,
        visible: true,
    };
    let map = RangeMap { input_max: 1.0, output_scale: 1.0 };
    let look_at = LookAtSetup {
        head: JointId(0),
        eyes: [None; 2],
        kind: LookAtKind::Bone,
        offset_from_head: Vec3::ZERO,
        horizontal_inner: map,
        horizontal_outer: map,
        vertical_down: map,
        vertical_up: map,
    };
    let expressions =
        expressions.iter().map(|name| Expression { name: (*name).to_owned(), ..Expression::default() });
    Character::new(CharacterParts {
        skeleton: Skeleton::new(vec![root]).unwrap(),
        meshes: meshes.iter().map(names).collect(),
        mesh_instances: (0..meshes.len() as u32).map(instance).collect(),
        expressions: expressions.collect(),
        look_at: looks.then_some(look_at),
        ..CharacterParts::default()
    })
    .unwrap()
}

fn keys(width: usize, values: &[f32]) -> Track<f32> {
    let times: Vec<f32> = (0..values.len() / width).map(|k| k as f32).collect();
    Track::new(Interpolation::Linear, width, times.into(), values.to_vec()).unwrap()
}

#[test]
fn morph_targets_follow_equal_names() {
    let from = face(&[], &[&["jawOpen", "browUp", "still", "odd"]], false);
    let to = face(&[], &[&["other"], &["BrowUp", "none", "Jaw_Open"]], false);
    let clip = RawClip {
        morphs: vec![MorphTrack {
            instance: MeshInstanceId(0),
            weights: keys(4, &[0.1, 0.2, 0.0, 0.5, 0.3, 0.4, 0.0, 0.5]),
        }],
        ..RawClip::default()
    };
    let mut made = RawClip::default();
    let dropped = FaceMap::by_names(&from, &to).retarget(&clip, &mut made);
    assert_eq!(made.morphs.len(), 1);
    assert_eq!(made.morphs[0].instance, MeshInstanceId(1));
    assert_eq!(made.morphs[0].weights, keys(3, &[0.2, 0.0, 0.1, 0.4, 0.0, 0.3]));
    // A weight that is always 0 is not reported.
    assert_eq!(dropped.morphs, [MorphTargetId { instance: MeshInstanceId(0), target: 3 }]);
}

#[test]
fn expressions_and_morph_targets_drive_each_other() {
    let avatar = face(&["aa", "happy", "blink"], &[], true);
    let scan = face(&[], &[&["viseme_aa", "eyeBlinkLeft", "eyeBlinkRight"]], false);
    let express = |expression, values: &[f32]| ExpressionTrack {
        expression: ExpressionId(expression),
        weight: keys(1, values),
    };
    let gaze = Track::new(Interpolation::Linear, 1, [0.0].into(), vec![Quat::IDENTITY]).ok();
    let clip = RawClip {
        expressions: vec![express(0, &[0.0, 1.0]), express(1, &[0.5, 0.5]), express(2, &[1.0, 0.0, 1.0])],
        gaze,
        ..RawClip::default()
    };
    let mut made = RawClip::default();
    let dropped = FaceMap::by_names(&avatar, &scan).retarget(&clip, &mut made);
    assert_eq!(made.morphs[0].weights, keys(3, &[0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0]));
    assert!(made.gaze.is_none() && dropped.gaze && dropped.expressions == [ExpressionId(1)]);
    // The other direction.
    let mut back = RawClip::default();
    let dropped = FaceMap::by_names(&scan, &avatar).retarget(&made, &mut back);
    let numbers: Vec<u32> = back.expressions.iter().map(|track| track.expression.0).collect();
    // One eye drives both.
    assert_eq!(numbers, [0, 2]);
    assert_eq!(back.expressions[0].weight, keys(1, &[0.0, 1.0, 1.0]));
    assert_eq!(back.expressions[1].weight, keys(1, &[1.0, 0.0, 1.0]));
    assert_eq!(dropped.morphs, [MorphTargetId { instance: MeshInstanceId(0), target: 2 }]);
    // The gaze needs eyes on both.
    let mut retargeted = RawClip::default();
    assert!(
        !FaceMap::by_names(&avatar, &avatar).retarget(&clip, &mut retargeted).gaze
            && retargeted.gaze.is_some()
    );
    assert_eq!(retargeted.expressions, clip.expressions);
}

/// Expressions that move nothing do not drive the shapes of the same name.
#[test]
fn morph_targets_follow_where_an_expression_has_no_effect() {
    use sinew::character::MorphBind;
    let avatar = face(&["aa", "blink"], &[], false);
    let times: Vec<ExpressionTrack> = (0..2)
        .map(|n| ExpressionTrack { expression: ExpressionId(n), weight: keys(1, &[0.0, 1.0]) })
        .collect();
    let clip = RawClip { expressions: times, ..RawClip::default() };
    let shapes: &[&[&str]] = &[&["viseme_aa", "eyeBlinkLeft", "eyeBlinkRight"]];
    let retarget = |to: &Character| {
        let mut made = RawClip::default();
        FaceMap::by_names(&avatar, to).retarget(&clip, &mut made);
        made.morphs.first().map(|track| track.weights.clone())
    };
    let empty = face(&["aa", "blink"], shapes, false);
    assert_eq!(retarget(&empty), Some(keys(3, &[0.0, 0.0, 0.0, 1.0, 1.0, 1.0])));
    let mut parts = empty.into_parts();
    for (target, expression) in parts.expressions.iter_mut().enumerate() {
        expression.morphs = vec![MorphBind { instance: MeshInstanceId(0), target, weight: 1.0 }];
    }
    assert_eq!(retarget(&Character::new(parts).unwrap()), None, "the expressions move them");
}
