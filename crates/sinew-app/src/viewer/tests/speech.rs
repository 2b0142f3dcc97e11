//! Sounds that the character speaks.

use super::harness::{Bench, Scratch, triangle};
use crate::viewer::command::Command;
use crate::viewer::speech::SpeechMode;
use egui::{Key, Vec2};
use sinew::face::Viseme;
use sinew_speech::timeline::VisemeCue;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// File that comes with Sinew.
fn own_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/speech").join(name)
}

/// Waits until no sound is analysed.
fn wait(bench: &mut Bench) {
    for _ in 0..2000 {
        bench.frame(Vec::new());
        if !bench.state.speech.is_analysing() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the analysis takes more than 20 s");
}

fn mouth(bench: &mut Bench) -> [f32; Viseme::COUNT] {
    bench.state.shown.player.actor.face_mut().unwrap().visemes()
}

fn is_at_rest(bench: &mut Bench) -> bool {
    mouth(bench)[1..].iter().all(|weight| *weight < 0.02)
}

#[test]
fn a_dropped_sound_is_spoken_in_step_with_its_time() {
    let mut bench = Bench::new();
    bench.drop(own_file("line.flac"));
    wait(&mut bench);
    assert!(bench.state.messages.is_empty(), "{:?}", &bench.state.messages[..]);
    let line = bench.state.speech.line.as_ref().unwrap();
    assert_eq!((line.name.as_str(), line.mode), ("line.flac", SpeechMode::Phones));
    assert!(bench.state.speech.playing && bench.state.is_moving());
    let lips = line.cues.iter().find(|cue| cue.viseme == Viseme::PP).unwrap();
    let (closed, end) = ((lips.start + lips.end) / 2.0, line.duration());
    // Pictures, words, phones and visemes are in the strip.
    bench.frame(Vec::new());
    for text in ["pumpkins", "AA", "PP", "line.flac", "Phones"] {
        assert!(bench.texts().any(|(label, _)| label == text), "{text}");
    }
    bench.state.apply(Command::Talk);
    bench.state.apply(Command::SeekSpeech(closed));
    bench.frame(Vec::new());
    assert!(mouth(&mut bench)[Viseme::PP.index()] > 0.6, "{:?}", mouth(&mut bench));
    for _ in 0..10 {
        bench.frame(Vec::new());
    }
    assert_eq!(bench.state.speech.time, closed, "it is paused");
    // It plays to its end and stays there; then it starts over.
    bench.state.apply(Command::SeekSpeech(1e9));
    bench.press(Key::L);
    assert!(bench.state.speech.playing && bench.state.speech.time < 0.2);
    for _ in 0..((end * 60.0) as usize + 60) {
        bench.frame(Vec::new());
    }
    assert!(!bench.state.speech.playing && bench.state.speech.time == end && is_at_rest(&mut bench));
}

#[test]
fn the_silent_clock_keeps_time_through_slow_frames() {
    let mut bench = Bench::new();
    bench.press(Key::L);
    wait(&mut bench);
    if bench.state.speech.is_heard() {
        eprintln!("skipped: a loudspeaker keeps the time");
        return;
    }
    bench.state.apply(Command::SeekSpeech(0.5));
    bench.run_for(Default::default(), 1.0);
    assert!((bench.state.speech.time - 1.5).abs() < 1e-4, "{}", bench.state.speech.time);
}

#[test]
fn a_click_on_the_strip_seeks() {
    let mut bench = Bench::new();
    bench.press(Key::L);
    wait(&mut bench);
    bench.state.apply(Command::Talk);
    // The strip settles its size in the first frames.
    (0..3).for_each(|_| bench.frame(Vec::new()));
    let word = |text: &str, bench: &Bench| bench.texts().find(|(label, _)| *label == text).expect("a word").1;
    let span = bench.state.speech.line.as_ref().unwrap().track.words().iter();
    let (start, end) =
        span.filter(|span| span.word == "pumpkins").map(|span| (span.start, span.end)).next().unwrap();
    let position = word("pumpkins", &bench) - Vec2::new(0.0, 40.0);
    bench.click(position);
    let time = bench.state.speech.time;
    assert!(start < time && time < end, "{start} {time} {end}");
}

#[test]
fn other_methods_find_other_visemes_and_closing_rests_the_mouth() {
    let mut bench = Bench::new();
    bench.press(Key::L);
    wait(&mut bench);
    let mut seen = Vec::new();
    for mode in SpeechMode::ALL {
        bench.state.apply(Command::SetSpeechMode(mode));
        wait(&mut bench);
        let line = bench.state.speech.line.as_ref().unwrap();
        assert_eq!(line.mode, mode);
        assert!(!seen.contains(&line.cues), "{mode:?}");
        seen.push(line.cues.clone());
    }
    bench.state.apply(Command::SeekSpeech(1.5));
    bench.frame(Vec::new());
    assert!(!is_at_rest(&mut bench));
    bench.state.apply(Command::CloseSpeech);
    bench.frame(Vec::new());
    assert!(is_at_rest(&mut bench) && bench.state.speech.line.is_none());
}

#[test]
fn another_character_speaks_on_and_one_without_a_mouth_says_so() {
    let mut bench = Bench::new();
    bench.press(Key::L);
    wait(&mut bench);
    bench.state.apply(Command::Talk);
    bench.state.apply(Command::SeekSpeech(1.3));
    bench.state.apply(Command::OpenBuiltIn);
    bench.frame(Vec::new());
    assert!(!is_at_rest(&mut bench));
    let file = Scratch::file("thing-without-a-mouth.gltf", triangle().as_bytes());
    bench.drop(file.0.clone());
    bench.frame(Vec::new());
    let missing = bench.state.speech.missing_mouth.clone().unwrap_or_default();
    assert!(missing.contains("no mouth"), "{missing}");
    bench.frame(Vec::new());
    assert!(bench.texts().any(|(text, _)| text.contains("no mouth")));
    bench.state.apply(Command::OpenBuiltIn);
    bench.frame(Vec::new());
    assert!(bench.state.speech.missing_mouth.is_none() && !is_at_rest(&mut bench));
}

#[test]
fn a_transcript_beside_the_sound_gives_words() {
    let sound = Scratch::file("with-words.flac", &std::fs::read(own_file("line.flac")).unwrap());
    let text = Scratch(sound.0.with_extension("txt"));
    for (content, count) in
        [(std::fs::read(own_file("line.txt")).unwrap(), 12), (b"of another sound".into(), 0)]
    {
        std::fs::write(&text.0, content).unwrap();
        let mut bench = Bench::new();
        bench.drop(sound.0.clone());
        wait(&mut bench);
        let line = bench.state.speech.line.as_ref().expect("a line");
        assert_eq!(line.track.words().len(), count);
        assert_eq!(line.mode, if count > 0 { SpeechMode::Phones } else { SpeechMode::Offline });
    }
}

#[test]
fn bad_sounds_are_named() {
    for (name, content) in
        [("bad.wav", &b"RIFF\0\0"[..]), ("empty.mp3", b""), ("text.ogg", b"no sound at all")]
    {
        let mut bench = Bench::new();
        let file = Scratch::file(name, content);
        bench.drop(file.0.clone());
        wait(&mut bench);
        bench.frame(Vec::new());
        let message = bench.state.messages.last().expect("a message");
        assert!(message.is_error && message.text.contains(name), "{message:?}");
        assert!(bench.state.speech.line.is_none());
    }
    let mut bench = Bench::new();
    bench.drop("nowhere.wav".into());
    assert!(bench.state.messages.last().unwrap().text.contains("nowhere.wav"));
    let copy = Scratch::file("damaged.flac", &std::fs::read(own_file("line.flac")).unwrap());
    std::fs::write(copy.0.with_extension("TextGrid"), "File type = ").unwrap();
    bench.drop(copy.0.clone());
    wait(&mut bench);
    assert!(bench.state.messages.last().unwrap().text.contains("phones"), "{:?}", &bench.state.messages[..]);
}

#[test]
fn an_hour_of_sound_is_quick_to_paint() {
    let mut bench = Bench::new();
    bench.press(Key::L);
    wait(&mut bench);
    let line = bench.state.speech.line.as_mut().unwrap();
    let cues = line.cues.clone();
    let end = line.duration();
    // Cues of an hour in the place of those of a few seconds.
    line.cues.clear();
    for n in 0..1000 {
        let time = |seconds: f64| (f64::from(n) * end + seconds) / 1000.0;
        line.cues.extend(cues.iter().map(|cue| VisemeCue::new(time(cue.start), time(cue.end), cue.viseme)));
    }
    (0..3).for_each(|_| bench.frame(Vec::new()));
    let count = bench.shapes();
    assert!(count > 500 && count < 8000, "{count}");
}

#[test]
fn a_head_without_shapes_gets_a_mouth_by_a_button() {
    let Some(scan) = test_needs::asset("gltf/LeePerrySmith/LeePerrySmith.glb") else { return };
    let mut bench = Bench::new();
    bench.press(Key::L);
    wait(&mut bench);
    bench.drop(scan);
    bench.frame(Vec::new());
    assert!(bench.state.speech.missing_mouth.is_some());
    bench.frame(Vec::new());
    let button = bench.texts().find(|(text, _)| *text == "Add a mouth").map(|(_, position)| position);
    assert!(button.is_some());
    bench.state.apply(Command::AddFaceShapes);
    bench.state.apply(Command::SeekSpeech(1.3));
    bench.frame(Vec::new());
    assert!(bench.state.speech.missing_mouth.is_none() && !is_at_rest(&mut bench));
}
