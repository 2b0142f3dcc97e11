//! Scenes in the viewer, without a window.

use super::harness::{Bench, Scratch, clip_of, triangle};
use crate::asset::source;
use crate::options::playback::PlaybackOptions;
use crate::scene::kind::SceneKind;
use crate::viewer::command::{Command, Switch};
use crate::viewer::recent_files::RecentFiles;
use crate::viewer::state::State;
use sinew::glam::Vec3;
use sinew::rig::IkGoal;
use sinew::{ClipId, RawClip};
use std::sync::Arc;

fn position(bench: &Bench) -> Vec3 {
    bench.state.shown.player.actor.frame().world_from_model().translation.into()
}

fn clip(bench: &Bench) -> String {
    bench.state.shown.player.actor.clips()[ClipId(bench.playing().unwrap() as u32)].name().to_owned()
}

/// A viewer in a scene, after its first frame.
fn in_scene(kind: SceneKind) -> Bench {
    let mut bench = Bench::new();
    bench.state.apply(Command::Scene(Some(kind)));
    bench.frame(Vec::new());
    bench
}

#[test]
fn walkers_are_raised_followed_and_loop() {
    for kind in [SceneKind::Stairs, SceneKind::Slope] {
        let mut bench = in_scene(kind);
        assert_eq!(clip(&bench), "walk");
        assert_eq!(bench.state.shown.player.actors().count(), 2);
        let camera = |bench: &Bench| bench.state.orbit.camera().target - position(bench);
        let (seen, home) = (camera(&bench), position(&bench));
        let (mut highest, mut farthest, mut rounds) = (0.0f32, 0.0f32, 0);
        for _ in 0..1500 {
            let before = position(&bench);
            bench.frame(Vec::new());
            let now = position(&bench);
            if now.z < before.z - 1.0 {
                rounds += 1;
                assert!(now.distance(home) < 0.05, "it restarts at the beginning: {now}");
            }
            (highest, farthest) = (highest.max(now.y), farthest.max(now.z));
            assert!(camera(&bench).distance(seen) < 1e-3, "the camera goes along");
        }
        assert!(highest > 0.3 && farthest > 4.0 && rounds > 0, "{kind:?} {highest} {farthest} {rounds}");
    }
}

#[test]
fn a_walk_that_plays_already_is_kept() {
    let mut bench = Bench::new();
    bench.state.shown.player.actor.play("walk").unwrap();
    let number = bench.playing();
    bench.state.apply(Command::Scene(Some(SceneKind::Slope)));
    assert_eq!(bench.playing(), number);
    bench.state.shown.player.actor.play("run").unwrap();
    bench.state.enter_scene(SceneKind::Slope, true).unwrap();
    assert_eq!(clip(&bench), "run");
}

#[test]
fn characters_without_clips_use_the_built_in_ones() {
    let mut file = source::built_in().unwrap();
    file.imported.clips.clear();
    let mut state = State::new(file, &PlaybackOptions::default(), RecentFiles::default()).unwrap();
    let playing = |state: &State| {
        let lead = &state.shown.player.actor;
        lead.playback().map(|playback| lead.clips()[playback.clip()].name().to_owned())
    };
    for (kind, plays, clips) in [(SceneKind::Stairs, "walk", 1), (SceneKind::Rifle, "run", 4)] {
        state.apply(Command::Scene(Some(kind)));
        assert_eq!(playing(&state).as_deref(), Some(plays));
        assert_eq!(state.shown.player.actor.clips().len(), clips);
        let notice = &state.messages.last().unwrap().text;
        assert!(notice.contains("the built-in character's"), "{notice}");
        // The second time the character has the clips.
        let before = notice.clone();
        state.say("else".into(), false);
        state.apply(Command::Scene(Some(kind)));
        assert_ne!(state.messages.last().unwrap().text, before);
        assert_eq!(state.shown.player.actor.clips().len(), clips);
    }
}

#[test]
fn a_walk_in_place_gets_root_motion_from_its_feet() {
    let mut bench = Bench::new();
    let lead = &mut bench.state.shown.player.actor;
    let walk = lead.clips().iter().find(|clip| clip.name() == "walk").unwrap().clone();
    let raw = walk.raw().expect("an uncompressed clip");
    let in_place = RawClip { name: "walk in place".into(), root_motion: None, ..(**raw).clone() };
    let number = lead.add_clip(Arc::new(in_place)).unwrap();
    lead.play(number).unwrap();
    for _ in 0..2 {
        bench.state.apply(Command::Scene(Some(SceneKind::Slope)));
        assert_eq!(bench.state.shown.player.actor.clips().len(), number.index() + 2);
        assert_eq!(clip(&bench), "walk in place (root motion from feet)");
    }
    (0..120).for_each(|_| bench.frame(Vec::new()));
    assert!(position(&bench).z > 1.0, "{}", position(&bench));
}

#[test]
fn leaving_a_scene_keeps_goals_and_returns_to_the_start() {
    let mut bench = in_scene(SceneKind::Stairs);
    bench.state.apply(Command::Switch(Switch::Handles, true));
    let goal = Vec3::new(0.4, 1.2, 0.4);
    bench.state.shown.player.actor.ik_mut().unwrap().set_goal("left hand", IkGoal::at(goal)).unwrap();
    (0..200).for_each(|_| bench.frame(Vec::new()));
    let serial = bench.state.shown.serial;
    bench.state.apply(Command::Scene(None));
    bench.frame(Vec::new());
    assert_eq!((position(&bench), bench.state.shown.player.actors().count()), (Vec3::ZERO, 1));
    assert_ne!(bench.state.shown.serial, serial, "the stairs are drawn no more");
    let hand = bench.state.handles().into_iter().find(|handle| handle.effector == "left hand").unwrap();
    assert!(hand.has_goal && hand.report.weight == 1.0 && hand.position == goal, "{hand:?}");

    bench.state.apply(Command::Scene(Some(SceneKind::Stairs)));
    bench.state.apply(Command::Switch(Switch::Handles, false));
    bench.state.apply(Command::Scene(None));
    assert!(bench.state.shown.player.actor.ik().is_none());
}

#[test]
fn the_next_humanoid_enters_the_scene_and_other_files_do_not() {
    let mut bench = in_scene(SceneKind::Stairs);
    bench.state.apply(Command::OpenBuiltIn);
    (0..200).for_each(|_| bench.frame(Vec::new()));
    assert!(position(&bench).y > 0.1 && bench.state.shown.player.actors().count() == 2);

    let file = Scratch::file("thing-in-scene.gltf", triangle().as_bytes());
    bench.drop(file.0.clone());
    assert_eq!((bench.state.shown.player.actors().count(), position(&bench)), (1, Vec3::ZERO));
    let message = bench.state.messages.last().unwrap();
    assert!(message.is_error && message.text.contains("thing-in-scene"), "{message:?}");
}

#[test]
fn twice_as_fast_it_climbs_all_the_way_down_again() {
    let mut bench = in_scene(SceneKind::Ladder);
    bench.state.apply(Command::Speed(2.0));
    let home = position(&bench).y;
    let (mut before, mut highest) = (home, home);
    for _ in 0..600 {
        bench.frame(Vec::new());
        let now = position(&bench).y;
        assert!((now - before).abs() < 0.1, "from {before} to {now} in one frame");
        (before, highest) = (now, highest.max(now));
    }
    assert!(highest > home + 1.0, "{home} {highest}");
}

#[test]
fn a_pause_holds_the_scene() {
    let mut bench = in_scene(SceneKind::Stairs);
    (0..150).for_each(|_| bench.frame(Vec::new()));
    bench.press(egui::Key::Space);
    let before = position(&bench);
    (0..60).for_each(|_| bench.frame(Vec::new()));
    assert_eq!(position(&bench), before);
    bench.press(egui::Key::F);
    assert!(
        (bench.state.orbit.camera().target - before).length() < 1.5,
        "F frames the character, not the terrain"
    );
}

#[test]
fn a_clip_dropped_in_a_scene_is_used() {
    let mut bench = in_scene(SceneKind::Slope);
    let lead = &bench.state.shown.player.actor;
    let raw = lead.clips()[sinew::ClipId(0)].raw().expect("an uncompressed clip");
    let joint = lead.character().skeleton().name(raw.joints[0].joint).to_owned();
    let file = Scratch::file("steps.gltf", clip_of(&joint).as_bytes());
    bench.drop(file.0.clone());
    assert_eq!(clip(&bench), "borrowed (root motion from feet)");
}

#[test]
fn a_custom_rig_is_used_where_the_scene_has_no_goals() {
    let rig = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rig.ron");
    let mut bench = Bench::new();
    bench.state.use_rig(rig.as_ref()).unwrap();
    let has = |bench: &Bench, effector: &str| {
        bench.state.handles().iter().any(|handle| handle.effector == effector)
    };
    for (kind, has_feet) in [(SceneKind::Stairs, true), (SceneKind::Aim, false)] {
        bench.state.apply(Command::Scene(Some(kind)));
        (0..30).for_each(|_| bench.frame(Vec::new()));
        assert_eq!((has(&bench, "point"), has(&bench, "aim")), (has_feet, !has_feet), "{kind:?}");
        assert_eq!(bench.state.shown.player.actor.ik().unwrap().rig().has_feet(), has_feet);
        bench.drop(rig.into());
        (0..3).for_each(|_| bench.frame(Vec::new()));
        assert_eq!((has(&bench, "point"), bench.state.messages.is_empty()), (has_feet, has_feet), "{kind:?}");
        bench.state.apply(Command::Switch(Switch::Handles, has_feet));
        bench.state.apply(Command::Scene(None));
        assert_eq!(has(&bench, "point"), has_feet, "handles stay hidden after {kind:?}");
        bench.state.apply(Command::Switch(Switch::Handles, true));
        assert!(has(&bench, "point"), "after {kind:?}");
        assert!(bench.state.handles().iter().all(|handle| !handle.has_goal), "after {kind:?}");
    }
}

#[test]
fn goals_of_a_custom_rig_persist_into_the_scene_and_out_of_it() {
    let rig = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rig.ron");
    let mut bench = Bench::new();
    bench.state.use_rig(rig.as_ref()).unwrap();
    let goal = Vec3::new(-0.4, 1.3, 0.6);
    for effector in ["point", "left hand"] {
        bench.state.shown.player.actor.ik_mut().unwrap().set_goal(effector, IkGoal::at(goal)).unwrap();
    }
    for kind in [Some(SceneKind::Stairs), Some(SceneKind::Slope), None] {
        bench.state.apply(Command::Scene(kind));
        (0..3).for_each(|_| bench.frame(Vec::new()));
        let held: Vec<_> = bench.state.handles().into_iter().filter(|handle| handle.has_goal).collect();
        let effectors: Vec<&str> = held.iter().map(|handle| handle.effector.as_str()).collect();
        assert_eq!(effectors, ["left hand", "point"], "{kind:?}");
        assert!(held.iter().all(|handle| handle.position == goal && handle.report.weight == 1.0), "{held:?}");
    }
}

#[test]
fn stages_are_timed_in_scenes_as_they_are_outside() {
    for kind in
        [None, Some(SceneKind::Stairs), Some(SceneKind::Door), Some(SceneKind::Aim), Some(SceneKind::Ladder)]
    {
        let mut bench = Bench::new();
        bench.state.apply(Command::Switch(Switch::Handles, true));
        bench.state.apply(Command::Scene(kind));
        bench.state.cost = Default::default();
        (0..10).for_each(|_| bench.frame(Vec::new()));
        let stages: Vec<_> = bench.state.cost.stages().collect();
        assert!(stages.iter().any(|(name, _)| name == "ik"));
        assert!(stages.iter().all(|(_, cost)| *cost > 0.0), "{kind:?}: {stages:?}");
    }
}
