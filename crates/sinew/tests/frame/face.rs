//! Expressions, gaze, constraints and first person within the frame.

use crate::worm;
use sinew::character::{
    Axis, ColorBind, ColorSlot, ConstraintKind, Expression, FirstPersonFlag, FirstPersonSetup, LookAtKind,
    LookAtSetup, MorphBind, NodeConstraint, OverrideKind, RangeMap,
};
use sinew::character::{ExpressionId, FirstPersonMesh, Material, MaterialId, MeshInstanceId, SkinningMethod};
use sinew::clip::{ExpressionTrack, Interpolation, Track};
use sinew::face::{Gaze, GazeAngles};
use sinew::glam::{Affine3A, Quat, Vec3, Vec4};
use sinew::ik::{Chain, LookAt};
use sinew::limit::AngleRange;
use sinew::rig::{IkGoal, IkRig};
use sinew::{Actor, Character, CharacterParts, FrameInput, JointId, RawClip};
use std::sync::Arc;

const HEAD: JointId = JointId(9);
const EYE: JointId = JointId(10);

/// The worm with expressions, one eye, a roll constraint and a first-person setup.
pub(crate) fn worm_with_a_face(influences: usize, skinning: SkinningMethod) -> Arc<Character> {
    Arc::new(Character::new(parts(influences, skinning)).unwrap())
}

fn parts(influences: usize, skinning: SkinningMethod) -> CharacterParts {
    let mut parts = worm::parts(influences, skinning);
    parts.materials.push(Material::default());
    parts.materials.push(Material::default());
    let morph = |target, weight| vec![MorphBind { instance: MeshInstanceId(0), target, weight }];
    let named = |name: &str| Expression { name: name.into(), ..Expression::default() };
    let red =
        ColorBind { material: MaterialId(1), slot: ColorSlot::Base, value: Vec4::new(1.0, 0.0, 0.0, 1.0) };
    parts.expressions = vec![
        Expression {
            morphs: morph(0, 0.5),
            colors: vec![red],
            override_blink: OverrideKind::Blend,
            ..named("happy")
        },
        Expression { morphs: morph(1, 1.0), ..named("blink") },
        named("lookLeft"),
    ];
    let range = RangeMap { input_max: 1.0, output_scale: 0.5 };
    parts.look_at = Some(LookAtSetup {
        head: HEAD,
        eyes: [Some(EYE), None],
        offset_from_head: Vec3::ZERO,
        kind: LookAtKind::Bone,
        horizontal_inner: range,
        horizontal_outer: range,
        vertical_down: range,
        vertical_up: range,
    });
    let roll = ConstraintKind::Roll(Axis::Z);
    parts.constraints =
        vec![NodeConstraint { node: JointId(4), source: JointId(2), weight: 0.5, kind: roll }];
    parts.first_person = Some(FirstPersonSetup {
        head: EYE,
        mesh_annotations: vec![(MeshInstanceId(1), FirstPersonFlag::FirstPersonOnly)],
    });
    parts
}

/// A clip with the expression `happy` and a gaze to the left.
pub(crate) fn smile() -> Arc<RawClip> {
    let times: Arc<[f32]> = [0.0, 1.0].into();
    let weight = Track::new(Interpolation::Linear, 1, times.clone(), vec![0.0, 1.0]).unwrap();
    let left = vec![Quat::IDENTITY, Quat::from_rotation_y(0.8)];
    Arc::new(RawClip {
        name: "smile".into(),
        expressions: vec![ExpressionTrack { expression: ExpressionId(0), weight }],
        gaze: Some(Track::new(Interpolation::Linear, 1, times, left).unwrap()),
        ..RawClip::default()
    })
}

fn actor() -> Actor {
    Actor::new(worm_with_a_face(4, SkinningMethod::Linear), vec![smile(), worm::wriggle()]).unwrap()
}

#[test]
fn clips_animate_expressions_and_eyes_and_values_set_by_hand_override_them() {
    let mut actor = actor();
    actor.play("smile").unwrap().speed(0.0).seek(0.5);
    actor.update(0.0);
    assert_eq!(actor.frame().expression_weights(), [0.5, 0.0, 0.0]);
    assert_eq!(actor.frame().morph_weights(MeshInstanceId(0)), [0.25, 0.0]);
    // Half of 0.8 radians, scaled by half for the eye.
    let eye = actor.frame().local()[EYE.index()].rotation;
    assert!((eye.to_axis_angle().1 - 0.2).abs() < 1e-5);
    let look = actor.frame().material_override(MaterialId(1)).unwrap();
    assert_eq!(look.base_color, Vec4::new(1.0, 0.5, 0.5, 1.0));
    assert!(actor.frame().material_override(MaterialId(0)).is_none());
    actor.face_mut().unwrap().set_expression("happy", 1.0).unwrap();
    actor.face_mut().unwrap().set_expression("blink", 1.0).unwrap();
    actor.face_mut().unwrap().set_gaze(Gaze::Angles(GazeAngles { yaw: 0.0, pitch: 0.4 }));
    actor.update(0.0);
    assert_eq!(actor.frame().expression_weights(), [1.0, 0.0, 0.0], "happy overrides blink");
    let down = actor.frame().local()[EYE.index()].rotation * Vec3::Z;
    assert!((down.y + 0.2f32.sin()).abs() < 1e-5);
    actor.face_mut().unwrap().clear_expression("happy").unwrap();
    actor.face_mut().unwrap().set_gaze(Gaze::Animated);
    actor.stop();
    actor.update(0.0);
    assert_eq!(actor.frame().expression_weights(), [0.0, 1.0, 0.0]);
    assert_eq!(actor.frame().local()[EYE.index()].rotation, Quat::IDENTITY);
    let error = actor.face_mut().unwrap().set_expression("grumpy", 1.0).unwrap_err().to_string();
    assert!(error.contains("grumpy") && error.contains("happy"), "{error}");
    let error = actor.face_mut().unwrap().set_expression("hapyp", 1.0).unwrap_err().to_string();
    assert!(error.contains("\"hapyp\"; did you mean \"happy\"?"), "{error}");
}

#[test]
fn the_eyes_look_at_a_world_space_target() {
    let mut actor = actor();
    let stand = Affine3A::from_rotation_translation(Quat::from_rotation_y(2.0), Vec3::new(5.0, 0.0, -3.0));
    let ahead_left = stand.transform_point3(Vec3::new(0.2, HEAD.0 as f32, 1.0));
    actor.face_mut().unwrap().set_gaze(Gaze::Target(ahead_left));
    for _ in 0..2 {
        actor.advance(0.1);
        actor.resolve(FrameInput::new(0.1, stand));
    }
    let eye = actor.frame().local()[EYE.index()].rotation;
    let (axis, angle) = eye.to_axis_angle();
    assert!(axis.y > 0.99 && (angle - 0.5 * 0.2f32.atan2(1.0)).abs() < 1e-4, "{axis} {angle}");
    // The child of the eye turns with it.
    let below = actor.frame().model()[EYE.index() + 1];
    assert!(!below.matrix3.abs_diff_eq(actor.frame().model()[HEAD.index()].matrix3, 1e-3));
    actor.face_mut().unwrap().set_gaze(Gaze::Target(Vec3::NAN));
    actor.update(0.0);
    assert!(actor.frame().model().iter().all(|m| m.is_finite()));
}

#[test]
fn expressions_hold_back_the_gaze_of_eye_bones() {
    let mut parts = parts(4, SkinningMethod::Linear);
    parts.expressions[0].override_look_at = OverrideKind::Blend;
    let mut actor = Actor::new(Arc::new(Character::new(parts).unwrap()), vec![smile()]).unwrap();
    let mut eye = |happy: f32| {
        let face = actor.face_mut().unwrap();
        face.set_gaze(Gaze::Angles(GazeAngles { yaw: 0.8, pitch: 0.0 }));
        face.set_expression("happy", happy).unwrap();
        actor.update(0.1);
        actor.frame().local()[EYE.index()].rotation.to_axis_angle().1
    };
    // The eye turns by half of the angle.
    for (happy, angle) in [(0.0, 0.4), (0.25, 0.3), (1.0, 0.0), (0.0, 0.4)] {
        assert!((eye(happy) - angle).abs() < 1e-5, "{happy}");
    }
}

#[test]
fn an_expression_that_blocks_the_gaze_stops_eye_bones_at_any_weight() {
    let mut parts = parts(4, SkinningMethod::Linear);
    parts.expressions[0].override_look_at = OverrideKind::Block;
    let mut actor = Actor::new(Arc::new(Character::new(parts).unwrap()), vec![smile()]).unwrap();
    let mut eye = |happy: f32| {
        let face = actor.face_mut().unwrap();
        face.set_gaze(Gaze::Angles(GazeAngles { yaw: 0.8, pitch: 0.0 }));
        face.set_expression("happy", happy).unwrap();
        actor.update(0.1);
        actor.frame().local()[EYE.index()].rotation.to_axis_angle().1
    };
    for (happy, angle) in [(0.0, 0.4), (0.01, 0.0), (1.0, 0.0), (0.0, 0.4)] {
        assert!((eye(happy) - angle).abs() < 1e-5, "{happy}");
    }
    // So it does to the gaze of a clip, whose own smile begins after its first key.
    actor.face_mut().unwrap().clear_expression("happy").unwrap();
    actor.face_mut().unwrap().set_gaze(Gaze::Animated);
    actor.play("smile").unwrap().speed(0.0).seek(0.5);
    actor.update(0.1);
    assert_eq!(actor.frame().local()[EYE.index()].rotation, Quat::IDENTITY);
}

/// The worm, which looks with expressions, with an IK look of its head.
fn looks_with_expressions() -> Actor {
    let mut parts = parts(4, SkinningMethod::Linear);
    let map = RangeMap { input_max: 1.0, output_scale: 1.0 };
    parts.look_at = Some(LookAtSetup {
        kind: LookAtKind::Expression,
        horizontal_inner: map,
        horizontal_outer: map,
        vertical_down: map,
        vertical_up: map,
        ..parts.look_at.unwrap()
    });
    let named = |name: &str| Expression { name: name.into(), ..Expression::default() };
    parts.expressions.extend(["lookRight", "lookUp", "lookDown"].map(named));
    let weight = Track::new(Interpolation::Linear, 1, [0.0, 1.0].into(), vec![0.8, 0.8]).unwrap();
    let glance = RawClip {
        name: "glance".into(),
        expressions: vec![ExpressionTrack { expression: LOOK_LEFT, weight }],
        ..RawClip::default()
    };
    let character = Arc::new(Character::new(parts).unwrap());
    let mut actor = Actor::new(character.clone(), vec![smile(), Arc::new(glance)]).unwrap();
    let skeleton = character.skeleton();
    let mut rig = IkRig::new();
    // A head that does not turn leaves the whole angle to the eyes.
    let (still, chain) = (AngleRange::symmetric(0.0), Chain::new(skeleton, &[HEAD]).unwrap());
    rig.add_look("look", LookAt::new(skeleton, chain).with_cone(skeleton, still, still));
    actor.set_ik(Some(Arc::new(rig))).unwrap();
    actor
}

const LOOK_LEFT: ExpressionId = ExpressionId(2);

#[test]
fn an_ik_look_drives_look_expressions_and_fades_with_its_goal() {
    let mut actor = looks_with_expressions();
    let frame = |actor: &mut Actor| {
        actor.update(1.0 / 30.0);
        let weights = actor.frame().expression_weights();
        let id = |name: &str| actor.character().find_expression(name).unwrap().index();
        ["lookLeft", "lookRight", "lookUp", "lookDown"].map(|name| weights[id(name)])
    };
    assert_eq!(frame(&mut actor), [0.0; 4]);
    let height = HEAD.0 as f32;
    actor.ik_mut().unwrap().set_goal("look", IkGoal::at(Vec3::new(0.5, height, 1.0))).unwrap();
    let rising: Vec<f32> = (0..40).map(|_| frame(&mut actor)[0]).collect();
    assert!(rising.windows(2).all(|pair| pair[0] <= pair[1] + 1e-6), "{rising:?}");
    let full = 0.5f32.atan2(1.0);
    assert!(rising[0] > 0.0 && rising[0] < 0.5 * full && (rising[39] - full).abs() < 1e-3, "{rising:?}");
    assert_eq!(frame(&mut actor)[1..], [0.0; 3]);
    // Half of the goal's weight is half of the gaze.
    let half = IkGoal::at(Vec3::new(0.5, height, 1.0)).with_weight(0.5);
    actor.ik_mut().unwrap().set_goal("look", half).unwrap();
    (0..60).for_each(|_| _ = frame(&mut actor));
    assert!((frame(&mut actor)[0] - 0.5 * full).abs() < 1e-3);
    actor.ik_mut().unwrap().clear_goal("look").unwrap();
    let falling: Vec<f32> = (0..40).map(|_| frame(&mut actor)[0]).collect();
    assert!(falling.windows(2).all(|pair| pair[0] >= pair[1]), "{falling:?}");
    assert!(falling[0] > 0.0 && falling[39] == 0.0, "{falling:?}");
    // A gaze set by hand comes first.
    actor.ik_mut().unwrap().set_goal("look", IkGoal::at(Vec3::new(0.5, height, 1.0))).unwrap();
    actor.face_mut().unwrap().set_gaze(Gaze::Angles(GazeAngles { yaw: -0.3, pitch: 0.0 }));
    (0..40).for_each(|_| _ = frame(&mut actor));
    let [left, right, ..] = frame(&mut actor);
    assert!(left == 0.0 && (right - 0.3).abs() < 1e-5, "{left} {right}");
}

#[test]
fn an_ik_look_fades_from_and_to_look_expressions_of_a_clip() {
    let mut actor = looks_with_expressions();
    actor.play("glance").unwrap();
    let left = |actor: &mut Actor| {
        actor.update(1.0 / 30.0);
        actor.frame().expression_weights()[LOOK_LEFT.index()]
    };
    assert!((left(&mut actor) - 0.8).abs() < 1e-6);
    actor.ik_mut().unwrap().set_goal("look", IkGoal::at(Vec3::new(0.0, HEAD.0 as f32, 1.0))).unwrap();
    let mut weights = vec![0.8];
    weights.extend((0..40).map(|_| left(&mut actor)));
    assert!(weights[40] < 1e-3, "straight ahead: {weights:?}");
    actor.ik_mut().unwrap().clear_goal("look").unwrap();
    weights.extend((0..40).map(|_| left(&mut actor)));
    assert!((weights[80] - 0.8).abs() < 1e-6, "the clip again: {weights:?}");
    let step = weights.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
    assert!(step < 0.3, "{step} in one frame: {weights:?}");
}

#[test]
fn expressions_are_found_by_their_vrm_0_names_unless_the_file_has_its_own() {
    let mut face = actor();
    let face = face.face_mut().unwrap();
    let happy = ExpressionId(0);
    for name in ["happy", "joy", "Joy", "JOY"] {
        assert_eq!(face.find_expression(name).unwrap(), happy, "{name}");
        face.set_expression(name, 1.0).unwrap();
        assert_eq!(face.expression(happy), Some(1.0));
        face.clear_expression(name).unwrap();
        assert_eq!(face.expression(happy), None);
    }
    assert!(face.set_expression("fun", 1.0).is_err(), "`relaxed` does not exist");
    // One of the file's own, before or behind `happy`.
    for index in [0, 3] {
        let mut parts = parts(4, SkinningMethod::Linear);
        parts.expressions.insert(index, Expression { name: "joy".into(), ..Expression::default() });
        let mut actor = Actor::without_clips(Arc::new(Character::new(parts).unwrap()));
        actor.face_mut().unwrap().set_expression("joy", 1.0).unwrap();
        actor.update(0.0);
        let weights = actor.frame().expression_weights();
        let on: Vec<usize> = (0..4).filter(|&n| weights[n] != 0.0).collect();
        assert_eq!(on, [index]);
    }
}

#[test]
fn the_head_turns_to_the_gaze_target_on_request() {
    let mut actor = actor();
    let character = actor.character().clone();
    let skeleton = character.skeleton();
    let mut rig = IkRig::new();
    let look = rig.add_look("look", LookAt::new(skeleton, Chain::new(skeleton, &[HEAD]).unwrap()));
    actor.set_ik(Some(Arc::new(rig))).unwrap();
    let aside = Vec3::new(1.0, HEAD.0 as f32, 1.0);
    let mut weight = |turns_head: bool, gaze: Gaze, goal: Option<Vec3>| {
        let face = actor.face_mut().unwrap();
        face.set_gaze(gaze);
        face.set_turns_head(turns_head);
        actor.ik_mut().unwrap().set_goal(look, goal.map(IkGoal::at)).unwrap();
        (0..90).for_each(|_| actor.update(1.0 / 30.0));
        let head = actor.frame().model()[HEAD.index()].transform_vector3(Vec3::Z);
        (actor.ik().unwrap().report(look).weight, head.angle_between(aside - Vec3::Y * aside.y))
    };
    assert_eq!(weight(false, Gaze::Target(aside), None).0, 0.0);
    let (full, off) = weight(true, Gaze::Target(aside), None);
    assert!(full > 0.99 && off < 0.05, "{full} {off}");
    // A goal of its own comes first; without target and goal the head returns.
    let (full, off) = weight(true, Gaze::Target(aside), Some(Vec3::new(-1.0, HEAD.0 as f32, 1.0)));
    assert!(full > 0.99 && off > 0.5, "{full} {off}");
    assert_eq!(weight(true, Gaze::Animated, None).0, 0.0);
    assert_eq!(weight(true, Gaze::Target(Vec3::NAN), None).0, 0.0);
}

#[test]
fn the_constraint_stage_can_be_switched_off() {
    let mut actor = actor();
    actor.play("wriggle").unwrap().speed(0.0).seek(0.5);
    actor.update(0.0);
    let turn = |actor: &Actor, joint: usize| actor.frame().local()[joint].rotation;
    let half = Quat::IDENTITY.slerp(turn(&actor, 2), 0.5);
    // Small angles by the chord of the quaternions: an arc cosine near 1 has an error of a thousandth.
    let chord = |a: Quat, b: Quat| 2.0 * (a - b).length().min((a + b).length());
    assert!(chord(turn(&actor, 4), half) < 1e-4);
    let solved = actor.frame().model()[JOINT_BELOW];
    actor.set_constraints_enabled(false);
    actor.update(0.0);
    assert!(chord(turn(&actor, 4), half) > 0.05);
    assert!(!actor.frame().model()[JOINT_BELOW].abs_diff_eq(solved, 1e-3));
}

/// A descendant of the constrained joint.
const JOINT_BELOW: usize = 7;

#[test]
fn first_person_view_hides_the_head_and_shows_first_person_meshes() {
    let mut actor = actor();
    actor.update(0.0);
    let seen = |actor: &Actor| [0, 1].map(|n| actor.frame().is_visible(MeshInstanceId(n)));
    assert_eq!(seen(&actor), [true, false]);
    let whole = actor.frame().bounds();
    actor.meshes_mut().set_first_person(true);
    actor.update(0.0);
    assert_eq!(seen(&actor), [true, true]);
    assert!(actor.frame().is_first_person() && actor.frame().bounds() != whole);
    let character = actor.character();
    let FirstPersonMesh::WithoutHead(kept) = character.first_person_mesh(MeshInstanceId(0)) else { panic!() };
    let primitive = &character.meshes()[0].primitives[0];
    let on_head =
        |v: u32| primitive.influences.as_ref().unwrap().of_vertex(v as usize).any(|(j, _)| j >= EYE.index());
    assert!(!kept[0].is_empty() && kept[0].len() < primitive.indices.len());
    assert!(kept[0].iter().all(|&v| !on_head(v)));
    assert_eq!(*character.first_person_mesh(MeshInstanceId(1)), FirstPersonMesh::Whole);
}

#[test]
fn invalid_references_in_a_setup_are_errors() {
    let refused = |change: fn(&mut CharacterParts)| {
        let mut parts = parts(4, SkinningMethod::Linear);
        change(&mut parts);
        Character::new(parts).unwrap_err().location
    };
    assert_eq!(refused(|p| p.expressions[0].morphs[0].target = 2), "expressions[0].morphs[0]");
    assert_eq!(refused(|p| p.expressions[0].colors[0].material = MaterialId(2)), "expressions[0].colors[0]");
    assert_eq!(refused(|p| p.look_at.as_mut().unwrap().head.0 = 99), "look_at");
    assert_eq!(refused(|p| p.constraints[0].node = p.constraints[0].source), "constraints[0]");
    let back = |p: &mut CharacterParts| {
        let NodeConstraint { node, source, .. } = p.constraints[0];
        p.constraints.push(NodeConstraint { node: source, source: node, ..p.constraints[0] });
    };
    assert_eq!(refused(back), "constraints");
}
