//! A baked clip, exported and imported again, plays as recorded, without a rig.

use super::bake::{Bake, root_joint, unique_name};
use crate::asset::source;
use crate::player::scene_player::ScenePlayer;
use clap::Parser;
use sinew::glam::{Affine3A, Vec3};
use sinew::ik::ArmCollider;
use sinew::{Actor, ClipId, FrameInput};
use sinew_import::{ExportOptions, NoFiles, export_glb, import};
use std::sync::Arc;

#[derive(Parser)]
struct Call {
    #[command(flatten)]
    bake: Bake,
}

/// The baked clip, and the world transforms of all joints in every frame.
fn baked(args: &[&str]) -> (sinew::RawClip, Vec<Vec<Affine3A>>, ScenePlayer) {
    let call = ["bake", "-o", "out.glb", "--fps", "20"].iter().chain(args);
    let mut bake = Call::try_parse_from(call).unwrap_or_else(|e| panic!("{e}")).bake;
    let mut player = bake.player(source::built_in().unwrap()).unwrap();
    let mut seen = Vec::new();
    let clip = bake.record(&mut player, 0, |actor: &Actor| {
        let world = actor.frame().world_from_model();
        seen.push(actor.frame().model().iter().map(|joint| world * *joint).collect());
    });
    (clip.unwrap(), seen, player)
}

/// Exports, imports and plays a clip. Returns the largest distance of a joint below the root joint from the
/// recorded frames.
fn farthest(clip: &sinew::RawClip, seen: &[Vec<Affine3A>], player: &ScenePlayer) -> f32 {
    let character = player.actor.character();
    let written = export_glb(character, std::slice::from_ref(clip), &ExportOptions::default()).unwrap();
    let read = import(&written.bytes, &NoFiles).unwrap();
    assert_eq!(read.clips.len(), 1);
    let root = read.clips[0].root_motion.clone();
    let clips = read.clips;
    let mut actor = Actor::new(Arc::new(read.character), clips).unwrap();
    let skeleton = character.skeleton();
    let hips = root_joint(character);
    let mut farthest = 0.0_f32;
    for (frame, seen_then) in seen.iter().enumerate() {
        let time = f64::from(clip.end()) * frame as f64 / (seen.len() - 1) as f64;
        actor.play(ClipId(0)).unwrap().wrap(sinew::WrapMode::Clamp).speed(0.0).seek(time);
        actor.advance(0.0);
        let world_from_model =
            root.as_ref().map_or(Affine3A::IDENTITY, |root| root.sample(time as f32).to_affine());
        actor.resolve(FrameInput::new(0.0, world_from_model));
        for joint in skeleton.joints().filter(|joint| skeleton.is_descendant_of(*joint, hips)) {
            let posed = world_from_model * actor.frame().model()[joint.index()];
            farthest = farthest.max(posed.translation.distance(seen_then[joint.index()].translation));
        }
    }
    farthest
}

/// A tenth of a millimetre, in metres.
const TOLERANCE: f32 = 1e-4;

#[test]
fn a_hand_that_reaches_plays_without_a_rig() {
    let args = [
        "--clip",
        "idle",
        "--reach",
        "left hand=0.35,1.25,0.3@0.3",
        "--look=0.35,1.25,0.3",
        "--seconds",
        "2",
    ];
    let (clip, seen, player) = baked(&args);
    assert_eq!((clip.name.as_str(), seen.len(), clip.end()), ("idle + left hand + look", 41, 2.0));
    let off = farthest(&clip, &seen, &player);
    println!("a reaching hand: {:.4} mm off", off * 1e3);
    assert!(off < TOLERANCE, "{off}");
    let hand = player.actor.character().find_joint("leftHand").unwrap();
    let [first, last] = [0, 40].map(|frame| Vec3::from(seen[frame][hand.index()].translation));
    let goal = Vec3::new(0.35, 1.25, 0.3);
    assert!(first.distance(goal) > 0.2 && last.distance(goal) < 2e-3, "{first} {last}");
}

#[test]
fn feet_on_stairs_play_without_a_rig() {
    for beside in [false, true] {
        let args = ["--scene", "stairs", "--seconds", "4", "--in-place"];
        let (clip, seen, player) = baked(if beside { &args } else { &args[..4] });
        assert_eq!(clip.root_motion.is_some(), beside);
        let off = farthest(&clip, &seen, &player);
        let hips = root_joint(player.actor.character()).index();
        let way = seen[seen.len() - 1][hips].translation - seen[0][hips].translation;
        println!("feet on stairs, beside {beside}: {:.4} mm off, over {way}", off * 1e3);
        assert!(off < TOLERANCE, "{off}");
        assert!(way.z > 2.0 && way.y > 0.2, "it goes up the stairs: {way}");
    }
}

#[test]
fn a_round_ends_at_the_end_of_its_clip() {
    let (clip, seen, player) = baked(&["--clip", "jump"]);
    let jump = player.actor.clips().iter().find(|clip| clip.name() == "jump").unwrap();
    assert!((clip.end() - (jump.end() - jump.start())).abs() < 1e-4, "{} {}", clip.end(), jump.end());
    assert_eq!(seen.len(), (clip.end() * 20.0).round() as usize + 1);
    let off = farthest(&clip, &seen, &player);
    assert!(off < TOLERANCE, "{off}");
    // No root motion without --in-place.
    assert!(clip.root_motion.is_none());
}

#[test]
fn clip_names_list_the_changes_and_are_unique() {
    let named = |args: &[&str]| baked(&[args, &["--seconds", "0.1"]].concat()).0.name;
    assert_eq!(named(&["--clip", "idle"]), "idle + baked");
    assert_eq!(named(&["--scene", "stairs"]), "walk + stairs");
    assert_eq!(named(&["--scene", "stairs", "--look", "0,1,2", "--name", "Up"]), "Up");
    let twice = ["--reach", "left hand=0.3,1.2,0.3", "--reach", "left hand=0.3,1.3,0.3@0.05"];
    assert_eq!(
        named(&[&["--clip", "idle"], &twice[..], &["--reach", "right hand=none"]].concat()),
        "idle + left hand"
    );
    let rig = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rig.ron");
    assert_eq!(named(&["--clip", "idle", "--rig", rig]), "idle + rig");
    let others = ["walk", "walk + stairs", "walk + stairs 2"];
    assert_eq!(unique_name("walk + slope".into(), others.into_iter()), "walk + slope");
    assert_eq!(unique_name("walk + stairs".into(), others.into_iter()), "walk + stairs 3");
}

#[test]
fn arm_collision_is_on_unless_through_body() {
    let into = ["--clip", "idle", "--reach", "left hand=0.02,1.05,0.0", "--seconds", "1.5"];
    let goal = Vec3::new(0.02, 1.05, 0.0);
    let hand = |args: &[&str]| {
        let (_, seen, player) = baked(args);
        let character = player.actor.character();
        let torso = ArmCollider::human(character, character.humanoid().unwrap()).unwrap();
        let hand = character.find_joint("leftHand").unwrap();
        let position = Vec3::from(seen[seen.len() - 1][hand.index()].translation);
        let frame = player.actor.frame();
        (position, torso.depth(frame.model(), frame.world_from_model().inverse().transform_point3(position)))
    };
    let (position, depth) = hand(&into);
    assert!(depth < 0.0 && position.distance(goal) > 0.05, "{position} is {depth} deep");
    let (position, depth) = hand(&[&into[..], &["--through-body"]].concat());
    assert!(depth > 0.05 && position.distance(goal) < 2e-3, "{position} is {depth} deep");
    // The rig of the stairs scene has arm collision too.
    let on_stairs = ["--scene", "stairs", "--reach", "left hand=0.02,1.05,0.45", "--seconds", "0.4"];
    let (out, inside) = (hand(&on_stairs), hand(&[&on_stairs[..], &["--through-body"]].concat()));
    assert!(out.1 < 0.0 && inside.1 > 0.0, "{out:?} {inside:?}");
}
