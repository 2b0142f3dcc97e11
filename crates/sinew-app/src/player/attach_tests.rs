//! Tests of attached files: offsets and turns with their signs, both hands, joints with a scale.

use super::attach::attach;
use super::scene_player::{Attachment, ScenePlayer};
use crate::asset::source;
use crate::options::attach::Attach;
use crate::options::input::InputOptions;
use crate::options::playback::PlaybackOptions;
use crate::test_files::{built_in, in_centimetres};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::HumanBone;
use sinew::{Actor, Character};
use std::path::Path;
use std::sync::Arc;

fn rifle() -> Actor {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/hero/rifle.gltf");
    let imported = source::open(Some(&path), &InputOptions::default()).unwrap().imported;
    Actor::new(Arc::new(imported.character), imported.clips).unwrap()
}

fn attached(character: &Character, joint: &str, options: &str) -> Attachment {
    let options: Attach = format!("rifle.gltf@{joint}{options}").parse().unwrap();
    let joint = character.find_joint(joint).unwrap();
    attach(&options, "rifle.gltf", rifle(), character, joint)
        .unwrap_or_else(|error| panic!("{}", error.message()))
}

/// The attached file in the reference pose of the character, without its position on the joint.
fn lies(character: &Character, joint: &str, options: &str) -> Affine3A {
    let socket = attached(character, joint, options).socket;
    character.reference_model()[socket.joint.index()] * socket.offset.to_affine()
}

fn near(found: Affine3A, expected: Affine3A, what: &str) {
    assert!(found.abs_diff_eq(expected, 1e-4), "{what}: {found} instead of {expected}");
}

#[test]
fn offsets_and_turns_have_the_signs_of_the_axes() {
    let turn = Affine3A::from_quat(Quat::from_rotation_y(std::f32::consts::FRAC_PI_2));
    for character in [built_in().character().as_ref().clone(), in_centimetres()] {
        for joint in ["rightHand", "leftHand", "head"] {
            let plain = lies(&character, joint, ":grip=none");
            assert!((plain.matrix3.x_axis.length() - 1.0).abs() < 1e-3, "{joint}: in metres: {plain}");
            let moved = plain.inverse() * lies(&character, joint, ":offset=0.02,0,0");
            near(moved, Affine3A::from_translation(Vec3::new(0.02, 0.0, 0.0)), joint);
            near(plain.inverse() * lies(&character, joint, ":turn=0,90,0"), turn, joint);
            let both = plain.inverse() * lies(&character, joint, ":offset=0,0.03,-0.01:turn=0,90,0");
            near(both, Affine3A::from_translation(Vec3::new(0.0, 0.03, -0.01)) * turn, joint);
        }
    }
}

#[test]
fn offsets_move_the_item_along_the_axes_of_the_grip() {
    let turn = Affine3A::from_quat(Quat::from_rotation_y(std::f32::consts::FRAC_PI_2));
    for character in [built_in().character().as_ref().clone(), in_centimetres()] {
        for joint in ["rightHand", "leftHand"] {
            let plain = attached(&character, joint, "");
            let fist = plain.fist.as_ref().unwrap();
            let hand = character.reference_model()[plain.socket.joint.index()];
            let grip = hand * fist.grip.socket(&Affine3A::IDENTITY).offset.to_affine();
            let plain = grip.inverse() * lies(&character, joint, "");
            let moved = |options: &str| grip.inverse() * lies(&character, joint, options) * plain.inverse();
            let offset = Affine3A::from_translation(Vec3::new(0.02, 0.0, 0.0));
            near(moved(":offset=0.02,0,0:grip=auto"), offset, joint);
            near(moved(":turn=0,90,0:grip=auto"), turn, joint);
            near(moved(":offset=0.02,0,0:turn=0,90,0:grip=grip"), offset * turn, joint);
            // About the grip, which stays in the fist.
            near(moved(":scale=2"), Affine3A::from_scale(Vec3::splat(2.0)), joint);
        }
    }
}

#[test]
fn hands_that_hold_nothing_have_a_reason() {
    let character = built_in().character().clone();
    let head: Attach = "a.glb@head:grip=auto".parse().unwrap();
    let joint = character.find_joint("head").unwrap();
    let Err(error) = attach(&head, "a.glb", rifle(), &character, joint) else { panic!("the head holds it") };
    assert!(error.message().contains("\"head\" is no hand of a humanoid"), "{}", error.message());
}

#[test]
fn fingers_close_around_the_handle_in_stills_and_in_motion() {
    let bend = |attach: bool, time: Option<f64>| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/hero/rifle.gltf");
        let attach = attach.then(|| format!("{}@rightHand", file.display()).parse().unwrap());
        let options = PlaybackOptions {
            clip: Some("idle".to_owned()),
            attach: attach.into_iter().collect(),
            ..PlaybackOptions::default()
        };
        let character = source::open(None, &options.input).unwrap();
        let mut player = ScenePlayer::new(character, &options).unwrap();
        match time {
            Some(time) => player.seek(time),
            None => player.update(1.0 / 60.0),
        }
        let finger =
            player.actor.character().humanoid().unwrap().joint(HumanBone::RightMiddleProximal).unwrap();
        player.actor.frame().local()[finger.index()].rotation
    };
    for time in [None, Some(0.0), Some(0.5)] {
        assert!(bend(true, time).angle_between(bend(false, time)) > 0.5, "{time:?}");
    }
}
