//! Seeking in shows: the slider, the arrow keys, and frames that are the same afterwards.

use super::harness::{Bench, Scratch};
use crate::viewer::command::Command;
use crate::viewer::open_show::OpenShow;
use egui::{Key, Pos2};
use sinew::glam::Affine3A;
use std::path::Path;
use std::time::Duration;

/// The window with a show of three seconds in which a character falls, and its file.
fn bench() -> (Bench, Scratch) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let data = data.display().to_string().replace('\\', "/");
    let text = format!(
        r#"(seconds: 3, cast: {{"a": (setup: "{data}/sinew.vrm")}}, cues: [(at: 0.5, what: Fall)],
            props: {{"crate": Box(position: (0, 0, 0.5), size: (0.4, 0.4, 0.4))}})"#
    );
    let file = Scratch::file("fall.ron", text.as_bytes());
    let mut bench = Bench::new();
    bench.drop(file.0.clone());
    assert!(bench.state.show.is_some(), "{:?}", bench.state.messages.last());
    (bench, file)
}

fn show(bench: &Bench) -> &OpenShow {
    bench.state.show.as_ref().unwrap()
}

fn time(bench: &Bench) -> f64 {
    show(bench).time().0
}

/// Transforms of all joints in the present frame.
fn pose(bench: &Bench) -> Vec<Affine3A> {
    let actors = show(bench).player.actors();
    actors
        .flat_map(|actor| actor.frame().model().iter().map(|joint| actor.frame().world_from_model() * *joint))
        .collect()
}

/// Seeks and waits for the frame; returns the number of frames of the window.
fn seek(bench: &mut Bench, time: f64) -> usize {
    bench.state.apply(Command::Seek(time));
    let mut frames = 0;
    while show(bench).goal().is_some() {
        assert!(bench.state.is_moving() && frames < 1000);
        bench.frame(Vec::new());
        frames += 1;
    }
    frames
}

#[test]
fn a_frame_that_is_sought_is_the_one_that_plays() {
    let (mut bench, _file) = bench();
    bench.press(Key::Space);
    seek(&mut bench, 0.0);
    let played: Vec<_> = (1..=150_u32)
        .map(|_| {
            let next = time(&bench) + 1.0 / 60.0;
            seek(&mut bench, next);
            pose(&bench)
        })
        .collect();
    assert!((time(&bench) - 2.5).abs() < 1e-5, "{}", time(&bench));
    for step in [60_u32, 25, 149, 90, 1, 120, 121] {
        seek(&mut bench, f64::from(step) / 60.0);
        assert!((time(&bench) - f64::from(step) / 60.0).abs() < 1e-5);
        assert!(pose(&bench) == played[step as usize - 1], "step {step}");
    }
    // Times outside of the show are its ends. It stays at its last frame, and starts over when it plays on.
    seek(&mut bench, 99.0);
    (0..5).for_each(|_| bench.frame(Vec::new()));
    assert!((time(&bench) - 3.0).abs() < 1e-5);
    bench.press(Key::Space);
    (0..4).for_each(|_| bench.frame(Vec::new()));
    assert!(time(&bench) < 0.2, "{}", time(&bench));
    bench.press(Key::Space);
    seek(&mut bench, -1.0);
    assert_eq!(time(&bench), 0.0);
}

#[test]
fn the_arrow_keys_step_a_show_and_the_slider_seeks() {
    let (mut bench, _file) = bench();
    seek(&mut bench, 1.5);
    bench.press(Key::ArrowRight);
    assert!(!bench.state.transport.playing);
    let settled = |bench: &mut Bench| (0..60).for_each(|_| bench.frame(Vec::new()));
    settled(&mut bench);
    let (now, there) = (time(&bench), pose(&bench));
    bench.press(Key::ArrowLeft);
    settled(&mut bench);
    assert!((now - time(&bench) - 1.0 / 30.0).abs() < 1e-5 && pose(&bench) != there);
    bench.press(Key::ArrowRight);
    settled(&mut bench);
    assert!(time(&bench) == now && pose(&bench) == there);
    let label = bench.texts().find(|(text, _)| text.contains("/ 3.00 s")).expect("the time").1;
    for (right, range) in [(150.0, 0.1..1.0), (500.0, 1.2..3.0)] {
        bench.click(Pos2::new(label.x + right, label.y));
        settled(&mut bench);
        assert!(range.contains(&time(&bench)), "{right}: {}", time(&bench));
    }
}

#[test]
fn the_window_goes_on_drawing_while_a_show_catches_up() {
    let (mut bench, _file) = bench();
    bench.press(Key::Space);
    let from = show(&bench).player.steps();
    // Without time there is a step in each frame.
    bench.state.show.as_mut().unwrap().slice = Duration::ZERO;
    bench.state.apply(Command::Seek(2.0));
    bench.frame(Vec::new());
    bench.frame(Vec::new());
    assert_eq!(show(&bench).player.steps(), from + 2);
    assert!(bench.texts().any(|(text, _)| text.contains("of 2.00 / 3.00 s")));
    assert_eq!(seek(&mut bench, 2.0) as u64, 120 - from - 2);
    // From the snapshot of the first second it is shorter than from the beginning.
    assert!(seek(&mut bench, 1.1) < 10);
    bench.state.apply(Command::RestartShow);
    bench.frame(Vec::new());
    assert_eq!(time(&bench), 0.0);
}
