//! Ragdolls in the viewer: falls, getting up, the mouse on their parts.

use super::harness::{Bench, Scratch, triangle};
use crate::asset::source;
use crate::options::playback::PlaybackOptions;
use crate::scene::kind::SceneKind;
use crate::viewer::command::{Command, Switch};
use crate::viewer::recent_files::RecentFiles;
use crate::viewer::state::State;
use crate::viewer::transport::shown_playback;
use egui::{Key, Vec2};
use sinew::glam::Vec3;
use sinew::{Actor, ClipId};

pub(super) fn actor(bench: &Bench) -> &Actor {
    &bench.state.shown.player.actor
}

/// Position of a joint in the world.
pub(super) fn joint(actor: &Actor, name: &str) -> Vec3 {
    let joint = actor.character().find_joint(name).unwrap();
    let frame = actor.frame();
    frame.world_from_model().transform_point3a(frame.model()[joint.index()].translation).into()
}

pub(super) fn hips(bench: &Bench) -> Vec3 {
    joint(actor(bench), "hips")
}

pub(super) fn wait(bench: &mut Bench, frames: usize) {
    (0..frames).for_each(|_| bench.frame(Vec::new()));
}

/// Plays until the body lies still.
pub(super) fn rest(bench: &mut Bench) {
    for _ in 0..1200 {
        if actor(bench).ragdoll().is_some_and(|ragdoll| ragdoll.is_at_rest()) {
            return;
        }
        bench.frame(Vec::new());
    }
    panic!("it does not come to rest");
}

/// A viewer with a clip that has played for half a second.
pub(super) fn playing(clip: &str) -> Bench {
    let mut bench = Bench::new();
    bench.state.shown.player.actor.play(clip).unwrap();
    wait(&mut bench, 30);
    bench
}

/// A viewer with a fallen character.
pub(super) fn fallen() -> Bench {
    let mut bench = playing("walk");
    bench.press(Key::D);
    rest(&mut bench);
    bench
}

pub(super) fn clip(bench: &Bench) -> Option<String> {
    let actor = actor(bench);
    shown_playback(actor).map(|playback| actor.clips()[playback.clip()].name().to_owned())
}

/// Mean angle between the rotations of parts' joints and those of the animation, radians.
pub(super) fn off_animation(bench: &Bench) -> f32 {
    let actor = actor(bench);
    let (frame, animated) = (actor.frame(), actor.animated_pose());
    let parts = actor.ragdoll().unwrap().ragdoll().parts()[1..].iter();
    let angle = |joint: sinew::JointId| {
        frame.local()[joint.index()].rotation.angle_between(animated.local.get(joint).rotation)
    };
    parts.clone().map(|part| angle(part.joint)).sum::<f32>() / parts.len() as f32
}

#[test]
fn a_fallen_character_gets_up_where_it_lies_and_plays_its_clip_again() {
    let mut bench = playing("walk");
    let standing = hips(&bench);
    bench.press(Key::D);
    assert!(bench.state.is_on(Switch::Ragdoll));
    rest(&mut bench);
    wait(&mut bench, 60);
    let lying = hips(&bench);
    assert!(lying.y < 0.4 * standing.y, "{lying} of {standing}");
    let position: Vec3 = actor(&bench).frame().world_from_model().translation.into();
    assert!((position - lying).with_y(0.0).length() < 0.05, "the place follows the body: {position} {lying}");

    bench.press(Key::D);
    assert!(!bench.state.is_on(Switch::Ragdoll));
    assert!(clip(&bench).unwrap().starts_with("get_up"), "{:?}", clip(&bench));
    let mut before = (hips(&bench), bench.state.orbit.camera().target);
    let mut left = 60;
    for frame in 0..600 {
        bench.frame(Vec::new());
        let now = (hips(&bench), bench.state.orbit.camera().target);
        assert!(before.0.distance(now.0) < 0.1, "{frame}: the hips jump from {} to {}", before.0, now.0);
        assert!(before.1.distance(now.1) < 0.1, "{frame}: the camera jumps from {} to {}", before.1, now.1);
        before = now;
        left -= usize::from(!bench.state.shown.player.is_getting_up());
        if left == 0 {
            break;
        }
    }
    assert_eq!(clip(&bench).as_deref(), Some("walk"));
    let stands = hips(&bench);
    assert!((stands.y / standing.y - 1.0).abs() < 0.1, "{stands} for {standing}");
    assert!((stands - lying).with_y(0.0).length() < 0.8, "{stands} for {lying}");
    let before = actor(&bench).frame().world_from_model();
    wait(&mut bench, 60);
    assert_eq!(actor(&bench).frame().world_from_model(), before, "root motion is off");
    assert!(bench.state.is_moving() && bench.state.messages.is_empty());
}

#[test]
fn a_character_without_clips_to_get_up_is_given_back_by_a_blend() {
    let mut file = source::built_in().unwrap();
    file.imported.clips.retain(|clip| clip.name == "idle");
    let mut bench = Bench::new();
    let state = State::new(file, &PlaybackOptions::default(), RecentFiles::default()).unwrap();
    bench.state = state;
    wait(&mut bench, 10);
    let standing = hips(&bench);
    bench.press(Key::D);
    rest(&mut bench);
    let lying = hips(&bench);
    bench.press(Key::D);
    assert!(hips(&bench).distance(lying) < 0.2, "it does not jump");
    wait(&mut bench, 60);
    let stands = hips(&bench);
    assert!((stands.y / standing.y - 1.0).abs() < 0.1, "{stands} for {standing}");
    assert!((stands - lying).with_y(0.0).length() < 0.3, "{stands} for {lying}");
    assert!(!bench.state.shown.player.has_bodies());
    // While paused nothing could be blended.
    bench.press(Key::D);
    rest(&mut bench);
    bench.press(Key::Space);
    bench.press(Key::D);
    bench.frame(Vec::new());
    assert!((hips(&bench).y / standing.y - 1.0).abs() < 0.1);
}

#[test]
fn a_paused_character_falls_and_gets_up() {
    let mut bench = playing("idle");
    bench.press(Key::Space);
    bench.press(Key::D);
    rest(&mut bench);
    bench.press(Key::D);
    assert!(bench.state.transport.playing, "getting up takes time");
    wait(&mut bench, 400);
    assert_eq!(clip(&bench).as_deref(), Some("idle"));
}

#[test]
fn a_loop_that_is_off_and_a_negative_speed_do_not_keep_it_down() {
    let mut bench = fallen();
    bench.state.apply(Command::Looping(false));
    bench.state.apply(Command::Speed(-2.0));
    bench.press(Key::D);
    wait(&mut bench, 300);
    assert_eq!(clip(&bench).as_deref(), Some("walk"));
    assert_eq!(actor(&bench).playback().unwrap().speed, -2.0);
}

#[test]
fn what_happens_meanwhile_leaves_all_sound() {
    type Action = fn(&mut Bench);
    let actions: [(&str, Action); 8] = [
        ("another clip", |bench| bench.state.apply(Command::Play(Some(ClipId(1))))),
        ("the rest pose", |bench| bench.state.apply(Command::Play(None))),
        ("a seek", |bench| bench.state.apply(Command::Seek(0.3))),
        ("the camera", |bench| bench.press(Key::F)),
        ("root motion", |bench| (0..2).for_each(|_| bench.press(Key::T))),
        ("another character", |bench| bench.state.apply(Command::OpenBuiltIn)),
        ("a scene", |bench| bench.state.apply(Command::Scene(Some(SceneKind::Stairs)))),
        ("another fall", |bench| bench.press(Key::D)),
    ];
    for rises in [false, true] {
        for (name, action) in actions {
            let mut bench = fallen();
            if rises {
                bench.press(Key::D);
                wait(&mut bench, 20);
                assert!(bench.state.shown.player.is_getting_up());
            }
            action(&mut bench);
            wait(&mut bench, 5);
            let camera = bench.state.orbit.camera();
            let off = camera.target.distance(hips(&bench));
            assert!(off < 2.5, "{name}, {rises}: the camera is {off} m off");
            let is_sound = |bench: &Bench| {
                actor(bench)
                    .frame()
                    .model()
                    .iter()
                    .all(|joint| joint.is_finite() && joint.translation.length() < 30.0)
            };
            assert!(is_sound(&bench), "{name}, {rises}");
            bench.state.apply(Command::Switch(Switch::Ragdoll, false));
            wait(&mut bench, 400);
            assert!(is_sound(&bench) && !bench.state.shown.player.has_bodies(), "{name}, {rises}");
            assert!(hips(&bench).y > 0.6, "{name}, {rises}: it stands: {}", hips(&bench));
            let off = bench.state.orbit.camera().target.distance(hips(&bench));
            assert!(off < 2.5, "{name}, {rises}: the camera is {off} m off at the end");
        }
    }
}

#[test]
fn a_fall_that_is_taken_back_at_once_changes_nothing() {
    let mut bench = playing("walk");
    for on in [true, false, true, false] {
        bench.state.apply(Command::Switch(Switch::Ragdoll, on));
    }
    wait(&mut bench, 3);
    assert!(!bench.state.shown.player.has_bodies() && !bench.state.shown.player.is_getting_up());
    assert_eq!(clip(&bench).as_deref(), Some("walk"));
    assert_eq!(actor(&bench).frame().world_from_model().translation.length(), 0.0);
}

#[test]
fn a_graph_plays_again_after_getting_up() {
    let mut bench = Bench::new();
    bench.drop(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/locomotion.ron").into());
    let graph = |bench: &Bench| {
        let state = actor(bench).graph()?;
        let (id, ..) = state.graph().parameters().next()?;
        Some(state.parameter(id))
    };
    let (id, ..) = actor(&bench).graph().expect("a graph").graph().parameters().next().unwrap();
    bench.state.apply(Command::SetParameter(id, 1.0.into()));
    wait(&mut bench, 10);
    let set = graph(&bench);
    bench.press(Key::D);
    rest(&mut bench);
    bench.press(Key::D);
    assert!(graph(&bench) == set && bench.state.shown.player.is_getting_up());
    wait(&mut bench, 400);
    assert!(!bench.state.shown.player.is_getting_up());
    assert_eq!(graph(&bench), set);
    assert!(hips(&bench).y > 0.6);
}

#[test]
fn a_second_fall_goes_back_to_the_first_clip() {
    let mut bench = fallen();
    bench.press(Key::D);
    wait(&mut bench, 30);
    bench.press(Key::D);
    assert!(bench.state.is_on(Switch::Ragdoll) && !bench.state.shown.player.is_getting_up());
    rest(&mut bench);
    bench.press(Key::D);
    wait(&mut bench, 400);
    assert_eq!(clip(&bench).as_deref(), Some("walk"));
}

#[test]
fn a_restart_stands_it_up_at_its_start() {
    let mut bench = fallen();
    let camera = |bench: &Bench| bench.state.orbit.camera().target - hips(bench).with_y(0.0);
    bench.state.restart();
    bench.frame(Vec::new());
    assert!(!bench.state.is_on(Switch::Ragdoll) && !bench.state.shown.player.has_bodies());
    assert_eq!(actor(&bench).frame().world_from_model().translation.length(), 0.0);
    assert!(hips(&bench).y > 0.6 && camera(&bench).with_y(0.0).length() < 0.5, "{}", camera(&bench));
}

#[test]
fn a_scene_begins_again_after_getting_up() {
    for kind in [SceneKind::Stairs, SceneKind::Slope, SceneKind::Ladder] {
        let mut bench = Bench::new();
        bench.state.apply(Command::Scene(Some(kind)));
        wait(&mut bench, 150);
        bench.press(Key::D);
        rest(&mut bench);
        let lying = hips(&bench);
        bench.press(Key::D);
        wait(&mut bench, 60);
        assert!(bench.state.shown.player.is_getting_up(), "{kind:?}");
        assert!((hips(&bench) - lying).length() < 0.8, "{kind:?}: {} for {lying}", hips(&bench));
        let mut frames = 60;
        while bench.state.shown.player.is_getting_up() && frames < 900 {
            wait(&mut bench, 10);
            frames += 10;
        }
        let player = &bench.state.shown.player;
        assert!(frames < 600 && player.scene_kind() == Some(kind), "{kind:?}: {frames} frames");
        assert!(hips(&bench).y > 0.6 && hips(&bench).is_finite());
    }
}

#[test]
fn strength_holds_the_pose_of_the_clip() {
    let fall = |strength: f32, later: bool| {
        let mut bench = playing("walk");
        if !later {
            bench.state.apply(Command::Strength(strength));
        }
        bench.press(Key::D);
        if later {
            wait(&mut bench, 20);
            bench.state.apply(Command::Strength(strength));
        }
        wait(&mut bench, 50);
        assert!(bench.state.is_on(Switch::Ragdoll));
        off_animation(&bench)
    };
    let limp = fall(0.0, false);
    for later in [false, true] {
        let strong = fall(1.0, later);
        assert!(strong < 0.25 && limp > 3.0 * strong, "{strong} {limp}");
    }
}

#[test]
fn the_slider_sets_the_strength() {
    let mut bench = Bench::new();
    let label = bench.texts().find(|(text, _)| *text == "Strength").expect("the slider").1;
    // The slider lies left of its label; a click sets the value.
    bench.click(label - Vec2::new(150.0, 0.0));
    bench.frame(Vec::new());
    let strength = bench.state.ragdoll.strength;
    assert!(strength > 0.0 && strength < 1.0, "{strength}");
}

#[test]
fn a_character_that_cannot_fall_says_why() {
    let mut bench = Bench::new();
    bench.state.apply(Command::Switch(Switch::RagdollParts, true));
    let file = Scratch::file("thing-that-cannot-fall.gltf", triangle().as_bytes());
    bench.drop(file.0.clone());
    for key in [Key::D, Key::P] {
        let before = bench.state.messages.len();
        bench.press(key);
        let message = bench.state.messages.last().unwrap();
        assert!(message.is_error && bench.state.messages.len() > before, "{message:?}");
    }
    assert!(!bench.state.is_on(Switch::Ragdoll) && !bench.state.is_on(Switch::RagdollParts));
    bench.state.apply(Command::HitPart(sinew::glam::Vec2::ZERO));
    bench.state.apply(Command::GrabPart(sinew::glam::Vec2::ZERO));
    bench.state.apply(Command::DragPart(sinew::glam::Vec2::ZERO));
    bench.frame(Vec::new());
}
