//! Getting up: from belly and back, on stairs and slopes.

use super::{Life, apart};
use sinew::FrameInput;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::graph::{AnimationGraph, GraphDescription};
use sinew::ground::Ground;
use sinew::humanoid::HumanBone;
use sinew::locomotion::FootIk;
use sinew::ragdoll::BodyState;
use sinew::rig::IkRig;
use sinew_rapier::RapierWorld;
use sinew_suite::falls::Skin;
use std::sync::Arc;

/// Drops a body that is turned about the X axis, and lets it get up again.
fn gets_up(degrees: f32, expected: &str) {
    let mut life = Life::new("idle");
    let turn = Quat::from_rotation_y(0.7) * Quat::from_rotation_x(degrees.to_radians());
    life.world_from_model = Affine3A::from_rotation_translation(turn, Vec3::new(2.0, 0.6, -1.0));
    life.frames(10);
    life.actor.ragdoll_mut().unwrap().start();
    life.rest();
    let lying = life.joints();
    let fit = life.actor.fit_get_up(["get_up_front", "get_up_back"], Vec3::Y).unwrap().unwrap();
    let clip = life.actor.get_up(["get_up_front", "get_up_back"], Vec3::Y).unwrap().unwrap();
    assert_eq!(life.actor.clips()[clip].name(), expected);
    println!("{expected}: {:.3} m from its first pose", fit.distance);
    life.frame();
    let [moved, turned] = apart(&lying, &life.joints());
    assert!(moved < 0.01 && turned < 2.0, "{moved} m, {turned}°");
    assert_eq!(life.actor.body_state(), BodyState::GettingUp);
    let (mut before, skin) = (life.joints(), Skin::new(life.actor.character()));
    for frame in 0..300 {
        life.frame();
        let now = life.joints();
        let [moved, turned] = apart(&before, &now);
        assert!(moved < 0.15 && turned < 20.0, "{frame}: {moved} m, {turned}°");
        let low = skin.lowest(life.world_from_model, life.actor.frame().model());
        assert!(low > -0.02, "{frame}: {low} m");
        before = now;
    }
    assert_eq!(life.actor.body_state(), BodyState::Animated);
    assert!(!life.actor.ragdoll().unwrap().has_bodies());
    assert_eq!(life.world.world.bodies.len(), 0);
    // It stands where it lay, upright.
    let (hips, head) = (before[0].0, before[life.part(HumanBone::Neck)].0);
    assert!(head.y - hips.y > 0.4, "{hips} {head}");
    assert!((hips - lying[0].0).with_y(0.0).length() < 0.8, "{hips} for {}", lying[0].0);
    assert!(life.world_from_model.translation.y.abs() < 0.03, "{}", life.world_from_model.translation);
}

#[test]
fn a_body_that_fell_forward_gets_up_from_its_belly() {
    gets_up(80.0, "get_up_front");
}

#[test]
fn a_body_that_fell_backward_gets_up_from_its_back() {
    gets_up(-80.0, "get_up_back");
}

#[test]
fn a_body_gets_up_on_stairs_and_slopes() {
    for (name, turn, steps) in [("up", 0.3, 8), ("down", 3.0, 8), ("across", 1.6, 8), ("slope", 0.4, 1)] {
        let mut life = Life::new("idle");
        life.world = RapierWorld::new();
        let slope = Quat::from_rotation_x(-25.0_f32.to_radians());
        if steps == 1 {
            life.world.add_box(slope * Vec3::NEG_Y, slope, Vec3::new(5.0, 1.0, 5.0));
        }
        for n in 0..steps * i32::from(steps > 1) {
            // Rise and going of a usual staircase, the fifth step at the origin.
            let step = Vec3::new(0.0, 0.17 * (n - 4) as f32 - 1.0, 0.29 * (n - 4) as f32);
            let half = Vec3::new(5.0, 1.0, if n == 0 || n == steps - 1 { 5.0 } else { 0.145 });
            let aside = if n == 0 {
                -1.0
            } else if n == steps - 1 {
                1.0
            } else {
                0.0
            };
            life.world.add_box(step + Vec3::Z * (aside * (half.z - 0.145)), Quat::IDENTITY, half);
        }
        life.ground = Some(life.world.ground());
        let fall = Quat::from_rotation_y(turn) * Quat::from_rotation_x(1.2);
        life.world_from_model = Affine3A::from_rotation_translation(fall, Vec3::new(0.0, 0.8, -0.4));
        life.frames(2);
        life.actor.ragdoll_mut().unwrap().start();
        life.rest();
        let lying = life.joints();
        life.actor.get_up(["get_up_front", "get_up_back"], Vec3::Y).unwrap().unwrap();
        let local = life.actor.frame().local().to_vec();
        let character = life.actor.character().clone();
        let body = character.humanoid().unwrap();
        let rig =
            IkRig::human(character.skeleton(), body).with_feet(FootIk::human(&character, body).unwrap());
        life.actor.set_ik(Some(Arc::new(rig))).unwrap();
        assert_eq!(local, life.actor.frame().local(), "a rig changes no frame that is resolved");
        life.frame();
        let [moved, turned] = apart(&lying, &life.joints());
        assert!(moved < 0.01 && turned < 2.0, "{name}: {moved} m, {turned}°");
        let mut before = life.joints();
        for frame in 0..300 {
            life.frame();
            let now = life.joints();
            let mut again = FrameInput::new(0.0, life.world_from_model).with_physics(&mut life.world);
            again.stage.ground = life.ground.as_ref().map(|ground| ground as &dyn Ground);
            life.actor.resolve(again);
            let [moved, turned] = apart(&now, &life.joints());
            assert!(
                moved < 1e-6 && turned < 0.1,
                "{name}, {frame}: a frame that is resolved again: {moved} m, {turned}°"
            );
            let [moved, turned] = apart(&before, &now);
            assert!(moved < 0.15 && turned < 20.0, "{name}, {frame}: {moved} m, {turned}°");
            let hips = before[0].0.distance(now[0].0);
            assert!(hips < 0.04, "{name}, {frame}: the hips jump by {hips} m");
            // Hips, trunk and head stay out of the ground: their joints have flesh around them.
            for (part, (joint, _)) in life.ragdoll.parts().iter().zip(&now) {
                let height = joint.y - life.ground.as_ref().unwrap().height(*joint).unwrap();
                let is_trunk = ["hips", "spine", "chest", "upperChest", "neck", "head"]
                    .contains(&life.actor.character().skeleton().name(part.joint));
                assert!(!is_trunk || height > 0.02, "{name}, {frame}, {:?}: {height} m", part.joint);
            }
            before = now;
        }
        let (hips, neck) = (before[0].0, before[life.part(HumanBone::Neck)].0);
        assert!(neck.y - hips.y > 0.4, "{name}: {hips} {neck}");
        let under = life.ground.as_ref().unwrap().height(lying[0].0).unwrap();
        let stands = life.world_from_model.translation.y - under;
        assert!(stands.abs() < 0.02, "{name}: it stands {stands} m above the ground below its hips");
    }
}

/// A walk by a graph with parameters.
const GRAPH: &str = r#"(
    parameters: { "speed": Float(0.0), "jump": Trigger },
    output: StateMachine(
        states: [
            (name: "move", node: BlendSpace1d(x: "speed", points: [
                (0.0, Clip(clip: "idle")),
                (1.0, Clip(clip: "walk")),
            ])),
            (name: "jump", node: Clip(clip: "jump", looping: false)),
        ],
        transitions: [
            (from: ["move"], to: "jump", when: [Is("jump")], duration: 0.2),
            (from: ["jump"], to: "move", when: [Finished], duration: 0.2),
        ],
    ),
)"#;

/// Lets a character that walks by a graph fall, and begins to get it up.
fn graph_gets_up() -> Life {
    let mut life = Life::new("idle");
    let description = GraphDescription::from_ron(GRAPH).unwrap();
    let graph = AnimationGraph::from_description(&description, life.actor.clips()).unwrap();
    life.actor.set_graph(Arc::new(graph)).unwrap();
    life.actor.graph_mut().unwrap().set_parameter("speed", 0.8).unwrap();
    life.frames(60);
    let chest = life.part(HumanBone::UpperChest);
    let ragdoll = life.actor.ragdoll_mut().unwrap();
    ragdoll.start();
    ragdoll.apply_impulse(chest, Vec3::new(0.0, 0.0, 120.0), None);
    life.rest();
    life.actor.get_up(["get_up_front", "get_up_back"], Vec3::Y).unwrap().unwrap();
    life
}

#[test]
fn a_graph_goes_on_once_the_body_stands() {
    let mut life = graph_gets_up();
    let state = |life: &Life| life.actor.graph().unwrap().save(life.actor.clips());
    let saved = state(&life);
    let (mut before, mut frames) = (life.joints(), 0);
    while life.actor.montage().is_some() {
        assert_eq!(state(&life), saved, "it waits");
        life.frame();
        frames += 1;
        before = life.joints();
        assert!(frames < 600, "it does not get up");
    }
    assert_eq!(life.actor.body_state(), BodyState::Animated);
    assert_ne!(state(&life), saved);
    for frame in 0..60 {
        life.frame();
        let now = life.joints();
        let [moved, turned] = apart(&before, &now);
        assert!(moved < 0.05 && turned < 10.0, "{frame}: {moved} m, {turned}°");
        before = now;
    }
    let active: Vec<_> = life.actor.graph().unwrap().active_states().map(|s| s.state.to_owned()).collect();
    assert_eq!(active, ["move"]);
    // It walks on by its parameter.
    let from = life.world_from_model.translation;
    life.frames(60);
    assert!((life.world_from_model.translation - from).length() > 0.4);
}

#[test]
fn a_body_that_falls_again_ends_the_montage() {
    for frames in [5, 60, 150] {
        let mut life = graph_gets_up();
        life.frames(frames);
        assert!(life.actor.montage().is_some());
        life.actor.ragdoll_mut().unwrap().start();
        life.frame();
        assert!(life.actor.montage().is_none() && life.actor.body_state() == BodyState::Falling, "{frames}");
        life.rest();
        life.actor.get_up(["get_up_front", "get_up_back"], Vec3::Y).unwrap().unwrap();
        life.frames(400);
        assert!(life.actor.montage().is_none() && life.actor.body_state() == BodyState::Animated, "{frames}");
    }
}

#[test]
fn a_body_that_is_held_down_ends_the_montage() {
    let mut life = graph_gets_up();
    let (half, hips) = (Vec3::new(3.0, 0.5, 3.0), life.world_from_model.translation);
    life.world.add_box(Vec3::new(hips.x, 0.45 + half.y, hips.z), Quat::IDENTITY, half);
    for _ in 0..1200 {
        life.frame();
        if life.actor.body_state() == BodyState::Blocked {
            break;
        }
    }
    assert_eq!(life.actor.body_state(), BodyState::Blocked);
    assert!(life.actor.montage().is_none() && life.actor.graph().is_some());
}
