//! The mouse on ragdolls: drags, throws, clicks, outlines of parts.

use super::harness::Bench;
use super::ragdoll::{actor, clip, fallen, hips, joint, off_animation, playing, rest, wait};
use crate::drawing::placed_parts::placed_parts;
use crate::viewer::command::{Command, Switch};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use sinew::glam::Vec3;

/// Point of the window where a position in the world is seen.
fn spot(bench: &Bench, position: Vec3) -> Pos2 {
    let point = bench.state.projection().unwrap().project(position).unwrap();
    bench.layout.picture.min + Vec2::new(point.x, point.y)
}

fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

fn press_mouse(bench: &mut Bench, at: Pos2) {
    bench.frame(vec![Event::PointerMoved(at)]);
    bench.frame(vec![button(at, true)]);
}

/// Part of the ragdoll that a joint moves.
fn part_of(bench: &Bench, name: &str) -> usize {
    let actor = actor(bench);
    actor.ragdoll().unwrap().ragdoll().part_of(actor.character().find_joint(name).unwrap()).unwrap()
}

#[test]
fn the_mouse_lifts_a_hand_and_throws_it() {
    let mut bench = fallen();
    let hand = joint(actor(&bench), "leftLowerArm");
    let from = spot(&bench, hand);
    press_mouse(&mut bench, from);
    assert!(bench.state.ragdoll.is_dragging());
    let (direction, target) = (bench.state.orbit.direction(), bench.state.orbit.camera().target);
    let to = from - Vec2::new(0.0, 150.0);
    for step in 1..=10 {
        bench.frame(vec![Event::PointerMoved(from + (to - from) * (step as f32 / 10.0))]);
    }
    assert!(bench.state.is_moving());
    wait(&mut bench, 90);
    let lifted = joint(actor(&bench), "leftLowerArm");
    assert!(lifted.y > hand.y + 0.25, "{hand} {lifted}");
    assert!(
        spot(&bench, lifted).distance(to) < 60.0,
        "it hangs on the pointer: {} {to}",
        spot(&bench, lifted)
    );
    assert_eq!((bench.state.orbit.direction(), bench.state.orbit.camera().target), (direction, target));

    let part = part_of(&bench, "leftLowerArm");
    for step in 1..=8 {
        bench.frame(vec![Event::PointerMoved(to + Vec2::new(25.0, -5.0) * step as f32)]);
    }
    let end = to + Vec2::new(25.0, -5.0) * 8.0;
    bench.frame(vec![button(end, false)]);
    assert!(!bench.state.ragdoll.is_dragging());
    bench.frame(Vec::new());
    let speed = actor(&bench).ragdoll().unwrap().part_motion(part).unwrap().linear_velocity;
    let right = bench.state.projection().unwrap();
    let right = right.unproject_onto_plane(lifted, sinew::glam::Vec2::new(900.0, 300.0)).unwrap()
        - right.unproject_onto_plane(lifted, sinew::glam::Vec2::new(100.0, 300.0)).unwrap();
    assert!(speed.dot(right.normalize()) > 0.5, "{speed}");
    rest(&mut bench);
    wait(&mut bench, 120);
    let off = bench.state.orbit.camera().target.with_y(0.0).distance(hips(&bench).with_y(0.0));
    assert!(off < 0.3, "the camera has followed: {off}");
}

#[test]
fn drags_beside_a_falling_character_orbit() {
    let mut bench = fallen();
    let before = bench.state.orbit.direction();
    let beside = bench.layout.picture.min + Vec2::new(30.0, 60.0);
    press_mouse(&mut bench, beside);
    bench.frame(vec![Event::PointerMoved(beside + Vec2::new(60.0, 0.0))]);
    bench.frame(vec![button(beside, false)]);
    assert!(bench.state.orbit.direction() != before && !bench.state.ragdoll.is_dragging());
}

#[test]
fn getting_up_lets_go_of_the_mouse() {
    let mut bench = fallen();
    let at = spot(&bench, joint(actor(&bench), "leftLowerArm"));
    press_mouse(&mut bench, at);
    assert!(bench.state.ragdoll.is_dragging());
    bench.press(Key::D);
    assert!(!bench.state.ragdoll.is_dragging() && bench.state.shown.player.is_getting_up());
    bench.frame(vec![button(at, false)]);
}

#[test]
fn a_click_hits_and_the_character_recovers() {
    let mut bench = playing("idle");
    let chest = |bench: &Bench| spot(bench, joint(actor(bench), "neck") - Vec3::Y * 0.15);
    let at = chest(&bench);
    bench.click(at);
    wait(&mut bench, 5);
    assert!(actor(&bench).ragdoll().is_none(), "hits are off");
    bench.state.apply(Command::Switch(Switch::Hits, true));
    wait(&mut bench, 30);
    let at = chest(&bench);
    bench.click(at);
    assert!(bench.state.is_moving() && !bench.state.is_on(Switch::Ragdoll));
    let mut most = 0.0f32;
    for _ in 0..30 {
        bench.frame(Vec::new());
        most = most.max(off_animation(&bench));
    }
    assert!(most > 0.015, "{most}");
    wait(&mut bench, 90);
    assert!(!bench.state.shown.player.has_bodies() && !bench.state.is_on(Switch::Ragdoll));
    assert!(off_animation(&bench) < 0.01 && clip(&bench).as_deref() == Some("idle"));
    // A click beside the character hits nothing.
    bench.click(bench.layout.picture.min + Vec2::new(30.0, 60.0));
    assert!(!bench.state.shown.player.has_bodies());
    assert!(bench.state.messages.is_empty());
}

#[test]
fn a_character_that_was_hit_falls_and_gets_up() {
    let mut bench = playing("idle");
    bench.state.apply(Command::Switch(Switch::Hits, true));
    let at = spot(&bench, joint(actor(&bench), "neck"));
    bench.click(at);
    wait(&mut bench, 5);
    assert!(bench.state.shown.player.has_bodies());
    bench.press(Key::D);
    rest(&mut bench);
    assert!(hips(&bench).y < 0.4);
    bench.press(Key::D);
    wait(&mut bench, 400);
    assert!(hips(&bench).y > 0.6 && clip(&bench).as_deref() == Some("idle"));
}

#[test]
fn parts_are_outlined_where_the_body_is() {
    let mut bench = playing("walk");
    assert!(bench.state.overlay_lines().is_empty());
    bench.press(Key::P);
    assert!(bench.state.is_on(Switch::RagdollParts));
    for falls in [false, true] {
        if falls {
            bench.press(Key::D);
            rest(&mut bench);
        }
        let lines = bench.state.overlay_lines();
        assert!(lines.len() > 200, "{}", lines.len());
        let frame = bench.state.shown.player.actor.frame();
        let bounds = frame.bounds().transformed(&frame.world_from_model());
        let near = |point: Vec3| point.clamp(bounds.min, bounds.max).distance(point) < 0.15;
        assert!(lines.iter().all(|line| near(line.start) && near(line.end)), "falls: {falls}");
    }
    // The first frame of a fall has the parts where the pose had them.
    let mut bench = playing("idle");
    bench.press(Key::P);
    let transforms = |bench: &Bench| {
        placed_parts(actor(bench)).iter().map(|part| part.world_from_part).collect::<Vec<_>>()
    };
    let animated = transforms(&bench);
    bench.state.apply(Command::Switch(Switch::Ragdoll, true));
    bench.frame(Vec::new());
    for (before, now) in animated.into_iter().zip(transforms(&bench)) {
        assert!(before.translation.distance(now.translation) < 0.01);
        assert!(before.matrix3.abs_diff_eq(now.matrix3, 0.05), "{before} {now}");
    }
}
