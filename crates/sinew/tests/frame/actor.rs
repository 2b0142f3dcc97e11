//! Actor: playback by name, time steps, sockets, morph weights, rejected clips.

use crate::worm;
use sinew::character::{Influences, MeshInstanceId, Primitive, SkinId, SkinningMethod};
use sinew::face::FaceError;
use sinew::glam::{Affine3A, Vec3};
use sinew::ik::{Chain, ChainSolver};
use sinew::morph::{MorphTarget, MorphTargetId};
use sinew::playback::ClipSetError;
use sinew::rig::IkRig;
use sinew::{Actor, Character, CharacterParts, ClipId, FrameInput, JointId, RootMotion, Socket, WrapMode};
use sinew_author::clip::{CompressionSettings, compress};
use std::sync::Arc;

fn actor() -> Actor {
    Actor::new(worm::worm(4, SkinningMethod::Linear), vec![worm::wriggle()]).unwrap()
}

#[test]
fn unknown_names_are_errors_that_list_the_known_ones() {
    let mut actor = actor();
    let error = actor.play("walk").unwrap_err();
    assert!(error.to_string().contains("wriggle"), "{error}");
    let error = actor.face_mut().unwrap().set_morph("smile", 1.0).unwrap_err();
    assert!(matches!(&error, FaceError::UnknownMorph { name, .. } if name == "smile"));
    assert!(error.to_string().contains("there are"), "{error}");
}

#[test]
fn unknown_names_suggest_the_nearest_one() {
    let mut actor = actor();
    let error = actor.play("Wrigle").unwrap_err().to_string();
    assert!(error.contains("\"Wrigle\"; did you mean \"wriggle\"?"), "{error}");
    let error = actor.face_mut().unwrap().set_morph("shfit", 1.0).unwrap_err().to_string();
    assert!(error.contains("\"shfit\"; did you mean \"shift\"?"), "{error}");
    let mut rig = IkRig::new();
    let chain = Chain::new(actor.character().skeleton(), &[1, 2, 3].map(JointId)).unwrap();
    rig.add_chain("left tail", chain, ChainSolver::default());
    actor.set_ik(Some(Arc::new(rig))).unwrap();
    let error = actor.ik_mut().unwrap().clear_goal("left tial").unwrap_err().to_string();
    assert!(error.contains("\"left tial\"; did you mean \"left tail\"?"), "{error}");
    // Nothing is suggested where nothing is near; the known names are listed all the same.
    let error = actor.play("somersault").unwrap_err().to_string();
    assert!(!error.contains("did you mean") && error.contains("\"wriggle\""), "{error}");
}

#[test]
fn a_clip_of_another_character_is_an_error() {
    let clip = worm::wriggle();
    let empty = sinew::Character::new(sinew::CharacterParts::default()).unwrap();
    assert!(matches!(Actor::new(empty.into(), vec![clip]), Err(ClipSetError::Mismatch { .. })));
}

#[test]
fn influences_without_a_row_for_every_vertex_are_an_error() {
    for rows in [0, 1] {
        let mut parts = worm::parts(4, SkinningMethod::Linear);
        let few = Influences::new(4, &vec![0; 4 * rows], &vec![1.0; 4 * rows]).unwrap();
        let vertices = parts.meshes[0].primitives[0].positions.len();
        parts.meshes[0].primitives[0].influences = Some(few);
        let error = Character::new(parts).unwrap_err();
        assert_eq!(error.location, "meshes[0].primitives[0].influences");
        assert_eq!(error.message, format!("{rows} entries for {vertices} vertices"));
    }
    // No vertices need none.
    let mut parts = worm::parts(4, SkinningMethod::Linear);
    let empty = Primitive { influences: Influences::new(4, &[], &[]).ok(), ..Primitive::default() };
    parts.meshes[0].primitives[0] =
        Primitive { morph_targets: vec![MorphTarget::default(); parts.meshes[0].morph_names.len()], ..empty };
    Character::new(parts).unwrap();
}

#[test]
fn a_loop_repeats_and_a_clamped_clip_holds_its_last_pose() {
    let mut looping = actor();
    looping.play("wriggle").unwrap();
    looping.update(0.3);
    let early = looping.frame().model()[5];
    looping.update(2.0);
    assert!(looping.frame().model()[5].abs_diff_eq(early, 1e-4));

    let mut clamped = actor();
    clamped.play("wriggle").unwrap().wrap(WrapMode::Clamp).seek(99.0);
    clamped.update(0.0);
    let end = clamped.frame().model()[5];
    clamped.update(1.0);
    assert_eq!(clamped.frame().model()[5], end);
    clamped.stop();
    clamped.update(0.0);
    assert_eq!(clamped.frame().local(), clamped.character().skeleton().rest());
}

#[test]
fn small_steps_and_one_large_step_give_the_same_pose() {
    let (mut small, mut large) = (actor(), actor());
    small.play("wriggle").unwrap().speed(0.5);
    large.play("wriggle").unwrap().speed(0.5);
    (0..100).for_each(|_| small.update(0.01));
    large.update(1.0);
    for (a, b) in small.frame().model().iter().zip(large.frame().model()) {
        assert!(a.abs_diff_eq(*b, 1e-4));
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let run = || {
        let mut actor = actor();
        actor.play("wriggle").unwrap();
        (0..37).for_each(|_| actor.update(0.013));
        bytes_of(&actor)
    };
    assert_eq!(run(), run());
}

fn bytes_of(actor: &Actor) -> Vec<u32> {
    actor
        .frame()
        .palette(SkinId(0))
        .iter()
        .flat_map(|m| m.rows.as_flattened().iter().map(|v| v.to_bits()))
        .collect()
}

#[test]
fn a_socket_follows_its_joint_and_the_world() {
    let mut actor = actor();
    actor.play("wriggle").unwrap();
    let hand = Socket::named(actor.character().skeleton(), "bone 7").unwrap();
    assert_eq!(hand.joint, JointId(7));
    assert_eq!(actor.advance(0.4), RootMotion::IDENTITY);
    let world = Affine3A::from_translation(Vec3::new(10.0, 0.0, 0.0));
    actor.resolve(FrameInput::new(0.4, world));
    let expected = world * actor.frame().model()[7];
    assert!(actor.frame().socket(&hand).abs_diff_eq(expected, 1e-6));
}

#[test]
fn morph_weights_set_by_hand_override_the_clip_until_cleared() {
    let mut actor = actor();
    actor.play("wriggle").unwrap();
    actor.update(0.5);
    let played = actor.frame().morph_weights(MeshInstanceId(0))[1];
    actor.face_mut().unwrap().set_morph("shift", 7.0).unwrap();
    actor.update(0.0);
    assert_eq!(actor.frame().morph_weights(MeshInstanceId(0))[1], 7.0);
    actor.face_mut().unwrap().clear_morph("shift").unwrap();
    actor.update(0.0);
    assert_eq!(actor.frame().morph_weights(MeshInstanceId(0))[1], played);
}

#[test]
fn morph_weights_that_are_not_finite_count_as_0_and_valid_ones_recover_at_once() {
    let mut actor = actor();
    actor.play("wriggle").unwrap().speed(0.0).seek(0.5);
    actor.update(0.0);
    let played = actor.frame().morph_weights(MeshInstanceId(0)).to_vec();
    assert_ne!(played[1], 0.0);
    for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let id = MorphTargetId { instance: MeshInstanceId(0), target: 1 };
        for by_id in [true, false] {
            let mut set = |weight: f32| {
                let face = actor.face_mut().unwrap();
                if by_id {
                    face.set_morph(id, weight).unwrap()
                } else {
                    face.set_morph("shift", weight).unwrap()
                }
                actor.update(1.0 / 60.0);
                actor.frame().morph_weights(MeshInstanceId(0))[1]
            };
            assert_eq!((set(odd), set(0.5), set(odd)), (0.0, 0.5, 0.0));
            let face = actor.face_mut().unwrap();
            if by_id {
                face.clear_morph(id).unwrap()
            } else {
                face.clear_morph("shift").unwrap()
            }
            actor.update(1.0 / 60.0);
            assert_eq!(actor.frame().morph_weights(MeshInstanceId(0)), played, "{odd}");
        }
    }
}

#[test]
fn a_clamped_clip_finishes_and_reverses_at_once() {
    let mut actor = actor();
    actor.play("wriggle").unwrap().wrap(WrapMode::Clamp);
    let clip = actor.clips()[ClipId(0)].clone();
    assert!(!actor.playback().unwrap().is_finished(&clip));
    (0..600).for_each(|_| actor.update(0.1));
    assert!(actor.playback().unwrap().is_finished(&clip));
    let end = actor.frame().model()[5];
    actor.playback_mut().unwrap().speed(-1.0);
    actor.update(0.1);
    assert!(!actor.playback().unwrap().is_finished(&clip));
    assert!(!actor.frame().model()[5].abs_diff_eq(end, 1e-4));
}

#[test]
fn a_non_finite_step_changes_nothing() {
    let mut actor = actor();
    actor.play("wriggle").unwrap();
    actor.update(0.3);
    let before = bytes_of(&actor);
    actor.update(f32::NAN);
    actor.update(f32::INFINITY);
    assert_eq!(bytes_of(&actor), before);
}

#[test]
fn a_joint_track_without_a_value_per_key_is_an_error() {
    use sinew::clip::{Interpolation, JointTrack, Track};
    let empty = Track::<Vec3>::new(Interpolation::Linear, 0, [0.0].into(), vec![]).unwrap();
    let track = JointTrack { translation: Some(empty), ..JointTrack::new(JointId(0)) };
    let clip = sinew::RawClip { joints: vec![track], ..Default::default() };
    assert!(matches!(actor().add_clip(std::sync::Arc::new(clip)), Err(ClipSetError::Mismatch { .. })));
}

#[test]
fn a_compressed_clip_plays_like_its_source() {
    let mut actor = actor();
    let raw = worm::wriggle();
    let skeleton = actor.character().skeleton().clone();
    let settings = CompressionSettings::new(1e-4);
    let clip = Arc::new(compress(&raw, &skeleton, &settings).unwrap());
    let number = actor.add_clip(clip.clone()).unwrap();
    assert_eq!((actor.clips()[number].name(), actor.clips()[number].end()), ("wriggle", raw.end()));
    let times: Vec<f32> = raw.joints.iter().find_map(|t| t.rotation.as_ref()).unwrap().times().to_vec();
    for time in times {
        let mut positions = [ClipId(0), number].map(|clip| {
            actor.play(clip).unwrap().wrap(WrapMode::Clamp).speed(0.0).seek(f64::from(time));
            actor.update(0.0);
            let positions = actor.frame().model().iter().map(|joint| joint.translation);
            (positions.collect::<Vec<_>>(), actor.frame().morph_weights(MeshInstanceId(0)).to_vec())
        });
        let (ours, theirs) = (std::mem::take(&mut positions[1]), std::mem::take(&mut positions[0]));
        for (a, b) in ours.0.iter().zip(&theirs.0) {
            assert!(a.distance(*b) <= 1e-4, "{time}: {a} is not {b}");
        }
        for (a, b) in ours.1.iter().zip(&theirs.1) {
            assert!((a - b).abs() <= 1e-3, "{time}: {a} is not {b}");
        }
    }
    let nobody = Arc::new(Character::new(CharacterParts::default()).unwrap());
    let error = Actor::without_clips(nobody).add_clip(clip).unwrap_err();
    assert!(matches!(error, ClipSetError::Mismatch { .. }), "{error}");
}
