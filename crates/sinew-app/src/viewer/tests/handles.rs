//! IK handles, dragged by the mouse without a window.

use super::harness::{Bench, Scratch, triangle};
use crate::options::arms::ArmOptions;
use crate::viewer::command::Command;
use crate::viewer::handles::Handle;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use sinew::character::CharacterParts;
use sinew::glam;
use sinew::humanoid::{BoneMap, Humanoid};
use sinew::rig::IkGoal;
use sinew::{Actor, Character};
use sinew_render::ViewPreset;
use std::sync::Arc;

/// Position of a handle in the window.
fn spot(bench: &Bench, effector: &str) -> Pos2 {
    let point = bench.state.projection().unwrap().project(handle(bench, effector).position).unwrap();
    bench.layout.picture.min + Vec2::new(point.x, point.y)
}

fn handle(bench: &Bench, effector: &str) -> Handle {
    bench.state.handles().into_iter().find(|handle| handle.effector == effector).unwrap()
}

fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

/// Drags a handle by a number of points.
fn drag(bench: &mut Bench, effector: &str, by: Vec2) {
    let from = spot(bench, effector);
    bench.frame(vec![Event::PointerMoved(from)]);
    bench.frame(vec![button(from, true)]);
    bench.frame(vec![Event::PointerMoved(from + by * 0.5)]);
    bench.frame(vec![Event::PointerMoved(from + by)]);
    bench.frame(vec![button(from + by, false)]);
}

fn wait(bench: &mut Bench, frames: usize) {
    (0..frames).for_each(|_| bench.frame(Vec::new()));
}

/// A viewer with handles, paused in the middle of a clip.
fn paused() -> Bench {
    let mut bench = Bench::new();
    bench.press(Key::R);
    bench.press(Key::Space);
    bench
}

#[test]
fn a_hand_follows_its_handle_while_the_clip_goes_on() {
    let mut bench = Bench::new();
    assert!(bench.state.handles().is_empty());
    bench.press(Key::R);
    let names: Vec<_> = bench.state.handles().iter().map(|handle| handle.effector.clone()).collect();
    assert_eq!(names, ["look", "left hand", "right hand", "left foot", "right foot"]);
    let (before, orbit, time) = (handle(&bench, "left hand"), bench.state.orbit, bench.time());
    assert!(!before.has_goal && before.joint == before.position);
    drag(&mut bench, "left hand", Vec2::new(30.0, -40.0));
    wait(&mut bench, 60);
    let after = handle(&bench, "left hand");
    assert!(after.has_goal && after.report.weight == 1.0 && !after.misses(), "{after:?}");
    assert!(after.joint.distance(after.position) < 1e-3 && after.position.distance(before.position) > 0.05);
    assert!(after.position.y > before.position.y, "up in the picture is up");
    let ahead = orbit.camera().target - orbit.camera().eye;
    // The clip has moved the hand in the meantime.
    assert!((after.position - before.position).dot(ahead.normalize()).abs() < 0.01);
    assert_eq!(bench.state.orbit, orbit, "the camera stays");
    assert_ne!(bench.time(), time);
    assert!(bench.state.handles().iter().all(|handle| handle.has_goal == (handle.effector == "left hand")));
}

#[test]
fn handles_work_while_paused_without_accumulating() {
    let mut bench = paused();
    wait(&mut bench, 120);
    assert!(!bench.state.is_moving());
    let (before, time) = (handle(&bench, "right hand"), bench.time());
    for by in [Vec2::new(-30.0, -40.0), Vec2::new(10.0, -30.0)] {
        drag(&mut bench, "right hand", by);
        assert!(bench.state.is_moving(), "it has to be drawn until it is there");
        wait(&mut bench, 120);
        let after = handle(&bench, "right hand");
        assert!(after.report.weight == 1.0 && after.joint.distance(after.position) < 1e-3, "{after:?}");
        assert!(!bench.state.is_moving() && bench.time() == time);
    }
    bench.state.apply(Command::ClearGoal("right hand".into()));
    wait(&mut bench, 2);
    let fading = handle(&bench, "right hand");
    assert!(!fading.has_goal && fading.joint.distance(before.joint) > 0.05, "it fades out");
    wait(&mut bench, 120);
    assert_eq!(handle(&bench, "right hand").joint, before.joint);
}

#[test]
fn a_double_click_clears_the_goal() {
    let mut bench = paused();
    drag(&mut bench, "left foot", Vec2::new(40.0, -60.0));
    drag(&mut bench, "look", Vec2::new(40.0, 0.0));
    // Long enough not to count as double clicks with the drags.
    wait(&mut bench, 60);
    assert!(handle(&bench, "left foot").has_goal && handle(&bench, "look").has_goal);
    let foot = spot(&bench, "left foot");
    bench.click(foot);
    assert!(handle(&bench, "left foot").has_goal, "one click does nothing");
    bench.click(foot);
    assert!(!handle(&bench, "left foot").has_goal && handle(&bench, "look").has_goal);
    bench.state.apply(Command::ClearGoals);
    assert!(!handle(&bench, "look").has_goal);
}

#[test]
fn missed_goals_are_reported() {
    let mut bench = paused();
    drag(&mut bench, "left hand", Vec2::new(260.0, -200.0));
    wait(&mut bench, 90);
    let hand = handle(&bench, "left hand");
    assert!(hand.misses() && hand.report.error > 0.1, "{hand:?}");
    assert!((hand.joint.distance(hand.position) - hand.report.error).abs() < 1e-3);

    let look = handle(&bench, "look");
    assert!(look.position.z > look.joint.z + 0.3 && !look.misses(), "straight ahead: {look:?}");
    // From the side, far behind.
    bench.state.apply(Command::Frame(Some(ViewPreset::Left)));
    bench.state.apply(Command::Zoom(3.0));
    bench.frame(Vec::new());
    drag(&mut bench, "look", Vec2::new(250.0, 0.0));
    wait(&mut bench, 120);
    let look = handle(&bench, "look");
    assert!(look.position.z < -0.5 && look.misses(), "{look:?}");
    assert!(look.report.turn_request.abs() > 1.0, "{look:?}");
}

#[test]
fn handles_move_their_limb_where_left_and_right_names_are_swapped() {
    let mut bench = Bench::new();
    let lead = bench.state.shown.player.actor.character().clone();
    let skeleton = lead.skeleton().clone();
    let others = lead.humanoid().unwrap().named_bones.iter().map(|(bone, joint)| (bone.mirrored(), joint));
    let humanoid =
        Humanoid::of_map(&skeleton, BoneMap::new(&skeleton, others).unwrap(), "the other way round");
    assert!(humanoid.sides_swapped);
    let parts = CharacterParts { skeleton, humanoid: Some(humanoid), ..CharacterParts::default() };
    let other = Actor::without_clips(Arc::new(Character::new(parts).unwrap()));
    bench.state.shown.player.actor = other;
    bench.press(Key::R);
    let before = handle(&bench, "left hand");
    let goal = before.position + glam::Vec3::new(-0.05, 0.05, 0.1);
    bench.state.shown.player.actor.ik_mut().unwrap().set_goal("left hand", IkGoal::at(goal)).unwrap();
    bench.state.shown.player.actor.ik_mut().unwrap().snap();
    wait(&mut bench, 2);
    let after = handle(&bench, "left hand");
    assert!(before.joint.x > 0.0 && after.joint.distance(goal) < 1e-3, "{before:?} {after:?}");
}

#[test]
fn drags_beside_handles_orbit_the_camera() {
    let mut bench = paused();
    let beside = spot(&bench, "left hand") + Vec2::new(40.0, 0.0);
    let turned = |bench: &mut Bench, from: Pos2| {
        let before = bench.state.orbit.direction();
        bench.frame(vec![Event::PointerMoved(from)]);
        bench.frame(vec![button(from, true)]);
        bench.frame(vec![Event::PointerMoved(from + Vec2::new(60.0, 0.0))]);
        bench.frame(vec![button(from, false)]);
        bench.state.orbit.direction() != before
    };
    assert!(turned(&mut bench, beside));
    assert!(bench.state.handles().iter().all(|handle| !handle.has_goal));
    let on = spot(&bench, "left hand");
    assert!(!turned(&mut bench, on));
    assert!(handle(&bench, "left hand").has_goal);
    let on = spot(&bench, "left hand");
    bench.press(Key::R);
    assert!(bench.state.handles().is_empty() && turned(&mut bench, on));
    bench.press(Key::R);
    assert!(bench.state.handles().iter().all(|handle| !handle.has_goal), "off lets go of all");
}

#[test]
fn the_next_humanoid_has_handles_and_other_files_have_none() {
    let mut bench = Bench::new();
    bench.press(Key::R);
    drag(&mut bench, "left hand", Vec2::new(30.0, -40.0));
    bench.state.apply(Command::OpenBuiltIn);
    bench.frame(Vec::new());
    assert_eq!(bench.state.handles().len(), 5);
    assert!(bench.state.handles().iter().all(|handle| !handle.has_goal));

    let file = Scratch::file("thing.gltf", triangle().as_bytes());
    bench.drop(file.0.clone());
    assert!(bench.state.handles().is_empty() && bench.state.messages.is_empty());
    bench.press(Key::R);
    assert!(bench.state.messages.last().is_some_and(|message| message.is_error));
    bench.state.apply(Command::DragGoal("left hand".into(), glam::Vec2::ZERO));
    bench.state.apply(Command::ClearGoals);
}

const RIG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rig.ron");

fn effectors(bench: &Bench) -> Vec<String> {
    bench.state.handles().into_iter().map(|handle| handle.effector).collect()
}

const RIG_EFFECTORS: [&str; 7] =
    ["look", "left hand", "left foot", "right foot", "right hand", "head", "point"];

#[test]
fn a_custom_rig_has_a_handle_per_effector() {
    let mut bench = Bench::new();
    bench.state.use_rig(RIG.as_ref()).unwrap();
    bench.press(Key::Space);
    assert_eq!(effectors(&bench), RIG_EFFECTORS);
    let looks: Vec<bool> = bench.state.handles().iter().map(|handle| handle.looks).collect();
    assert_eq!(looks, [true, false, false, false, false, false, true]);
    // The handle is at the palm, not the wrist; that of the pointing arm is in front of it.
    let (palm, arm) = (handle(&bench, "right hand"), handle(&bench, "point"));
    let joint = |name: &str| {
        let lead = &bench.state.shown.player.actor;
        glam::Vec3::from(lead.frame().model()[lead.character().find_joint(name).unwrap().index()].translation)
    };
    assert!(palm.position.distance(joint("rightHand")) > 0.03, "{palm:?}");
    let out = joint("leftHand") - joint("leftLowerArm");
    assert!((arm.position - arm.joint).angle_between(out) < 0.3, "{arm:?} {out}");
    for (effector, by) in [("head", Vec2::new(8.0, 4.0)), ("point", Vec2::new(20.0, -40.0))] {
        drag(&mut bench, effector, by);
        wait(&mut bench, 120);
        let after = handle(&bench, effector);
        assert!(after.has_goal && after.report.weight > 0.999, "{after:?}");
        assert!(after.looks || after.joint.distance(after.position) < 2e-3, "{after:?}");
        bench.state.apply(Command::ClearGoal(effector.into()));
        wait(&mut bench, 120);
    }
    // Hidden handles keep the rig, and the next character gets it too.
    bench.press(Key::R);
    assert!(bench.state.handles().is_empty() && bench.state.shown.player.actor.ik().is_some());
    bench.press(Key::R);
    bench.state.apply(Command::OpenBuiltIn);
    bench.frame(Vec::new());
    assert_eq!(effectors(&bench), RIG_EFFECTORS);
}

#[test]
fn a_dropped_rig_is_used_and_a_mismatch_is_reported() {
    let mut bench = Bench::new();
    bench.drop(RIG.into());
    assert_eq!(effectors(&bench), RIG_EFFECTORS);
    let wrong =
        Scratch::file("wrong.ron", b"(parts: [Chain(name: \"tail\", from: \"hips\", to: \"spien\")])");
    bench.drop(wrong.0.clone());
    let message = bench.state.messages.last().unwrap();
    assert!(message.is_error && message.text.contains("did you mean \"spine\"?"), "{message:?}");
    assert_eq!(effectors(&bench), RIG_EFFECTORS, "the one before stays");
    for (text, expected) in [
        (&b"(human: true,\n parts: [Limb(nmae: \"a\")])"[..], "no field \"nmae\" in a limb"),
        (b"(output: Clip(clip: \"idle\", sped: 1))", "no field \"sped\" in a clip"),
    ] {
        let slip = Scratch::file("slip.ron", text);
        bench.drop(slip.0.clone());
        let message = bench.state.messages.last().unwrap();
        assert!(message.is_error && message.text.contains(expected), "{message:?}");
    }
    let file = Scratch::file("thing-without-rig.gltf", triangle().as_bytes());
    bench.drop(file.0.clone());
    assert!(bench.state.handles().is_empty());
    let message = bench.state.messages.last().unwrap();
    assert!(message.is_error && message.text.contains("needs a humanoid"), "{message:?}");
}

#[test]
fn arm_collision_is_on_unless_through_body() {
    for through_body in [false, true] {
        let mut bench = paused();
        bench.press(Key::R);
        bench.state.shown.player.actor.set_ik(None).unwrap();
        bench.state.arms = ArmOptions { through_body };
        bench.press(Key::R);
        let inside = glam::Vec3::new(0.02, 1.05, 0.0);
        bench.state.shown.player.actor.ik_mut().unwrap().set_goal("left hand", IkGoal::at(inside)).unwrap();
        bench.state.shown.player.actor.ik_mut().unwrap().snap();
        wait(&mut bench, 2);
        assert_eq!(handle(&bench, "left hand").misses(), !through_body);
    }
}
