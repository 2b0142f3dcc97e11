//! Sound of shows in the window, on an output that stands in for a loudspeaker.

use super::harness::{Bench, Scratch};
use crate::sound::{Playhead, SoundOutput};
use crate::viewer::command::Command;
use crate::viewer::sound_playback::SoundPlayback;
use egui::{Key, RawInput};
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// Samples that the output plays in a frame of the window.
const FRAME: usize = 48_000 / 60;

/// Output that plays as fast as it is asked for samples.
#[derive(Clone)]
struct TestOutput(Rc<RefCell<Playhead>>);

impl SoundOutput for TestOutput {
    fn play(&self, seconds: f64, speed: f64) {
        self.0.borrow_mut().play(seconds, speed);
    }

    fn pause(&self) {
        self.0.borrow_mut().pause();
    }

    fn position(&self) -> f64 {
        self.0.borrow().position()
    }
}

/// The window with a show in which a line is spoken, and the output with it.
struct Talk {
    bench: Bench,
    output: TestOutput,
    /// All lines of the show.
    sound: Arc<[f32]>,
    _file: Scratch,
}

impl Talk {
    fn new() -> Self {
        Self::of(Bench::new())
    }

    fn of(mut bench: Bench) -> Self {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        let data = data.display().to_string().replace('\\', "/");
        let text = format!(
            r#"(seconds: 6, cast: {{"a": (setup: "{data}/sinew.vrm")}},
                cues: [(at: 0.25, what: Speak("{data}/speech/line.flac"))])"#
        );
        let file = Scratch::file("talk.ron", text.as_bytes());
        bench.drop(file.0.clone());
        let show = bench.state.show.as_mut().expect("a show");
        let sound: Arc<[f32]> = show.player.sound(0.0, 6.0).unwrap().unwrap().into();
        let output = TestOutput(Rc::new(RefCell::new(Playhead::new(sound.clone()))));
        show.sound = SoundPlayback::on(Box::new(output.clone()));
        Self { bench, output, sound, _file: file }
    }

    fn time(&self) -> f64 {
        self.bench.state.show.as_ref().unwrap().time().0
    }

    /// Samples of the sound of the show around a time, and the sum of their squares.
    fn energy_at(&self, time: f64) -> f32 {
        let middle = (time * 48_000.0) as usize;
        energy(&self.sound[middle.saturating_sub(FRAME)..middle + FRAME])
    }

    /// Plays a frame and returns what is heard in it.
    fn hear(&mut self) -> Vec<f32> {
        self.bench.frame(Vec::new());
        let mut heard = vec![9.0; FRAME];
        self.output.0.borrow_mut().fill(48_000, 0.0, heard.iter_mut().map(|to| |sample| *to = sample));
        heard
    }

    /// Plays some frames; each of them is heard within two frames of its time.
    fn plays_in_step(&mut self, frames: usize, speed: f64) {
        for _ in 0..frames {
            let heard = self.hear();
            let (time, position) = (self.time(), self.output.position());
            assert!((time - position).abs() < 2.5 * speed.max(1.0) / 60.0, "{time} s, heard {position} s");
            if speed == 1.0 {
                let from = (position * 48_000.0).round() as usize - FRAME;
                let [heard, mixed] = [energy(&heard), energy(&self.sound[from..from + FRAME])];
                // Between two samples it is interpolated.
                assert!((heard - mixed).abs() <= 0.1 * mixed + 1e-6, "{time} s: {heard} {mixed}");
            }
        }
    }
}

fn energy(samples: &[f32]) -> f32 {
    samples.iter().map(|sample| sample * sample).sum()
}

#[test]
fn a_show_is_heard_in_step_and_silent_while_paused() {
    let mut talk = Talk::new();
    talk.plays_in_step(90, 1.0);
    assert!(talk.energy_at(talk.time()) > 0.0, "it speaks at {} s", talk.time());
    talk.bench.press(Key::Space);
    let paused = talk.time();
    (0..10).for_each(|_| assert_eq!(talk.hear(), vec![0.0; FRAME]));
    assert_eq!(talk.time(), paused);
    talk.bench.press(Key::Space);
    talk.plays_in_step(20, 1.0);
    // A frame that takes long: the sound waits for the picture.
    (0..60).for_each(|_| talk.output.0.borrow_mut().fill(48_000, 0.0, (0..FRAME).map(|_| |_| ())));
    talk.bench.run_for(RawInput::default(), 1.0);
    (0..30).for_each(|_| drop(talk.hear()));
    talk.plays_in_step(20, 1.0);
}

#[test]
fn the_sound_follows_the_speed_of_the_show_and_starts_over_with_it() {
    let mut talk = Talk::new();
    for speed in [0.5, 2.0] {
        talk.bench.state.apply(Command::Speed(speed));
        talk.hear();
        let before = talk.time();
        talk.plays_in_step(40, f64::from(speed));
        let passed = talk.time() - before;
        assert!((passed - f64::from(speed) * 40.0 / 60.0).abs() < 0.05, "{speed}: {passed}");
    }
    talk.bench.state.apply(Command::Speed(0.0));
    assert_eq!(talk.hear(), vec![0.0; FRAME]);
    talk.bench.state.apply(Command::Speed(1.0));
    talk.bench.state.apply(Command::RestartShow);
    assert_eq!(talk.hear(), vec![0.0; FRAME]);
    talk.plays_in_step(10, 1.0);
    assert!(talk.output.position() < 0.3);
    // Closing the show lets go of the output.
    talk.bench.state.apply(Command::CloseShow);
    assert_eq!(Rc::strong_count(&talk.output.0), 1);
}

#[test]
fn a_show_is_silent_while_it_is_sought_and_heard_from_there() {
    let mut talk = Talk::new();
    talk.plays_in_step(20, 1.0);
    talk.bench.state.show.as_mut().unwrap().slice = std::time::Duration::ZERO;
    for time in [1.5, 0.5] {
        talk.bench.state.apply(Command::Seek(time));
        while talk.bench.state.show.as_ref().unwrap().goal().is_some() {
            assert_eq!(talk.hear(), vec![0.0; FRAME]);
        }
        assert!((talk.time() - time).abs() < 0.01, "{}", talk.time());
        talk.plays_in_step(20, 1.0);
    }
}

#[test]
fn an_output_that_stops_is_followed_no_longer() {
    let mut talk = Talk::new();
    (0..90).for_each(|_| talk.bench.frame(Vec::new()));
    let stuck = talk.time();
    (0..60).for_each(|_| talk.bench.frame(Vec::new()));
    assert!(talk.time() > stuck + 0.5, "{stuck} {}", talk.time());
}

#[test]
fn the_character_behind_a_show_is_silent_and_takes_over_its_speed() {
    let mut bench = Bench::new();
    bench.press(Key::L);
    while bench.state.speech.is_analysing() {
        bench.frame(Vec::new());
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(bench.state.speech.playing);
    let talk = Talk::of(bench);
    let mut bench = talk.bench;
    assert!(!bench.state.speech.playing);
    bench.state.apply(Command::Speed(2.0));
    bench.state.apply(Command::CloseShow);
    let playback = bench.state.shown.player.actor.playback().unwrap();
    assert_eq!((playback.speed, bench.state.transport.speed), (2.0, 2.0));
}

#[test]
fn a_show_without_a_loudspeaker_plays_and_says_so_at_most_once() {
    let mut talk = Talk::new();
    talk.bench.state.show.as_mut().unwrap().sound = SoundPlayback::default();
    (0..60).for_each(|_| talk.bench.frame(Vec::new()));
    assert!((0.9..1.1).contains(&talk.time()), "{}", talk.time());
    assert!(talk.bench.state.messages.len() <= 1);
}
