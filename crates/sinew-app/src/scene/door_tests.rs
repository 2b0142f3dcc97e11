//! Tests of the door scene.

use super::*;
use crate::asset::source;
use crate::options::input::InputOptions;
use crate::test_files::built_in;
use sinew::humanoid::BodySide;
use sinew::ik::Grip;

/// Plays `clip` through a door with its lever at a height; calls `see` in every frame.
fn walk_through(clip: &str, height: f32, see: impl FnMut(&Actor, &DoorScene)) {
    let mut actor = built_in();
    assert_eq!(lever_height(&actor), LEVER_HEIGHT);
    let scene = DoorScene::at_height(&mut actor, "test", height).unwrap();
    through(actor, scene, clip, see);
}

fn through(mut actor: Actor, mut scene: DoorScene, clip: &str, mut see: impl FnMut(&Actor, &DoorScene)) {
    actor.play(clip).unwrap();
    scene.begin(&mut actor);
    let mut travelled = Affine3A::IDENTITY;
    for _ in 0..(scene.duration(&actor) * 60.0) as usize {
        travelled = actor.advance(1.0 / 60.0).apply_to(travelled);
        scene.advance(&mut actor, &travelled, 1.0 / 60.0);
        let world_from_model = scene.transform(actor.character(), &travelled);
        scene.resolve(&mut actor, FrameInput::new(1.0 / 60.0, world_from_model));
        see(&actor, &scene);
    }
}

/// Distance of the palm from the lever, while the lever is pressed and held.
fn palm_error(actor: &Actor, scene: &DoorScene) -> Option<f32> {
    let pose = scene.door_pose(scene.travelled);
    let body = actor.character().humanoid().unwrap();
    let palm = Grip::human(actor.character().skeleton(), body, BodySide::Right).unwrap();
    let hand = actor.frame().socket(&palm.socket(&Affine3A::IDENTITY));
    let holds = pose.lever > 0.01 && scene.travelled < scene.release_at();
    holds.then(|| (hand.translation - scene.grip(pose).translation).length())
}

#[test]
fn levers_are_within_reach_of_low_shoulders() {
    for (file, clip) in [("gltf/kaykit/Knight.glb", "Walking_A"), ("vrm/Godette_vrm_v4.vrm", "walk")] {
        let Some(path) = test_needs::asset(file) else { continue };
        let file = source::open(Some(&path), &InputOptions::default()).unwrap();
        let mut options = crate::options::playback::PlaybackOptions::default();
        options.choose_scene_clip(&file, crate::scene::kind::SceneKind::Door).unwrap();
        options.clip = Some(clip.to_owned());
        let mut actor = crate::player::scene_player::ScenePlayer::new(file, &options).unwrap().actor;
        let scale = body_scale(&actor);
        let scene = DoorScene::new(&mut actor, "test").unwrap();
        let (mut held, mut max) = (0, 0.0_f32);
        through(actor, scene, clip, |actor, scene| {
            if let Some(off) = palm_error(actor, scene) {
                (max, held) = (max.max(off), held + 1);
            }
        });
        println!("{clip}: held for {held} frames, at most {:.1} mm off", max * 1e3);
        assert!(held > 20 && max < 5e-3 * scale, "{clip}: {max} in {held}");
    }
}

#[test]
fn the_hand_stays_on_the_lever_from_when_it_moves_until_it_is_let_go() {
    for (clip, height, frames) in
        [("walk", 0.85, 20), ("walk", 1.05, 20), ("walk", 1.25, 20), ("run", 1.05, 8)]
    {
        let (mut held, mut max) = (0, 0.0_f32);
        walk_through(clip, height, |actor, scene| {
            if let Some(off) = palm_error(actor, scene) {
                (max, held) = (max.max(off), held + 1);
            }
        });
        println!("{clip}, lever at {height} m: held for {held} frames, at most {:.1} mm off", max * 1e3);
        assert!(held > frames && max < 5e-3, "{clip} {height}: {max} in {held}");
    }
}

#[test]
fn bodies_touch_neither_leaf_nor_frame() {
    for clip in ["walk", "run"] {
        let (mut leaf, mut posts) = (0.0_f32, 0.0_f32);
        walk_through(clip, LEVER_HEIGHT, |actor, scene| {
            let door = scene.props[0].frame();
            let [in_frame, in_leaf] =
                [0, 1].map(|node| (door.world_from_model() * door.model()[node]).inverse());
            crate::asset::vertices::for_each_vertex(&actor.frame(), |_, _, _, position| {
                // The leaf extends from its hinge to -X; the hand on the lever is in front of it.
                let in_leaf_position = in_leaf.transform_point3(position);
                if (-0.9..0.0).contains(&in_leaf_position.x) && in_leaf_position.z < 0.3 {
                    leaf = leaf.max(in_leaf_position.z + 0.04);
                }
                let in_frame_position = in_frame.transform_point3(position);
                if (-0.08..0.02).contains(&in_frame_position.z) {
                    posts = posts.max(in_frame_position.x.abs() - 0.453);
                }
            });
        });
        println!("{clip}: {:.1} mm in the leaf, {:.1} mm in the frame", leaf * 1e3, posts * 1e3);
        assert!(leaf < 5e-3 && posts < 1e-3, "{clip}: {leaf} {posts}");
    }
}

/// Actor of a file with its clip for the scene, or with `clip`; none where the file is missing.
fn actor_with_clip(file: Option<&str>, clip: Option<&str>) -> Option<Actor> {
    let path = match file {
        Some(file) => Some(test_needs::asset(file)?),
        None => None,
    };
    let file = source::open(path.as_deref(), &InputOptions::default()).unwrap();
    let clip = clip.map(str::to_owned);
    let mut options = crate::options::playback::PlaybackOptions { clip, ..Default::default() };
    options.choose_scene_clip(&file, crate::scene::kind::SceneKind::Door).unwrap();
    let mut actor = crate::player::scene_player::ScenePlayer::new(file, &options).unwrap().actor;
    let plays = actor.playback().unwrap().clip();
    actor.play(plays).unwrap();
    Some(actor)
}

/// Largest depth of a vertex in the leaf and its position, without the hand on the lever and items in hands.
fn depth_in_leaf(actor: &Actor, scene: &DoorScene) -> (f32, Vec3) {
    let character = actor.character();
    let (skeleton, body) = (character.skeleton(), character.humanoid().unwrap());
    let [left, right] = [HumanBone::LeftHand, HumanBone::RightHand].map(|bone| body.joint(bone).unwrap());
    let (leaf, back) = (scene.door_pose(scene.travelled).leaf, scene.world_from_door.inverse());
    let mut deepest = (f32::MIN, Vec3::ZERO);
    crate::asset::vertices::for_each_vertex(&actor.frame(), |instance, primitive, vertex, position| {
        let node = character.mesh_instances()[instance].node;
        let main = crate::asset::vertices::main_joint(character, instance, primitive, vertex);
        let is_held = main.is_none() && skeleton.is_descendant_of(node, left);
        if is_held || skeleton.is_descendant_of(main.unwrap_or(node), right) {
            return;
        }
        if let Some(depth) = scene.door.depth(leaf, back.transform_point3(position))
            && depth > deepest.0
        {
            deepest = (depth, position);
        }
    });
    deepest
}

/// The knight is left out: its helmet reaches farther ahead than its hand.
#[test]
fn bodies_stay_clear_of_the_leaf() {
    for (file, clip) in [
        (None, Some("walk")),
        (None, Some("run")),
        (Some("gltf/mannequiny.glb"), None),
        (Some("gltf/CesiumMan.glb"), None),
        (Some("x/tiny/tiny.x"), None),
        (Some("vrm/Godette_vrm_v4.vrm"), Some("#walk")),
        (Some("vrm/Godette_vrm_v4.vrm"), Some("#run")),
    ] {
        let Some(mut actor) = actor_with_clip(file, clip) else { continue };
        let scene = DoorScene::new(&mut actor, "test").unwrap();
        let scale = scene.door.scale;
        let plays = actor.clips()[actor.playback().unwrap().clip()].name().to_owned();
        let (mut deepest, mut max, mut held) = ((f32::MIN, Vec3::ZERO), 0.0_f32, 0);
        through(actor, scene, &plays, |actor, scene| {
            let (depth, point) = depth_in_leaf(actor, scene);
            if depth / scale > deepest.0 {
                deepest = (depth / scale, point / scale);
            }
            if let Some(off) = palm_error(actor, scene) {
                (max, held) = (max.max(off / scale), held + 1);
            }
        });
        println!("{file:?} {plays}: in the leaf {deepest:.3?}, hand off by {max:.4} in {held} frames");
        assert!(deepest.0 < -5e-3, "{file:?} {plays}: {deepest:?}");
        assert!(max < 5e-3 && held >= 5, "{file:?} {plays}: {max} in {held}");
    }
}

/// The look-ahead plays a clip at its own speed, whatever the current speed.
#[test]
fn the_door_opens_the_same_at_any_speed_and_for_graphs() {
    let opening = |play: &dyn Fn(&mut Actor)| {
        let mut actor = built_in();
        let mut scene = DoorScene::new(&mut actor, "test").unwrap();
        play(&mut actor);
        scene.begin(&mut actor);
        (scene.opening, scene.rehearsed)
    };
    let at = |speed: f32| {
        opening(&|actor: &mut Actor| {
            actor.play("run").unwrap().speed(speed);
        })
    };
    let (at_speed, rehearsed) = at(1.0);
    assert!(rehearsed.is_some() && at_speed != Opening::default(), "{at_speed:?}");
    for speed in [0.25, 0.0, -1.0, 3.0] {
        assert_eq!(at(speed).0, at_speed, "{speed}");
    }
    // A clip that does not arrive keeps the default opening.
    let stays = opening(&|actor: &mut Actor| {
        actor.play("idle").unwrap();
    });
    assert_eq!((stays.0.pushed, stays.0.swing), (PUSHED, Opening::default().swing));
}

#[test]
fn a_door_that_was_opened_stays_open() {
    let mut actor = built_in();
    let mut scene = DoorScene::new(&mut actor, "test").unwrap();
    actor.play("run").unwrap();
    scene.begin(&mut actor);
    for far in [3.0, 20.0, 500.0] {
        scene.advance(&mut actor, &Affine3A::from_translation(Vec3::Z * far), 1.0 / 60.0);
        scene.resolve_props(&actor, 0.0, &Affine3A::IDENTITY);
        let leaf = scene.props[0].frame().model()[1];
        assert!(leaf.matrix3.x_axis.angle_between(Vec3::X.into()) > 0.9 * OPEN, "{far}");
    }
}

#[test]
fn the_opening_fits_the_clip_of_a_graph() {
    let text = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/locomotion.ron");
    let opening = |settings: &[&str]| {
        let file = source::built_in().unwrap();
        let mut options =
            crate::options::playback::PlaybackOptions { graph: Some(text.into()), ..Default::default() };
        options.set = settings.iter().map(|setting| setting.parse().unwrap()).collect();
        options.choose_scene_clip(&file, crate::scene::kind::SceneKind::Door).unwrap();
        let mut player = crate::player::scene_player::ScenePlayer::new(file, &options).unwrap();
        let mut scene = DoorScene::new(&mut player.actor, "test").unwrap();
        player.play_to(0.0).unwrap();
        scene.begin(&mut player.actor);
        scene.opening
    };
    let [stays, walks, runs] = [&[][..], &["speed=1"], &["speed=2"]].map(opening);
    println!("{stays:?} {walks:?} {runs:?}");
    assert_eq!(stays.swing, Opening::default().swing);
    assert!(walks != stays && runs != stays && walks != runs, "{walks:?} {runs:?}");
}
