//! IK handles at four frames a second.

use super::harness::Bench;
use crate::viewer::command::Command;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, RawInput, Vec2};

/// Seconds of a frame.
const SLOW: f32 = 0.25;

/// Position in the window of a handle in the state that is drawn.
fn spot(bench: &Bench, effector: &str) -> Pos2 {
    let handle = bench.state.handles().into_iter().find(|handle| handle.effector == effector).unwrap();
    let point = bench.state.projection().unwrap().project(handle.position).unwrap();
    bench.layout.picture.min + Vec2::new(point.x, point.y)
}

fn frame(bench: &mut Bench, events: Vec<Event>) {
    bench.run_for(RawInput { events, ..RawInput::default() }, SLOW);
}

fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

/// True if the last frame painted a circle at `spot`.
fn is_painted_at(bench: &Bench, spot: Pos2) -> bool {
    bench.circles().iter().any(|center| center.distance(spot) < 0.01)
}

/// A viewer that plays the walk, with handles.
fn walking() -> Bench {
    let mut bench = Bench::new();
    bench.state.shown.player.actor.play("walk").unwrap();
    bench.press(Key::R);
    bench
}

#[test]
fn handles_stand_on_the_hands_of_the_frame_that_is_drawn() {
    let mut bench = walking();
    for effector in ["left hand", "right hand", "left foot"] {
        let mut longest = 0.0_f32;
        for _ in 0..6 {
            let before = spot(&bench, effector);
            frame(&mut bench, Vec::new());
            let now = spot(&bench, effector);
            assert!(is_painted_at(&bench, now), "{effector}: {now} is not among {:?}", bench.circles());
            longest = longest.max(now.distance(before));
        }
        assert!(longest > 10.0, "{effector} moves {longest} points at most");
    }
}

#[test]
fn a_drag_is_painted_in_the_frame_that_has_it() {
    let mut bench = walking();
    frame(&mut bench, Vec::new());
    // The hand has moved far from where it was at the start of this frame; the mouse finds it where it is
    // seen.
    let seen = spot(&bench, "left hand");
    frame(&mut bench, vec![Event::PointerMoved(seen), button(seen, true)]);
    let orbit = bench.state.orbit;
    for by in [Vec2::new(20.0, -30.0), Vec2::new(40.0, -50.0)] {
        frame(&mut bench, vec![Event::PointerMoved(seen + by)]);
        assert!(is_painted_at(&bench, seen + by), "{:?}", bench.circles());
        assert!(spot(&bench, "left hand").distance(seen + by) < 0.1);
    }
    let end = seen + Vec2::new(60.0, -40.0);
    frame(&mut bench, vec![Event::PointerMoved(end), button(end, false)]);
    frame(&mut bench, Vec::new());
    let held: Vec<_> = bench.state.handles().into_iter().filter(|handle| handle.has_goal).collect();
    assert!(held.len() == 1 && held[0].effector == "left hand", "{held:?}");
    assert_eq!(bench.state.orbit, orbit, "the camera stays");
}

#[test]
fn the_first_press_of_the_mouse_on_a_moving_handle_takes_it() {
    let mut bench = walking();
    for _ in 0..3 {
        frame(&mut bench, Vec::new());
        let seen = spot(&bench, "left foot");
        // Press, move and release between two frames.
        frame(&mut bench, vec![Event::PointerMoved(seen), button(seen, true)]);
        let to = seen + Vec2::new(25.0, -25.0);
        frame(&mut bench, vec![Event::PointerMoved(to)]);
        assert!(bench.state.handles().iter().any(|handle| handle.has_goal && handle.effector == "left foot"));
        frame(&mut bench, vec![button(to, false)]);
        bench.state.apply(Command::ClearGoals);
        (0..8).for_each(|_| frame(&mut bench, Vec::new()));
    }
}
