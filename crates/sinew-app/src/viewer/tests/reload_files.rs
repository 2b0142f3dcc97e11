//! Files beside characters that change on the disk: rigs, ragdolls, spring bones, images, sounds, shows.

use super::harness::{Bench, Scratch, triangle};
use super::reload_bench::{GRAPH, GROOM, bench, beside, errors, hair, settle, stiffness, write};
use crate::encode::png_file;
use crate::viewer::command::Command;
use crate::viewer::hair::HairCommand;
use sinew::Actor;
use sinew::character::Pixels;
use sinew::glam::Vec3;
use sinew::ragdoll::{Ragdoll, RagdollDescription, RagdollSettings};
use std::path::Path;
use std::time::{Duration, Instant};

fn actor(bench: &Bench) -> &Actor {
    &bench.state.shown.player.actor
}

fn data() -> String {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    data.canonicalize().unwrap().display().to_string().replace('\\', "/")
}

/// The latest error names a file and this.
fn assert_error(bench: &Bench, file: &str, what: &str) {
    let shown = errors(bench);
    assert!(shown.len() == 1 && shown[0].contains(file) && shown[0].contains(what), "{shown:?}");
}

#[test]
fn a_change_is_shown_within_a_second() {
    let mut bench = bench();
    let file = Scratch::file("soon.ron", GRAPH.as_bytes());
    bench.drop(file.0.clone());
    bench.state.watch.interval = crate::viewer::reload::INTERVAL;
    let start = Instant::now() + Duration::from_secs(1);
    let frame = |n: u32| start + Duration::from_secs(1) * n / 60;
    for n in 0..20 {
        bench.state.look_at_files_at(frame(n));
    }
    let graph = |bench: &Bench| actor(bench).graph().unwrap().graph().clone();
    let before = graph(&bench);
    write(&file.0, &GRAPH.replace("\"walk\"", "\"run\""));
    let shown = (20..80).find(|n| {
        bench.state.look_at_files_at(frame(*n));
        !std::sync::Arc::ptr_eq(&before, &graph(&bench))
    });
    assert!(shown.is_some(), "it is shown within a second");
}

#[test]
fn a_changed_rig_keeps_goals_and_a_broken_one_leaves_the_last() {
    let mut bench = bench();
    let rig = include_str!("../../../../../examples/rig.ron");
    let file = Scratch::file("reload_rig.ron", rig.as_bytes());
    bench.drop(file.0.clone());
    assert!(bench.state.messages.is_empty(), "{:?}", bench.state.messages.last());
    let of = |bench: &Bench| actor(bench).ik().unwrap().rig().clone();
    let first = of(&bench);
    write(&file.0, &format!("{rig}\n// saved again"));
    settle(&mut bench);
    let second = of(&bench);
    assert!(!std::sync::Arc::ptr_eq(&first, &second) && errors(&bench).is_empty());
    write(&file.0, "(parts: [\n  Chain(name: \"tail\", from: \"hips\", to: \"spien\")])");
    settle(&mut bench);
    assert_error(&bench, "reload_rig.ron", "line 2");
    assert!(std::sync::Arc::ptr_eq(&second, &of(&bench)));
    write(&file.0, rig);
    settle(&mut bench);
    assert!(errors(&bench).is_empty());
}

#[test]
fn a_changed_ragdoll_is_used() {
    let mut bench = bench();
    let text = |bench: &Bench, mass: f32| {
        let settings = RagdollSettings::default().with_mass(Some(mass));
        let ragdoll = Ragdoll::fit_with(actor(bench).character(), &settings).unwrap();
        RagdollDescription::of(&ragdoll, actor(bench).character()).to_ron().unwrap()
    };
    let file = Scratch::file("reload_ragdoll.ron", text(&bench, 70.0).as_bytes());
    bench.state.apply(Command::Open(file.0.clone()));
    let mass = |bench: &Bench| actor(bench).ragdoll().unwrap().ragdoll().mass();
    assert!((mass(&bench) - 70.0).abs() < 1e-2);
    let lighter = text(&bench, 50.0);
    write(&file.0, &lighter);
    settle(&mut bench);
    assert!((mass(&bench) - 50.0).abs() < 1e-2, "{:?}", errors(&bench));
    write(&file.0, &lighter.replacen("mass:", "maas:", 1));
    settle(&mut bench);
    assert_error(&bench, "reload_ragdoll.ron", "line ");
    assert!((mass(&bench) - 50.0).abs() < 1e-2);
}

#[test]
fn changed_spring_bones_of_a_set_up_swing_on() {
    let springs =
        |stiffness: f32| format!("(chains: [\n  (from: \"head\", stiffness: {stiffness}, drag: 0.4)])");
    let text = format!("(model: \"{}/sinew.vrm\", springs: \"springs.ron\")", data());
    let file = Scratch::file("sprung.ron", text.as_bytes());
    let path = beside(&file, "springs.ron", springs(0.8).as_bytes());
    let mut bench = bench();
    bench.drop(file.0.clone());
    settle(&mut bench);
    assert!(bench.state.messages.is_empty(), "{:?}", bench.state.messages.last());
    let rig = |bench: &Bench| actor(bench).springs().unwrap().rig().clone();
    let before = rig(&bench);
    write(&path, &springs(0.2));
    settle(&mut bench);
    let now = rig(&bench);
    assert!(!std::sync::Arc::ptr_eq(&before, &now) && errors(&bench).is_empty(), "{:?}", errors(&bench));
    write(&path, &springs(0.2).replace("\"head\"", "\"haed\""));
    settle(&mut bench);
    assert_error(&bench, "springs.ron", "line 2");
    assert!(std::sync::Arc::ptr_eq(&now, &rig(&bench)));
}

#[test]
fn a_changed_image_of_decals_is_that_of_its_look() {
    let mut bench = bench();
    let image = |value: u8| {
        let rgba = [value, value, value, 255].repeat(4);
        png_file(&Pixels { width: 2, height: 2, rgba }).unwrap()
    };
    let file = Scratch::file("spot.png", &image(10));
    bench.drop(file.0.clone());
    let middle = bench.layout.picture.size() / 2.0;
    bench.state.apply(Command::Stamp([middle.x, middle.y].into()));
    let color = |bench: &Bench| {
        let decals = actor(bench).decals().unwrap().decals().clone();
        let look = decals.find_look("spot").unwrap();
        sinew_import::decode_image(&decals.materials[look as usize].color).unwrap().rgba[0]
    };
    assert_eq!(color(&bench), 10);
    std::fs::write(&file.0, image(200)).unwrap();
    settle(&mut bench);
    assert_eq!((color(&bench), actor(&bench).decals().unwrap().set().len()), (200, 1));
    write(&file.0, "no image");
    settle(&mut bench);
    assert_error(&bench, "spot.png", "");
    assert_eq!((color(&bench), actor(&bench).decals().unwrap().set().len()), (200, 1));
}

#[test]
fn a_model_is_read_anew_with_the_file_of_its_buffer() {
    let buffer = |x: f32| {
        let positions = [Vec3::ZERO, Vec3::X * x, Vec3::Y];
        positions.iter().flat_map(|point| point.to_array()).flat_map(f32::to_le_bytes).collect::<Vec<u8>>()
    };
    let start = triangle().find("data:").unwrap();
    let end = start + triangle()[start..].find('"').unwrap();
    let text = format!("{}points.bin{}", &triangle()[..start], &triangle()[end..]);
    let file = Scratch::file("with_buffer.gltf", text.as_bytes());
    let bin = beside(&file, "points.bin", &buffer(1.0));
    let mut bench = bench();
    bench.drop(file.0.clone());
    settle(&mut bench);
    assert_eq!(bench.state.watch.paths().len(), 2, "{:?}", bench.state.watch.paths());
    let width = |bench: &Bench| actor(bench).character().meshes()[0].primitives[0].positions[1].x;
    assert_eq!(width(&bench), 1.0);
    std::fs::write(&bin, buffer(2.0)).unwrap();
    settle(&mut bench);
    assert_eq!(width(&bench), 2.0, "{:?}", errors(&bench));
    // Without its buffer the last state stays, until the file comes back.
    std::fs::remove_file(&bin).unwrap();
    settle(&mut bench);
    assert_error(&bench, "with_buffer.gltf", "points.bin");
    assert_eq!(width(&bench), 2.0);
    std::fs::write(&bin, buffer(3.0)).unwrap();
    settle(&mut bench);
    assert!(errors(&bench).is_empty() && width(&bench) == 3.0, "{:?}", errors(&bench));
}

#[test]
fn looks_and_the_layer_by_hand_stay_where_the_text_says_the_same() {
    let mut bench = bench();
    let two = GROOM.replace(
        "physics: (stiffness: 1.5))])",
        "physics: (stiffness: 1.5)), Layer(name: \"more\", length: 0.2, strands: 100, guides: 20)])",
    );
    let file = Scratch::file("looks.ron", two.as_bytes());
    bench.drop(file.0.clone());
    settle(&mut bench);
    assert_eq!(hair(&bench).groom().layers.len(), 2, "{:?}", bench.state.messages.last());
    bench.state.apply(Command::Hair(HairCommand::Layer(1)));
    let mut look = bench.state.hair.looks[1];
    look.root_color = Vec3::X;
    bench.state.apply(Command::Hair(HairCommand::Look(1, look)));
    let mut look = bench.state.hair.looks[0];
    look.root_color = Vec3::Y;
    bench.state.apply(Command::Hair(HairCommand::Look(0, look)));
    let (stiff, width) = (stiffness(&bench), bench.state.hair.looks[0].width);
    write(&file.0, &two.replace("width: 0.002", "width: 0.003").replace("stiffness: 1.5", "stiffness: 3.0"));
    settle(&mut bench);
    assert!(errors(&bench).is_empty() && (stiffness(&bench) / stiff - 2.0).abs() < 1e-3);
    let looks = &bench.state.hair.looks;
    assert!(looks[1].root_color == Vec3::X && looks[0].root_color != Vec3::Y, "the text has another look");
    assert!((looks[0].width / width - 1.5).abs() < 1e-3, "{} {width}", looks[0].width);
    assert_eq!(bench.state.hair.layer, 1);
}

#[test]
fn phones_that_come_beside_a_sound_are_spoken() {
    let mut bench = bench();
    let speech = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/speech");
    let file = Scratch::file("said.flac", &std::fs::read(speech.join("line.flac")).unwrap());
    bench.drop(file.0.clone());
    let wait = |bench: &mut Bench| {
        settle(bench);
        while bench.state.speech.is_analysing() {
            bench.frame(Vec::new());
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    wait(&mut bench);
    let phones = |bench: &Bench| bench.state.speech.line.as_ref().unwrap().track.phones().len();
    assert_eq!(phones(&bench), 0);
    bench.state.apply(Command::SeekSpeech(1.0));
    std::fs::copy(speech.join("line.TextGrid"), file.0.with_extension("TextGrid")).unwrap();
    wait(&mut bench);
    assert!(phones(&bench) > 10 && bench.state.speech.time >= 1.0, "{}", bench.state.speech.time);
    bench.state.apply(Command::CloseSpeech);
    bench.frame(Vec::new());
    assert!(bench.state.watch.paths().is_empty());
}

#[test]
fn a_changed_show_goes_on_at_its_time() {
    let text = |seconds: u32| {
        let data = data();
        format!(
            "(seconds: {seconds}, cast: {{\"a\": (setup: \"{data}/sinew.vrm\")}},\n  cues: [(at: 0.5, what: Fall)])"
        )
    };
    let file = Scratch::file("shown.ron", text(3).as_bytes());
    let mut bench = bench();
    bench.drop(file.0.clone());
    assert!(bench.state.show.is_some(), "{:?}", bench.state.messages.last());
    (0..60).for_each(|_| bench.frame(Vec::new()));
    bench.press(egui::Key::Space);
    let time = |bench: &Bench| bench.state.show.as_ref().unwrap().time();
    let before = time(&bench);
    assert!(before.0 > 0.8 && before.1 == 3.0, "{before:?}");
    let wait = |bench: &mut Bench| {
        (0..5).for_each(|_| bench.frame(Vec::new()));
        while bench.state.show_remake.is_running() || bench.state.show.as_ref().unwrap().goal().is_some() {
            bench.frame(Vec::new());
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    write(&file.0, &text(4));
    wait(&mut bench);
    assert_eq!(time(&bench).1, 4.0, "{:?}", errors(&bench));
    assert!((time(&bench).0 - before.0).abs() < 0.02 && !bench.state.transport.playing);
    write(&file.0, &text(4).replace("cues", "ceus"));
    wait(&mut bench);
    assert_error(&bench, "shown.ron", "line 2");
    assert_eq!(time(&bench).1, 4.0);
    bench.state.apply(Command::CloseShow);
    bench.frame(Vec::new());
    assert!(bench.state.watch.paths().is_empty() && errors(&bench).is_empty());
}
