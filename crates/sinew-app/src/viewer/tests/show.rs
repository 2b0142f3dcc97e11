//! Shows in the window.

use super::harness::Bench;
use super::window_image::FORMAT;
use crate::show::{ShowPlayer, built_in};
use crate::viewer::command::Command;
use crate::viewer::picture::CharacterPicture;
use egui::{Event, Key, Modifiers, PointerButton, RawInput};
use sinew::glam::Vec2;
use sinew_render::Gpu;
use std::path::Path;

/// The window with the show of the repository in it.
fn bench() -> Bench {
    let mut bench = Bench::new();
    bench.drop(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/hero/show.ron"));
    assert!(
        bench.state.show.is_some(),
        "{:?}",
        bench.state.messages.iter().map(|m| &m.text).collect::<Vec<_>>()
    );
    bench
}

fn time(bench: &Bench) -> f64 {
    bench.state.show.as_ref().unwrap().time().0
}

#[test]
fn a_show_plays_pauses_and_starts_over() {
    let mut bench = bench();
    (0..30).for_each(|_| bench.frame(Vec::new()));
    let played = time(&bench);
    assert!((0.4..0.6).contains(&played) && bench.state.is_moving(), "{played}");
    bench.press(Key::Space);
    let paused = time(&bench);
    (0..10).for_each(|_| bench.frame(Vec::new()));
    assert!(time(&bench) == paused && !bench.state.is_moving());
    bench.press(Key::Space);
    bench.state.apply(Command::RestartShow);
    bench.frame(Vec::new());
    assert!(time(&bench) < 0.1, "{}", time(&bench));
    assert!(bench.texts().any(|(text, _)| text.contains("/ 30.00 s")));
    bench.state.apply(Command::CloseShow);
    bench.frame(Vec::new());
    assert!(bench.state.show.is_none() && bench.texts().any(|(text, _)| text == "Built-in character"));
}

#[test]
fn the_built_in_show_plays_in_the_window() {
    let mut bench = Bench::new();
    bench.state.begin_show(ShowPlayer::new(built_in::built_in().unwrap()).unwrap());
    (0..10).for_each(|_| bench.frame(Vec::new()));
    assert!(time(&bench) > 0.1 && bench.texts().any(|(text, _)| text.contains("/ 30.00 s")));
}

#[test]
fn the_mouse_takes_the_camera_and_f_gives_it_back() {
    let mut bench = bench();
    bench.press(Key::Space);
    let own = bench.state.camera();
    let middle = bench.layout.picture.center();
    let button = |pressed| Event::PointerButton {
        pos: middle,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    bench.frame(vec![Event::PointerMoved(middle)]);
    bench.frame(vec![button(true)]);
    bench.frame(vec![Event::PointerMoved(middle + egui::vec2(120.0, 10.0))]);
    bench.frame(vec![button(false)]);
    let turned = bench.state.camera();
    assert!(turned.eye.distance(own.eye) > 0.3 && turned.target.distance(own.target) < 1e-3);
    bench.press(Key::F);
    assert_eq!(bench.state.camera(), own);
    // What is about the character is left alone.
    bench.state.apply(Command::Orbit(Vec2::ZERO));
    bench.press(Key::D);
    assert!(!bench.state.shown.player.is_falling());
}

#[test]
fn a_show_is_drawn_in_the_window() {
    let gpu = match Gpu::off_screen() {
        Ok(gpu) => gpu,
        Err(error) => return test_needs::skip(test_needs::Need::Gpu, error.to_string()),
    };
    let mut bench = bench();
    let mut picture = CharacterPicture::new(&gpu, FORMAT);
    let first = bench.window_image(&gpu, &mut picture);
    bench.run_for(RawInput::default(), 0.2);
    bench.run_for(RawInput::default(), 0.2);
    let later = bench.window_image(&gpu, &mut picture);
    assert!(first.rgba != later.rgba);
    bench.state.apply(Command::CloseShow);
    let character = bench.window_image(&gpu, &mut picture);
    assert!(character.rgba != later.rgba);
}
