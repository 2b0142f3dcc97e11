//! Shows that play: how smooth they are, what is left of them, that they repeat.

use super::built_in::open;
use super::history::ShowHistory;
use super::player::ShowPlayer;
use sinew::glam::{Affine3A, Vec3};
use sinew::ragdoll::BodyState;
use sinew::{Character, JointId};
use sinew_setup::{SetupFiles, Show};
use std::fmt::Write;

/// Largest second difference of a joint's position from frame to frame, metres: where the body is hit, falls
/// and lands, and elsewhere.
const MAX_IN_FALLS: f32 = 0.2;
const MAX_JUMP: f32 = 0.06;

/// The show of the repository.
fn of_repository() -> ShowPlayer {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/hero/show.ron");
    ShowPlayer::new(open(&path).unwrap()).unwrap()
}

/// A show with the built-in files.
fn show(text: &str) -> ShowPlayer {
    let files = |path: &str| super::built_in::file(path);
    ShowPlayer::new(Show::new("test.ron", text, SetupFiles::new(files)).unwrap()).unwrap()
}

/// Whether a joint moves the skin. The root does not.
fn is_seen(character: &Character, joint: usize) -> bool {
    let is_root = character.skeleton().name(JointId(joint as u32)) == "root";
    !is_root && character.skins().iter().any(|skin| skin.joints.iter().any(|other| other.index() == joint))
}

/// Position of the hips of the first actor in the world.
fn hips(player: &mut ShowPlayer) -> Vec3 {
    let actor = player.cast_mut().next().unwrap();
    let hips = actor.character().find_joint("hips").unwrap();
    let frame = actor.frame();
    frame.world_from_model().transform_point3(frame.model()[hips.index()].translation.into())
}

/// Positions of all joints of an actor and of its items in the world.
fn joints(player: &mut ShowPlayer) -> Vec<Vec3> {
    let mut positions = Vec::new();
    for actor in player.cast_mut() {
        let world = actor.frame().world_from_model();
        let model = actor.frame().model();
        // Nodes that no skin refers to, and the root, go with the transform of the actor.
        let of_joints = (0..model.len()).map(|n| match is_seen(actor.character(), n) {
            true => world.transform_point3(model[n].translation.into()),
            false => Vec3::ZERO,
        });
        positions.extend(of_joints);
        let items = actor.attachments().map(|(_, item)| item.actor.frame().world_from_model());
        positions.extend(items.map(|item: Affine3A| Vec3::from(item.translation)));
    }
    positions
}

/// The largest second difference after each cue, with its joint and time.
fn jumps(player: &mut ShowPlayer) -> Vec<(f64, f32, usize, f64)> {
    let mut frames: Vec<Vec<Vec3>> = vec![joints(player)];
    let mut times: Vec<f64> = player.show().cues().iter().map(|cue| f64::from(cue.at)).collect();
    times.dedup();
    times.insert(0, 0.0);
    let mut found: Vec<(f64, f32, usize, f64)> = times.iter().map(|time| (*time, 0.0, 0, *time)).collect();
    while player.time() < player.seconds() {
        let before = player.time();
        player.step();
        frames.push(joints(player));
        let [.., a, b, c] = &frames[..] else { continue };
        let largest =
            (0..c.len()).map(|n| ((a[n] - b[n] * 2.0 + c[n]).length(), n)).max_by(|a, b| a.0.total_cmp(&b.0));
        let (jump, joint) = largest.unwrap();
        let cue = found.iter_mut().rev().find(|(at, ..)| *at <= before + 1e-6).unwrap();
        if jump > cue.1 {
            (cue.1, cue.2, cue.3) = (jump, joint, player.time());
        }
    }
    found
}

#[test]
fn nothing_jumps() {
    let mut player = of_repository();
    // Hair does not move joints, and takes most of the time.
    player.cast_mut().for_each(|actor| actor.set_hair(None).unwrap());
    let found = jumps(&mut player);
    let character = player.cast_mut().next().unwrap().character().clone();
    let joint = |n: usize| match n < character.skeleton().len() {
        true => character.skeleton().name(JointId(n as u32)).to_owned(),
        false => "item".to_owned(),
    };
    let mut table = String::new();
    for (at, jump, n, time) in &found {
        let cues = player.show().cues().iter().filter(|cue| (f64::from(cue.at) - at).abs() < 1e-6);
        let names: Vec<String> = cues.map(|cue| format!("{:?}", cue.what)).collect();
        let names = names.join(", ");
        writeln!(table, "{at:5.2} s {:6.1} mm at {time:5.2} s, {:16} {names:.60}", jump * 1000.0, joint(*n))
            .unwrap();
    }
    println!("{table}");
    let falls = 15.0..23.0;
    for (at, jump, ..) in found {
        let limit = if falls.contains(&at) { MAX_IN_FALLS } else { MAX_JUMP };
        assert!(jump < limit, "after {at} s: {jump} m\n{table}");
    }
}

#[test]
fn a_show_ends_as_it_is_told() {
    let mut player = of_repository();
    player.cast_mut().for_each(|actor| actor.set_hair(None).unwrap());
    player.play_to(7.0);
    let stood = hips(&mut player);
    // On the landing, after the stairs.
    assert!(stood.y > 1.6 && stood.z > 3.6, "{stood}");
    player.play_to(9.0);
    let hero = player.cast_mut().next().unwrap();
    assert!(hero.face().unwrap().speech().is_some());
    let weights = hero.face().unwrap().visemes();
    assert!(weights.iter().sum::<f32>() > 0.1, "{weights:?}");
    player.play_to(17.9);
    let lying = hips(&mut player);
    assert!((0.9..1.2).contains(&lying.y), "{lying}");
    player.play_to(30.0);
    let hero = player.cast_mut().next().unwrap();
    assert!(hero.decals().unwrap().set().len() > 3);
    assert_eq!(hero.body_state(), sinew::ragdoll::BodyState::Animated);
    let visible = |name: &str, actor: &sinew::Actor| {
        let character = actor.character();
        let id = character
            .mesh_instance_ids()
            .find(|id| character.meshes()[character.mesh_instances()[id.index()].mesh].name == name);
        actor.frame().is_visible(id.unwrap())
    };
    assert!(visible("vest", hero), "the outfit has changed");
}

/// Points of the hair of the first actor.
fn hair(player: &mut ShowPlayer) -> Vec<Vec3> {
    let hair = player.cast_mut().next().unwrap().hair().unwrap();
    hair.pose(0).points().iter().map(|point| point.position()).collect()
}

#[test]
fn a_show_that_goes_back_is_the_same_to_the_byte() {
    let mut player = show(
        r#"(seconds: 3, cast: {"a": (setup: "hero/hero.ron"), "b": (setup: "sinew.vrm", position: (0.9, 0, 0), heading: -90)},
            cues: [
                (at: 0.2, who: "a", what: Set("speed", 1)),
                (at: 0.5, who: "b", what: LookAt(Actor("a"))),
                (at: 0.8, who: "a", what: LetGo("rifle")),
                (at: 0.8, who: "b", what: Fall),
                (at: 0.8, who: "b", what: Hit(at: (0, 1.2, 0), impulse: 80)),
            ])"#,
    );
    let mut history = ShowHistory::new(&player);
    let mut played = Vec::new();
    let frame = |player: &mut ShowPlayer| (joints(player), hair(player), player.camera());
    while player.time() < 2.0 {
        player.step();
        history.add(&player);
        played.push(frame(&mut player));
    }
    assert_eq!(history.len(), 3);
    // Back to a frame between two snapshots, one before the fall, the beginning, and on again.
    for step in [90_u64, 31, 0, 118, 64] {
        history.approach(&mut player, step);
        while player.steps() < step {
            player.step();
        }
        assert_eq!(player.steps(), step);
        (0..2).for_each(|_| player.step());
        assert!(frame(&mut player) == played[step as usize + 1], "after step {step}");
    }
    history.approach(&mut player, 0);
    player.play_to(2.0);
    assert!(frame(&mut player) == played[119]);
    // The rifle has fallen to the floor.
    let rifle =
        player.cast_mut().next().unwrap().attachments().next().unwrap().1.actor.frame().world_from_model();
    assert!(rifle.translation.y < 0.15, "{rifle}");
}

#[test]
fn lines_are_mixed_at_their_times() {
    let player = show(
        r#"(seconds: 8, cast: {"a": (setup: "sinew.vrm")}, cues: [(at: 2, what: Speak("speech/line.flac"))])"#,
    );
    let sound = player.sound(1.0, 7.0).unwrap().unwrap();
    let energy = |seconds: std::ops::Range<f64>| {
        let [from, to] = [seconds.start, seconds.end].map(|seconds| (seconds * 48_000.0) as usize);
        sound[from..to].iter().map(|sample| sample * sample).sum::<f32>()
    };
    assert_eq!(sound.len(), 7 * 48_000);
    assert!(energy(0.0..1.0) == 0.0 && energy(1.2..5.0) > 10.0 && energy(5.5..7.0) == 0.0);
    assert!(show(r#"(seconds: 1, cast: {"a": (setup: "sinew.vrm")})"#).sound(0.0, 1.0).unwrap().is_none());
}

#[test]
fn an_aimed_rifle_points_at_its_target() {
    // To the left of the chest, as one stands with a rifle.
    let target = Vec3::new(7.0, 1.2, 6.0);
    let mut player = show(
        r#"(seconds: 4, cast: {"a": (setup: "hero/hero.ron")}, cues: [
            (at: 0.2, what: Aim("rifle", (7, 1.2, 6))),
            (at: 3, what: Lower("rifle")),
        ])"#,
    );
    player.cast_mut().for_each(|actor| actor.set_hair(None).unwrap());
    let off = |player: &mut ShowPlayer| {
        let hero = player.cast_mut().next().unwrap();
        let rifle = hero.attachments().next().unwrap().1.actor.frame().world_from_model();
        let to_target = target - Vec3::from(rifle.translation);
        Vec3::from(rifle.matrix3.z_axis).angle_between(to_target).to_degrees()
    };
    let carried = off(&mut player);
    player.play_to(2.5);
    let aimed = off(&mut player);
    player.play_to(4.0);
    let lowered = off(&mut player);
    assert!(aimed < 2.0 && carried > 8.0 && (lowered - carried).abs() < 3.0, "{carried}, {aimed}, {lowered}");
}

#[test]
fn a_body_gets_up_as_soon_as_it_lies_where_the_set_up_says_so() {
    // Seconds from the fall to the moment from which on the actor gets up.
    let wait = |ragdoll: &'static str| {
        let files = move |path: &str| match path {
            "a.ron" => Ok(format!("(model: \"sinew.vrm\", ragdoll: ({ragdoll}))").into_bytes()),
            path => super::built_in::file(path),
        };
        let text = "(seconds: 12, cast: {\"a\": (setup: \"a.ron\")}, cues: [(at: 1, what: Fall), (at: 1, what: GetUp)])";
        let show = Show::new("test.ron", text, SetupFiles::new(files)).unwrap();
        let mut player = ShowPlayer::new(show).unwrap();
        let mut time = 1.0;
        let state = |player: &mut ShowPlayer| player.cast_mut().next().unwrap().body_state();
        while state(&mut player) != BodyState::GettingUp && time < 12.0 {
            time += 1.0 / 30.0;
            player.play_to(time);
        }
        player.play_to(12.0);
        assert_eq!(state(&mut player), BodyState::Animated, "{ragdoll}: it stands in the end");
        assert!(hips(&mut player).y > 0.6, "{ragdoll}: {}", hips(&mut player));
        time - 1.0
    };
    let [at_rest, early] = ["", "get_up_after: 0.3"].map(wait);
    assert!(early > 0.8 && early < at_rest - 0.5, "{early} s, else {at_rest} s");
    assert!((wait("get_up_after: 60") - at_rest).abs() < 1e-6, "a body at rest gets up anyway");
}
