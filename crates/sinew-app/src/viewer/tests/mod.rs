//! Keys, clicks and dropped files, played through egui without a window.

mod clip_edits;
mod display;
mod face;
mod hair;
mod handles;
mod harness;
mod light;
mod open_recent;
mod ragdoll;
mod ragdoll_file;
mod ragdoll_mouse;
mod reload;
mod reload_bench;
mod reload_character;
mod reload_files;
mod scenes;
mod set_up;
mod show;
mod show_seek;
mod show_sound;
mod slow_frames;
mod speech;
mod stamps;
mod window_image;
mod wrinkles;

use crate::asset::source;
use crate::options::playback::PlaybackOptions;
use crate::player::spring_tests::with_springs;
use crate::test_files::turned_around;
use crate::viewer::command::{Command, Switch};
use crate::viewer::recent_files::RecentFiles;
use crate::viewer::state::State;
use crate::viewer::transport;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use harness::{Bench, Scratch, clip_of};
use sinew::Actor;
use sinew::character::MorphTargetId;
use sinew_render::ViewPreset;
use std::path::PathBuf;
use std::sync::Arc;

#[test]
fn the_first_clip_plays_and_keys_choose_others() {
    let mut bench = Bench::new();
    let clips = bench.state.shown.player.actor.clips().len();
    assert!(clips >= 2 && bench.state.is_moving());
    assert_eq!(bench.playing(), Some(0));
    bench.press(Key::Num2);
    assert_eq!(bench.playing(), Some(1));
    bench.press(Key::PageUp);
    bench.press(Key::PageUp);
    assert_eq!(bench.playing(), Some(clips - 1), "the list goes round");
    bench.press(Key::Num0);
    assert_eq!(bench.playing(), None);
    bench.press(Key::PageDown);
    assert_eq!(bench.playing(), Some(0));
}

#[test]
fn a_click_on_a_clip_plays_it() {
    let mut bench = Bench::new();
    // The position depends on the fonts; the first one that changes the clip will do.
    let changed = (120..400).step_by(10).any(|y| {
        bench.click(Pos2::new(60.0, y as f32));
        bench.playing().is_some_and(|clip| clip > 0)
    });
    assert!(changed);
    let clip = bench.playing();
    bench.press(Key::Space);
    assert!(!bench.state.transport.playing, "space is not a click on the clip again");
    assert_eq!(bench.playing(), clip);
}

#[test]
fn space_pauses_and_arrows_step() {
    let mut bench = Bench::new();
    bench.press(Key::Space);
    let before = bench.time();
    bench.frame(Vec::new());
    assert_eq!(bench.time(), before);
    bench.press(Key::ArrowRight);
    assert!((bench.time() - before - 1.0 / 30.0).abs() < 1e-5);
    bench.press(Key::ArrowLeft);
    assert!((bench.time() - before).abs() < 1e-5);
    bench.press(Key::Space);
    bench.frame(Vec::new());
    assert!(bench.time() > before);
}

#[test]
fn a_clip_that_does_not_loop_stops_and_starts_over() {
    let mut bench = Bench::new();
    bench.state.apply(Command::Looping(false));
    bench.state.apply(Command::Speed(4.0));
    for _ in 0..300 {
        bench.frame(Vec::new());
    }
    let (time, _, last) = transport::clip_time(&bench.state.shown.player.actor).unwrap();
    assert_eq!(time, last);
    assert!(!bench.state.transport.playing);
    bench.press(Key::Space);
    assert!(bench.state.transport.playing && bench.time() < last);
}

#[test]
fn camera_options_set_the_first_view() {
    let mut bench = Bench::new();
    let usual = bench.state.orbit;
    let options = ["sinew", "view", "--view", "back", "--elevation", "20", "--zoom", "2"];
    let call = <crate::Cli as clap::Parser>::try_parse_from(options).unwrap();
    let Some(crate::Verb::View(view)) = call.verb else { panic!("another verb") };
    bench.state.camera = view.camera();
    bench.state.viewport = [0.0; 2];
    bench.frame(Vec::new());
    let asked = bench.state.orbit;
    let eye = asked.direction().towards_eye();
    assert!(eye.z < -0.9 && (eye.y - 20f32.to_radians().sin()).abs() < 1e-3, "{eye}");
    let distance = |orbit: super::orbit::Orbit| orbit.camera().eye.distance(orbit.camera().target);
    assert!(distance(asked) < 0.7 * distance(usual), "{} {}", distance(asked), distance(usual));
}

#[test]
fn dragging_turns_the_camera_and_f_frames() {
    let mut bench = Bench::new();
    let before = bench.state.orbit;
    let middle = bench.layout.picture.center();
    let button = |pressed| Event::PointerButton {
        pos: middle,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    bench.frame(vec![Event::PointerMoved(middle)]);
    bench.frame(vec![button(true)]);
    bench.frame(vec![Event::PointerMoved(middle + Vec2::new(80.0, 30.0))]);
    bench.frame(vec![Event::PointerMoved(middle + Vec2::new(120.0, 50.0)), button(false)]);
    let turned = bench.state.orbit;
    assert_ne!(turned.direction(), before.direction());
    bench.state.apply(Command::Zoom(3.0));
    bench.press(Key::F);
    let framed = bench.state.orbit;
    assert!(
        (framed.direction().towards_eye() - turned.direction().towards_eye()).length() < 1e-4,
        "framing keeps the side"
    );
    let distance = |orbit: crate::viewer::orbit::Orbit| orbit.camera().eye.distance(orbit.camera().target);
    assert!((distance(framed) / distance(before) - 1.0).abs() < 0.5);
}

#[test]
fn views_count_from_the_side_that_the_body_faces() {
    let mut bench = Bench::new();
    let mut eye = |view| {
        bench.state.apply(Command::Frame(Some(view)));
        bench.state.orbit.direction().towards_eye()
    };
    assert!(eye(ViewPreset::Front).z > 0.9 && eye(ViewPreset::Left).x > 0.9);
    bench.state.shown.player.actor = Actor::without_clips(Arc::new(turned_around()));
    let mut eye = |view| {
        bench.state.apply(Command::Frame(Some(view)));
        bench.state.orbit.direction().towards_eye()
    };
    assert!(eye(ViewPreset::Front).z < -0.9 && eye(ViewPreset::Left).x < -0.9);
}

#[test]
fn overlays_and_help_have_keys() {
    let mut bench = Bench::new();
    for key in [Key::S, Key::B, Key::G, Key::H, Key::E, Key::V] {
        bench.press(key);
    }
    (0..30).for_each(|_| bench.frame(Vec::new()));
    let on = bench.state.on;
    assert_eq!([on.skeleton, on.bounds, on.ground, bench.state.help], [true, true, false, true]);
    assert!(on.eye_contact && on.first_person && on.constraints);
    let help: Vec<&str> = bench.texts().map(|(text, _)| text).collect();
    let says = |words: &str| help.iter().any(|text| text.contains(words));
    assert!(says("Clips of a file without meshes") && says("else retargeted"), "{help:?}");
    bench.press(Key::S);
    assert!(!bench.state.on.skeleton);
}

#[test]
fn a_click_on_springs_switches_the_spring_bones() {
    let mut file = source::built_in().unwrap();
    file.imported.character = with_springs(file.imported.character, "leftHand", "");
    let mut bench = Bench::new();
    bench.state = State::new(file, &PlaybackOptions::default(), RecentFiles::default()).unwrap();
    (0..3).for_each(|_| bench.frame(Vec::new()));
    for on in [false, true] {
        let position = bench.texts().find(|(text, _)| *text == "Springs").expect("the switch").1;
        bench.click(position);
        bench.frame(Vec::new());
        assert_eq!(bench.state.is_on(Switch::Springs), on);
        assert_eq!(bench.state.shown.player.actor.springs().is_some(), on);
    }
}

#[test]
fn f_frames_the_character_where_it_has_travelled_to() {
    let mut bench = Bench::new();
    bench.state.shown.player.actor.play("walk").unwrap();
    bench.press(Key::T);
    (0..240).for_each(|_| bench.frame(Vec::new()));
    let position = |bench: &Bench| bench.state.shown.player.actor.frame().world_from_model().translation;
    let off = |bench: &Bench| bench.state.orbit.camera().target.distance(position(bench).into());
    assert!(position(&bench).length() > 3.0);
    bench.press(Key::F);
    assert!(off(&bench) < 1.5, "the camera frames the character");
    bench.press(Key::T);
    assert!(position(&bench).length() == 0.0 && off(&bench) < 1.5);
}

#[test]
fn morphs_are_held_and_given_back() {
    let mut bench = Bench::new();
    let lead = &bench.state.shown.player.actor;
    let name = lead.character().meshes().iter().flat_map(|m| m.morph_names.clone()).next().unwrap();
    let MorphTargetId { instance, target } = lead.character().find_morphs(&name).next().unwrap();
    let weight = |bench: &Bench| bench.state.shown.player.actor.frame().morph_weights(instance)[target];
    bench.state.apply(Command::Hold(name.clone(), 0.77));
    bench.frame(Vec::new());
    assert_eq!(weight(&bench), 0.77);
    bench.state.apply(Command::ReleaseAll);
    bench.frame(Vec::new());
    assert_ne!(weight(&bench), 0.77);
    bench.state.apply(Command::Hold("no such thing".into(), 1.0));
    assert!(bench.state.held.is_empty());
}

#[test]
fn a_dropped_character_takes_the_place_and_a_broken_file_says_why() {
    let mut bench = Bench::new();
    let copy = Scratch::file("copy.glb", &source::Source::built_in().bytes);
    bench.drop(copy.0.clone());
    assert_eq!(bench.state.shown.path.as_ref(), Some(&copy.0));
    assert!(bench.state.messages.is_empty() && bench.state.is_moving());

    let broken = Scratch::file("broken.glb", b"glTF, not really");
    bench.drop(broken.0.clone());
    assert_eq!(bench.state.shown.path.as_ref(), Some(&copy.0), "what was shown stays");
    let message = bench.state.messages.last().unwrap();
    assert!(message.is_error && message.text.contains("broken.glb"), "{message:?}");
    bench.drop(PathBuf::from("/no/such/file.glb"));
    assert_eq!(bench.state.messages.len(), 2);
    bench.state.apply(Command::Dismiss(0));
    assert_eq!(bench.state.messages.len(), 1);
}

#[test]
fn a_path_is_typed_into_the_open_field() {
    let mut bench = Bench::new();
    let copy = Scratch::file("copy.glb", &source::Source::built_in().bytes);
    let button = bench.texts().find(|(text, _)| *text == "Open…").expect("the button").1;
    bench.click(button);
    assert_eq!(bench.layout.open_path.as_deref(), Some(""));
    // The field takes the focus.
    (0..2).for_each(|_| bench.frame(Vec::new()));
    bench.frame(vec![Event::Text(copy.0.display().to_string())]);
    bench.press(Key::Enter);
    assert_eq!(bench.state.shown.path.as_ref(), Some(&copy.0));
    assert_eq!(bench.layout.open_path, None);

    bench.layout.open_path = Some("/no/such/file.glb".into());
    (0..2).for_each(|_| bench.frame(Vec::new()));
    bench.press(Key::Escape);
    assert!(bench.layout.open_path.is_none() && bench.state.messages.is_empty(), "Escape opens nothing");
}

#[test]
fn a_humanoid_without_motion_is_offered_the_built_in_clips() {
    let mut file = source::built_in().unwrap();
    let clips = std::mem::take(&mut file.imported.clips).len();
    let mut state = State::new(file, &PlaybackOptions::default(), RecentFiles::default()).unwrap();
    assert!(state.shown.player.actor.clips().is_empty());
    state.apply(Command::AddBuiltInClips);
    let actor = &state.shown.player.actor;
    assert_eq!(actor.clips().len(), clips);
    assert!(actor.playback().is_some() && actor.clips().first_moving().is_some());
    let message = state.messages.last().unwrap();
    assert!(!message.is_error && message.text.contains("clips from"), "{message:?}");
}

#[test]
fn clips_alone_are_bound_by_name() {
    let mut bench = Bench::new();
    let before = bench.state.shown.player.actor.clips().len();
    let hips = {
        let lead = &bench.state.shown.player.actor;
        let clip = lead.clips()[sinew::ClipId(0)].raw().expect("an uncompressed clip");
        let track = clip.joints[0].joint;
        lead.character().skeleton().name(track).to_owned()
    };
    let fitting = Scratch::file("clips.gltf", clip_of(&hips).as_bytes());
    bench.drop(fitting.0.clone());
    let lead = &bench.state.shown.player.actor;
    assert_eq!(lead.clips().len(), before + 1, "{:?}", bench.state.messages);
    assert_eq!(lead.clips()[sinew::ClipId(before as u32)].name(), "borrowed");
    assert_eq!(bench.playing(), Some(before));

    let foreign = Scratch::file("foreign.gltf", clip_of("tentacle").as_bytes());
    bench.drop(foreign.0.clone());
    // Clips of another rig are shown on their own skeleton.
    let lead = &bench.state.shown.player.actor;
    assert_eq!((lead.clips().len(), lead.character().mesh_instances().len()), (1, 0));
    assert_eq!(bench.playing(), Some(0));
}
