//! The contract of a frame: `advance` writes the animated pose alone, `resolve` writes the final pose alone
//! and may be called again; events and root motion of all steps are kept until `resolve`.

use crate::face::{smile, worm_with_a_face};
use crate::worm;
use sinew::character::{MeshInstanceId, SkinId, SkinningMethod};
use sinew::clip::{ClipEvent, ClipEvents, ClipEventsDescription, EventPhase};
use sinew::face::{Gaze, GazeAngles};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ik::{Chain, ChainSolver, LookAt};
use sinew::playback::Playback;
use sinew::rig::{IkGoal, IkRig};
use sinew::skeleton::JointMask;
use sinew::skinning::SkinnedVertices;
use sinew::stage::{Stage, StageInput, StagePose};
use sinew::{Actor, ClipId, ClipSet, FrameInput, JointId, RawClip, Transform};
use std::sync::Arc;

const DT: f32 = 1.0 / 60.0;
const EYE: JointId = JointId(10);

fn actor() -> Actor {
    let mut wriggle = RawClip::clone(&worm::wriggle());
    // IK needs uniform scale.
    wriggle.joints.iter_mut().for_each(|track| track.scale = None);
    let character = worm_with_a_face(4, SkinningMethod::Linear);
    Actor::new(character, [smile(), Arc::new(wriggle)]).unwrap()
}

/// An actor with every stage on: a clip, an IK chain with a goal, a look, expressions, a gaze, morphs and
/// constraints.
fn everything() -> Actor {
    let mut actor = actor();
    let skeleton = actor.character().skeleton().clone();
    let joints: Vec<_> = (1..8).map(JointId).collect();
    let mut rig = IkRig::new();
    rig.add_chain("body", Chain::new(&skeleton, &joints).unwrap(), ChainSolver::default());
    let head = Chain::new(&skeleton, &[JointId(8), JointId(9)]).unwrap();
    rig.add_look("look", LookAt::new(&skeleton, head));
    actor.set_ik(Some(Arc::new(rig))).unwrap();
    actor.play("wriggle").unwrap();
    let ik = actor.ik_mut().unwrap();
    ik.set_goal("body", IkGoal::at(Vec3::new(0.4, 1.0, 0.3))).unwrap();
    ik.set_goal("look", IkGoal::at(Vec3::new(1.0, 2.0, 4.0))).unwrap();
    let face = actor.face_mut().unwrap();
    face.set_expression("happy", 0.7).unwrap();
    face.set_gaze(Gaze::Target(Vec3::new(0.5, 3.0, 2.0)));
    face.set_morph("shift", 0.3).unwrap();
    actor
}

/// All results of a frame, as bytes.
fn bytes(actor: &Actor) -> Vec<u8> {
    let frame = actor.frame();
    let local = frame.local().iter().flat_map(|t| {
        let rotation: [f32; 4] = t.rotation.into();
        let numbers = t.translation.to_array().into_iter().chain(rotation).chain(t.scale.to_array());
        numbers.collect::<Vec<f32>>()
    });
    let model = frame.model().iter().flat_map(|m| m.to_cols_array());
    let morphs = frame.morph_weights(MeshInstanceId(0)).iter().chain(frame.expression_weights()).copied();
    let palette = frame.palette(SkinId(0)).iter().flat_map(|m| m.rows.into_iter().flatten());
    let bounds = [frame.bounds().min, frame.bounds().max].into_iter().flat_map(|corner| corner.to_array());
    let all = local.chain(model).chain(morphs).chain(palette).chain(bounds);
    all.flat_map(f32::to_ne_bytes).collect()
}

fn resolve(actor: &mut Actor, dt: f32) {
    actor.resolve(FrameInput::new(dt, Affine3A::IDENTITY));
}

#[test]
fn resolving_again_without_time_gives_the_same_bytes() {
    let mut actor = everything();
    for frame in 0..90 {
        actor.advance(DT);
        resolve(&mut actor, DT);
        let once = bytes(&actor);
        for _ in 0..3 {
            resolve(&mut actor, 0.0);
            assert_eq!(once, bytes(&actor), "frame {frame}");
        }
    }
}

#[test]
fn goals_fade_in_while_the_clip_is_paused() {
    let mut actor = everything();
    actor.play("wriggle").unwrap().speed(0.0);
    actor.advance(0.0);
    let body = actor.ik().unwrap().rig().effector("body").unwrap();
    let mut weights = Vec::new();
    for _ in 0..30 {
        resolve(&mut actor, DT);
        weights.push(actor.ik().unwrap().report(body).weight);
    }
    assert!(weights.windows(2).all(|pair| pair[0] <= pair[1]) && weights[0] < 0.5, "{weights:?}");
    assert!(weights[29] > 0.99, "{weights:?}");
}

#[test]
fn morphs_of_expressions_are_added_once() {
    let mut actor = actor();
    actor.face_mut().unwrap().set_expression("happy", 1.0).unwrap();
    actor.update(0.0);
    assert_eq!(actor.frame().morph_weights(MeshInstanceId(0))[0], 0.5);
    resolve(&mut actor, DT);
    assert_eq!(actor.frame().morph_weights(MeshInstanceId(0))[0], 0.5, "a second resolve");
    actor.face_mut().unwrap().clear_expression("happy").unwrap();
    resolve(&mut actor, DT);
    assert_eq!(actor.frame().morph_weights(MeshInstanceId(0))[0], 0.0, "after it has been cleared");
    actor.face_mut().unwrap().set_expression("happy", 1.0).unwrap();
    actor.face_mut().unwrap().set_morph("shift", 0.9).unwrap();
    resolve(&mut actor, DT);
    actor.face_mut().unwrap().clear_morph("shift").unwrap();
    resolve(&mut actor, DT);
    assert_eq!(actor.frame().morph_weights(MeshInstanceId(0)), [0.5, 0.0], "after a morph has been cleared");
}

#[test]
fn a_new_source_starts_from_the_animated_pose_not_the_final_one() {
    let mut actor = actor();
    actor.use_mixer(1).tracks_mut()[0].playback = Some(Playback::new(ClipId(1), 0.0));
    actor.face_mut().unwrap().set_expression("happy", 1.0).unwrap();
    actor.update(DT);
    let before = actor.frame().morph_weights(MeshInstanceId(0))[0];
    actor.play("wriggle").unwrap().fade(0.3);
    let mut max = before;
    for _ in 0..30 {
        actor.update(DT);
        max = max.max(actor.frame().morph_weights(MeshInstanceId(0))[0]);
    }
    // The clip animates the morph as well; the expression must be added only once.
    let mut plain = self::actor();
    plain.play("wriggle").unwrap();
    let mut animated = 0.0_f32;
    for _ in 0..60 {
        plain.update(DT);
        animated = animated.max(plain.frame().morph_weights(MeshInstanceId(0))[0]);
    }
    assert!(max <= animated.max(before) + 0.5 + 1e-4, "{before} {max} {animated}");
    assert!(max < 0.5 + animated + 1e-4, "{max}");
}

#[test]
fn a_goal_is_applied_once_when_the_playback_source_changes() {
    let mut actor = everything();
    actor.ik_mut().unwrap().snap();
    actor.use_mixer(1).tracks_mut()[0].playback = Some(Playback::new(ClipId(1), 0.0));
    actor.update(DT);
    let held = actor.frame().local().to_vec();
    actor.play("wriggle").unwrap().fade(0.3);
    actor.update(0.0);
    // The IK chain keeps its goal.
    let turned = |a: &[Transform], b: &[Transform]| {
        a.iter().zip(b).map(|(a, b)| a.rotation.angle_between(b.rotation)).fold(0.0_f32, f32::max)
    };
    let off = turned(&held, actor.frame().local());
    assert!(off < 0.2, "{off}");
}

#[test]
fn eyes_return_when_the_gaze_is_cleared() {
    let mut actor = actor();
    actor.update(0.0);
    let ahead = actor.frame().local()[EYE.index()].rotation;
    actor.face_mut().unwrap().set_gaze(Gaze::Angles(GazeAngles { yaw: 0.6, pitch: 0.0 }));
    resolve(&mut actor, DT);
    assert!(actor.frame().local()[EYE.index()].rotation.angle_between(ahead) > 0.2);
    actor.face_mut().unwrap().set_gaze(Gaze::Animated);
    resolve(&mut actor, DT);
    assert_eq!(actor.frame().local()[EYE.index()].rotation, ahead);
}

#[test]
fn constraints_have_no_effect_when_switched_off() {
    let mut actor = actor();
    actor.play("wriggle").unwrap();
    actor.advance(0.3);
    actor.set_constraints_enabled(false);
    resolve(&mut actor, DT);
    let free = actor.frame().local().to_vec();
    actor.set_constraints_enabled(true);
    resolve(&mut actor, DT);
    assert_ne!(actor.frame().local(), free);
    actor.set_constraints_enabled(false);
    resolve(&mut actor, DT);
    assert_eq!(actor.frame().local(), free);
}

#[test]
fn steps_before_one_resolve_add_up() {
    let mut clip = RawClip::clone(&worm::wriggle());
    let point = |time, name: &str| ClipEvent { time, name: name.into(), data: String::new() };
    let points = vec![point(0.05, "a"), point(0.15, "b"), point(0.25, "c")];
    clip.events =
        ClipEvents::from_description(&ClipEventsDescription { points, ..Default::default() }).unwrap();
    let mut actor = Actor::new(worm_with_a_face(4, SkinningMethod::Linear), [clip]).unwrap();
    actor.play("wriggle").unwrap();
    let names = |actor: &Actor| {
        let events = actor.frame().events().iter().filter(|event| event.phase == EventPhase::Fired);
        events.map(|event| event.name(actor.clips()).to_owned()).collect::<Vec<_>>()
    };
    (0..2).for_each(|_| _ = actor.advance(0.1));
    resolve(&mut actor, 0.2);
    assert_eq!(names(&actor), ["a", "b"]);
    resolve(&mut actor, 0.0);
    assert!(names(&actor).is_empty(), "a game that is paused");
    resolve(&mut actor, 0.1);
    assert!(names(&actor).is_empty(), "a frame without an advance");
    actor.advance(0.1);
    resolve(&mut actor, 0.1);
    assert_eq!(names(&actor), ["c"]);
}

#[test]
fn ik_takes_the_time_of_resolve_and_not_of_the_clip() {
    let weight = |steps: usize| {
        let mut actor = everything();
        let body = actor.ik().unwrap().rig().effector("body").unwrap();
        (0..steps).for_each(|_| _ = actor.advance(0.1 / steps as f32));
        resolve(&mut actor, 0.1);
        actor.ik().unwrap().report(body).weight
    };
    assert_eq!(weight(1), weight(5));
    assert!(weight(1) > 0.0);
}

#[test]
fn a_hook_edits_the_pose_after_ik_and_is_called_once_per_stage() {
    let mut actor = everything();
    let mut plain = everything();
    // Constraints would turn the head once more after the hook.
    actor.set_constraints_enabled(false);
    plain.set_constraints_enabled(false);
    let head = JointId(9);
    for _ in 0..10 {
        actor.advance(DT);
        plain.advance(DT);
        let mut seen = Vec::new();
        let mut hook = |stage: Stage, _: &StageInput<'_>, pose: &mut StagePose<'_>| {
            seen.push(stage);
            if stage == Stage::Ik {
                pose.rotate(head, Quat::from_rotation_x(0.4));
            }
        };
        actor.resolve(FrameInput::new(DT, Affine3A::IDENTITY).with_hook(&mut hook));
        assert_eq!(seen, Stage::ALL);
        resolve(&mut plain, DT);
        let (nodded, still) = (actor.frame().model()[9], plain.frame().model()[9]);
        let turn =
            Transform::from_affine(&nodded).rotation * Transform::from_affine(&still).rotation.inverse();
        assert!(turn.angle_between(Quat::from_rotation_x(0.4)) < 1e-3, "{turn}");
        assert!(nodded.translation.abs_diff_eq(still.translation, 1e-5));
    }
    // The hook has no lasting effect.
    resolve(&mut actor, 0.0);
    resolve(&mut plain, 0.0);
    assert_eq!(bytes(&actor), bytes(&plain));
}

#[test]
fn a_teleport_resets_the_look() {
    let mut actor = everything();
    actor.ik_mut().unwrap().snap();
    actor.update(DT);
    let world = Affine3A::from_rotation_translation(Quat::from_rotation_y(3.0), Vec3::new(50.0, 0.0, 0.0));
    actor.advance(DT);
    actor.resolve(FrameInput::new(DT, world).with_teleport());
    let there = bytes(&actor);
    resolve_at(&mut actor, world);
    let later = bytes(&actor);
    // A look with a state from before the teleport would still be turning.
    assert_eq!(there, later);
}

fn resolve_at(actor: &mut Actor, world: Affine3A) {
    actor.resolve(FrameInput::new(10.0, world));
}

#[test]
fn actors_share_a_clip_set() {
    let character = worm_with_a_face(4, SkinningMethod::Linear);
    let clips = Arc::new(ClipSet::new(&character, [smile(), worm::wriggle()]).unwrap());
    let crowd: Vec<Actor> = (0..3).map(|_| Actor::with_clips(clips.clone())).collect();
    assert!(crowd.iter().all(|actor| Arc::ptr_eq(actor.clips(), &clips)));
    let mut changed = crowd[0].clone();
    let added = changed.add_clip(worm::wriggle()).unwrap();
    assert_eq!((added, changed.clips().len(), clips.len()), (ClipId(2), 3, 2));
    assert!(
        changed.play(ClipId(3)).is_err() && changed.play("nothing").is_err() && changed.play(added).is_ok()
    );
}

#[test]
fn actors_and_assets_can_be_sent_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Actor>();
    shared::<ClipSet>();
    shared::<sinew::Character>();
    shared::<sinew::Skeleton>();
    shared::<sinew::Clip>();
    shared::<RawClip>();
    shared::<IkRig>();
    shared::<sinew::graph::AnimationGraph>();
    shared::<sinew::pack::Pack>();
    shared::<sinew::retarget::Retargeter>();
}

#[test]
fn a_skinning_method_set_after_the_frame_does_not_change_the_frame() {
    let mut actor = actor();
    actor.play("wriggle").unwrap();
    actor.advance(DT);
    resolve(&mut actor, DT);
    let (mut before, mut after) = (SkinnedVertices::default(), SkinnedVertices::default());
    actor.frame().skin_vertices(MeshInstanceId(0), 0, &mut before);
    actor.meshes_mut().set_skinning(MeshInstanceId(0), SkinningMethod::DualQuaternion);
    actor.frame().skin_vertices(MeshInstanceId(0), 0, &mut after);
    assert_eq!(before.positions, after.positions);
    resolve(&mut actor, 0.0);
    actor.frame().skin_vertices(MeshInstanceId(0), 0, &mut after);
    assert_ne!(before.positions, after.positions, "it blends dual quaternions from the next frame on");
}

#[test]
fn hooks_get_the_input_of_the_frame_and_see_a_pose_up_to_date_after_every_stage() {
    let mut actor = actor();
    let wind = |position: Vec3, _: f64| position * 2.0;
    let mut stages = Vec::new();
    let mut hook = |stage: Stage, input: &StageInput<'_>, pose: &mut StagePose<'_>| {
        assert_eq!((input.dt, input.teleported, input.gravity), (DT, true, Some(Vec3::NEG_Y)));
        assert_eq!(input.wind_at(Vec3::X), Vec3::X * 2.0);
        let mut root = *pose.local(JointId(0));
        root.translation.x += 1.0;
        pose.set_local(JointId(0), root);
        stages.push(stage);
    };
    let input =
        FrameInput::new(DT, Affine3A::IDENTITY).with_gravity(Vec3::NEG_Y).with_wind(&wind).with_teleport();
    actor.resolve(input.with_hook(&mut hook));
    let expected = actor.animated_pose().local.get(JointId(0)).translation.x + stages.len() as f32;
    let frame = actor.frame();
    assert_eq!(stages.len(), Stage::ALL.len());
    assert_eq!(frame.local()[0].translation.x, expected);
    assert_eq!(frame.model()[0].translation.x, expected);
}

#[test]
fn a_level_of_detail_that_changes_is_not_a_velocity() {
    let mut actor = actor();
    actor.play("wriggle").unwrap().speed(0.0).seek(0.4);
    (0..3).for_each(|_| actor.update(DT));
    let none = JointMask::uniform(actor.character().skeleton(), 0.0);
    actor.set_lod(Some(none));
    // At rest now. A transition that took the change for a velocity would overshoot the rest pose.
    actor.play("wriggle").unwrap().inertialize(0.3).speed(0.0).seek(0.4);
    let first = actor.frame().local()[3].rotation;
    let rest = actor.character().skeleton().rest()[3].rotation;
    let start = first.angle_between(rest);
    assert!(start > 0.05, "{start}");
    for _ in 0..18 {
        actor.update(DT);
        let now = actor.frame().local()[3].rotation.angle_between(rest);
        assert!(now <= start + 1e-4, "{now} after {start}");
    }
}
