//! Panel of the face: emotions, live eyes, blinks.

use super::harness::{Bench, Scratch};
use crate::viewer::command::{Command, Switch};
use egui::{Event, Modifiers, MouseWheelSource, MouseWheelUnit, Pos2, TouchPhase, Vec2};
use sinew::character::ExpressionId;

/// Place of the foremost text of a label in the panel at the right, which is scrolled until it is above
/// `bottom`.
pub(super) fn scroll_to(bench: &mut Bench, label: &str, bottom: f32) -> Pos2 {
    scroll_until(bench, label, bottom, |text| text == label)
}

/// Place of the foremost text that fits; `label` names it.
fn scroll_until(bench: &mut Bench, label: &str, bottom: f32, fits: impl Fn(&str) -> bool) -> Pos2 {
    for _ in 0..20 {
        let is_wanted = |text: &str, position: Pos2| fits(text) && position.x > 900.0 && position.y < bottom;
        if let Some((_, position)) =
            bench.texts().filter(|(text, position)| is_wanted(text, *position)).last()
        {
            return position;
        }
        bench.frame(vec![Event::PointerMoved(Pos2::new(1150.0, 400.0))]);
        let (unit, phase, source) = (MouseWheelUnit::Point, TouchPhase::Move, MouseWheelSource::Wheel);
        let (delta, modifiers) = (Vec2::new(0.0, -60.0), Modifiers::NONE);
        bench.frame(vec![Event::MouseWheel { unit, phase, delta, source, modifiers }]);
        (0..30).for_each(|_| bench.frame(Vec::new()));
    }
    panic!("no text {label:?} in the panel");
}

/// Clicks the foremost text of a label in the panel at the right, which may have to be scrolled.
pub(super) fn click(bench: &mut Bench, label: &str) {
    let position = scroll_to(bench, label, 740.0);
    bench.click(position);
}

fn weight(bench: &Bench, id: ExpressionId) -> f32 {
    bench.state.shown.player.actor.frame().expression_weights()[id.index()]
}

#[test]
fn an_emotion_is_chosen_fades_in_and_out() {
    let mut bench = Bench::new();
    let happy = bench.state.shown.player.actor.character().find_expression("happy").unwrap();
    // Other menus say "none" too. The menu opens below.
    let row = scroll_to(&mut bench, "Emotion", 560.0).y;
    let (_, menu) = bench.texts().find(|(text, at)| *text == "none" && (at.y - row).abs() < 8.0).unwrap();
    bench.click(menu);
    bench.frame(Vec::new());
    click(&mut bench, "happy");
    let before = weight(&bench, happy);
    (0..90).for_each(|_| bench.frame(Vec::new()));
    assert!(before < 0.5 && weight(&bench, happy) > 0.98, "{before} {}", weight(&bench, happy));
    // A steady emotion needs no further pictures.
    bench.state.apply(Command::Play(None));
    (0..120).for_each(|_| bench.frame(Vec::new()));
    assert!(!bench.state.is_moving(), "the emotion is steady");
    bench.state.apply(Command::Emotion(Some("happy".to_owned()), 0.4));
    assert!(bench.state.is_moving(), "the emotion fades");
    (0..90).for_each(|_| bench.frame(Vec::new()));
    assert!((weight(&bench, happy) - 0.4).abs() < 0.01, "{}", weight(&bench, happy));
    bench.state.apply(Command::Emotion(None, 0.4));
    (0..90).for_each(|_| bench.frame(Vec::new()));
    assert!(weight(&bench, happy) < 0.01);
}

#[test]
fn a_dropped_face_map_is_used_until_another_character_opens() {
    let mut bench = Bench::new();
    let text = br#"(emotions: {"grin": (morphs: {"mouthSmileLeft": 1, "mouthSmileRight": 1})})"#;
    let map = Scratch::file("grin.ron", text);
    let has_grin = |bench: &Bench| {
        bench.state.shown.player.actor.face().unwrap().rig().emotions().any(|emotion| emotion == "grin")
    };
    assert!(!has_grin(&bench));
    bench.drop(map.0.clone());
    bench.frame(Vec::new());
    assert!(bench.state.messages.is_empty() && has_grin(&bench));
    let name = map.0.file_name().unwrap().to_str().unwrap().to_owned();
    scroll_until(&mut bench, &name, 740.0, |text| text.starts_with("Shapes of") && text.ends_with(&name));
    for (text, expected) in [
        (&b"(blink: (morphs: {\"jawOpne\": 1}))"[..], "did you mean \"jawOpen\"?"),
        (b"(emotions: {\"grin\": (morphs: {\"jawOpen\": 1}, weight: 2)})", "weight"),
    ] {
        let slip = Scratch::file("slip.ron", text);
        bench.drop(slip.0.clone());
        let message = bench.state.messages.last().unwrap();
        assert!(message.is_error && message.text.contains(expected), "{message:?}");
        assert!(has_grin(&bench), "the one before stays");
    }
    bench.state.apply(Command::OpenBuiltIn);
    bench.frame(Vec::new());
    assert!(!has_grin(&bench) && bench.state.shown.face_map.is_none());
}

#[test]
fn eyes_and_blinks_are_switched_on_and_move_a_character_at_rest() {
    let mut bench = Bench::new();
    bench.state.apply(Command::Play(None));
    bench.frame(Vec::new());
    click(&mut bench, "Live eyes");
    click(&mut bench, "Blinks");
    assert!(
        bench.state.is_on(Switch::LiveEyes) && bench.state.is_on(Switch::Blinks) && bench.state.is_moving()
    );
    let blink = bench.state.shown.player.actor.character().find_expression("blink").unwrap();
    let (mut closed, mut gazes) = (0.0f32, Vec::new());
    for _ in 0..900 {
        bench.frame(Vec::new());
        closed = closed.max(weight(&bench, blink));
        let gaze = bench.state.shown.player.actor.face().unwrap().resolved_gaze().unwrap().angles;
        gazes.push(gaze.yaw.hypot(gaze.pitch));
    }
    assert!(closed > 0.9, "{closed}");
    assert!(gazes.iter().any(|gaze| *gaze > 0.03), "a glance aside");
    click(&mut bench, "Live eyes");
    click(&mut bench, "Blinks");
    assert!(!bench.state.is_on(Switch::LiveEyes) && !bench.state.is_on(Switch::Blinks));
}
