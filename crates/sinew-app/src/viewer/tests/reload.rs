//! Files that change on the disk while the window shows them.

use super::harness::{Bench, Scratch};
use super::reload_bench::{
    GRAPH, GROOM, bench, beside, errors, guide_count, hair, save_by_renaming, settle, stiffness, tip_of,
    write,
};
use crate::encode::png_file;
use crate::viewer::command::Command;
use crate::viewer::hair::HairCommand;
use crate::viewer::wrinkles::WrinkleChoice;
use sinew::character::Pixels;
use sinew::graph::ParameterValue;
use std::path::Path;

#[test]
fn a_changed_graph_goes_on_by_names_and_a_broken_one_leaves_the_old() {
    let mut bench = bench();
    let file = Scratch::file("reload_graph.ron", GRAPH.as_bytes());
    bench.drop(file.0.clone());
    let set = |bench: &mut Bench| {
        let graph = bench.state.shown.player.actor.graph_mut().unwrap();
        graph.set_parameter("speed", ParameterValue::Float(0.75)).unwrap();
    };
    set(&mut bench);
    assert_eq!(bench.state.watch.paths().into_iter().collect::<Vec<_>>(), [file.0.as_path()]);
    let graph = |bench: &Bench| bench.state.shown.player.actor.graph().unwrap().graph().clone();
    let first = graph(&bench);
    settle(&mut bench);
    assert!(std::sync::Arc::ptr_eq(&first, &graph(&bench)), "nothing has changed");
    // Saved without a change.
    write(&file.0, GRAPH);
    settle(&mut bench);
    assert!(std::sync::Arc::ptr_eq(&first, &graph(&bench)));

    save_by_renaming(&file.0, &GRAPH.replace("Clip(clip: \"walk\")", "Clip(clip: \"run\")"));
    settle(&mut bench);
    let second = graph(&bench);
    assert!(!std::sync::Arc::ptr_eq(&first, &second) && errors(&bench).is_empty());
    let value = |bench: &Bench| {
        let graph = bench.state.shown.player.actor.graph().unwrap();
        let (parameter, ..) = graph.graph().parameters().next().unwrap();
        graph.parameter(parameter)
    };
    assert_eq!(value(&bench), ParameterValue::Float(0.75), "the parameter is kept");

    write(&file.0, &GRAPH.replace("\"walk\"", "\"wlak\""));
    settle(&mut bench);
    let shown = errors(&bench);
    assert_eq!(shown.len(), 1);
    assert!(
        shown[0].contains("reload_graph.ron") && shown[0].contains("line 3") && shown[0].contains("walk")
    );
    assert!(std::sync::Arc::ptr_eq(&second, &graph(&bench)), "the last good one stays");
    assert!(bench.texts().any(|(text, _)| text.contains("wlak")), "the window shows the error");
    for _ in 0..3 {
        settle(&mut bench);
    }
    assert_eq!(errors(&bench), shown);
    // Half of a text, then all of it.
    write(&file.0, &GRAPH[..40]);
    bench.frame(Vec::new());
    write(&file.0, GRAPH);
    settle(&mut bench);
    assert!(errors(&bench).is_empty() && !std::sync::Arc::ptr_eq(&second, &graph(&bench)));
    // A clip in place of the graph ends its use.
    bench.press(egui::Key::Num1);
    bench.frame(Vec::new());
    assert!(bench.state.watch.paths().is_empty() && bench.state.watch.summary().is_none());
}

#[test]
fn a_changed_groom_grows_again_and_camera_and_clip_stay() {
    let mut bench = bench();
    bench.press(egui::Key::Num2);
    bench.press(egui::Key::Space);
    let file = Scratch::file("reload_groom.ron", GROOM.as_bytes());
    bench.drop(file.0.clone());
    settle(&mut bench);
    (0..240).for_each(|_| bench.frame(Vec::new()));
    let (camera, clip, time) = (bench.state.orbit, bench.playing(), bench.time());
    let (guides, tip, stiffness) = (guide_count(&bench), tip_of(&bench), stiffness(&bench));
    // Other settings of the same guides: the hair hangs where it hung.
    write(&file.0, &GROOM.replace("stiffness: 1.5", "stiffness: 1.6"));
    settle(&mut bench);
    let now = self::stiffness(&bench);
    assert!((now / stiffness - 1.6 / 1.5).abs() < 1e-3, "{now} {stiffness}");
    let now = tip_of(&bench);
    assert!(now.distance(tip) < 0.02, "{now} {tip}");

    write(&file.0, &GROOM.replace("guides: 40", "guides: 60"));
    settle(&mut bench);
    let more = guide_count(&bench);
    assert!(more > guides, "{more} {guides}");
    assert_eq!((bench.state.orbit, bench.playing(), bench.time()), (camera, clip, time));

    write(&file.0, &GROOM.replace("strands: 300", "strands: -3"));
    settle(&mut bench);
    let shown = errors(&bench);
    assert!(shown.len() == 1 && shown[0].contains("reload_groom.ron:"), "{shown:?}");
    assert!(shown[0].contains("line 1"), "{shown:?}");
    assert_eq!(guide_count(&bench), more, "the hair before stays");
    write(&file.0, GROOM);
    settle(&mut bench);
    assert!(errors(&bench).is_empty());
    assert_eq!(guide_count(&bench), guides);
    bench.state.apply(Command::Hair(HairCommand::Wear(Vec::new())));
    bench.frame(Vec::new());
    assert!(bench.state.watch.paths().is_empty());
}

#[test]
fn a_changed_map_of_a_groom_grows_the_hair_again() {
    let mut bench = bench();
    bench.state.apply(Command::Play(None));
    let image = |value: u8| {
        let rgba = [value, value, value, 255].repeat(4);
        png_file(&Pixels { width: 2, height: 2, rgba }).unwrap()
    };
    let text = GROOM.replace("length: 0.3", "length: 0.3, length_map: \"length.png\"");
    let file = Scratch::file("reload_map.ron", text.as_bytes());
    let map = beside(&file, "length.png", &image(255));
    bench.drop(file.0.clone());
    settle(&mut bench);
    assert!(bench.state.messages.is_empty(), "{:?}", bench.state.messages.last());
    assert_eq!(bench.state.watch.paths().len(), 2, "{:?}", bench.state.watch.paths());
    let length = |bench: &Bench| {
        let guides = &hair(bench).groom().layers[0].guides;
        guides.iter().map(|guide| guide.length()).sum::<f32>() / guides.len() as f32
    };
    let long = length(&bench);
    std::fs::write(&map, image(128)).unwrap();
    settle(&mut bench);
    assert!(length(&bench) < 0.7 * long, "{} {long}", length(&bench));
    std::fs::remove_file(&map).unwrap();
    settle(&mut bench);
    let names_it = |error: &String| error.contains("length.png") && error.contains("line 1");
    assert!(errors(&bench).iter().any(names_it), "{:?}", errors(&bench));
    std::fs::write(&map, image(255)).unwrap();
    settle(&mut bench);
    assert!(errors(&bench).is_empty() && (length(&bench) / long - 1.0).abs() < 0.01);
}

#[test]
fn a_changed_set_up_is_made_again_with_clip_time_and_choices() {
    let mut bench = bench();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").canonicalize().unwrap();
    let model = data.join("sinew.vrm").display().to_string();
    let text = format!(
        "(model: {model:?}, hair: (grooms: [\"few.ron\"]), face: (blinks: true),\n  decals: (max: 50),\n)"
    );
    let file = Scratch::file("reload_setup.ron", text.as_bytes());
    let groom = beside(&file, "few.ron", GROOM.as_bytes());
    bench.drop(file.0.clone());
    assert!(bench.state.messages.is_empty(), "{:?}", bench.state.messages.last());
    settle(&mut bench);
    assert_eq!(bench.state.watch.paths().len(), 3, "{:?}", bench.state.watch.paths());
    bench.press(egui::Key::Num3);
    (0..20).for_each(|_| bench.frame(Vec::new()));
    bench.press(egui::Key::Space);
    bench.state.apply(Command::Hold("jawOpen".into(), 0.5));
    bench.state.apply(Command::Orbit([40.0, 10.0].into()));
    (0..240).for_each(|_| bench.frame(Vec::new()));
    let (camera, clip, time) = (bench.state.orbit, bench.playing(), bench.time());
    let serial = bench.state.shown.serial;
    let tip = tip_of(&bench);

    write(&file.0, &text.replace("max: 50", "max: 70"));
    settle(&mut bench);
    assert!(bench.state.shown.serial > serial && errors(&bench).is_empty(), "{:?}", errors(&bench));
    assert_eq!((bench.state.orbit, bench.playing()), (camera, clip));
    assert!((bench.time() - time).abs() < 1e-4, "{} {time}", bench.time());
    assert_eq!(bench.state.held.get("jawOpen"), Some(&0.5));
    assert!(!bench.state.transport.playing);
    let now = tip_of(&bench);
    assert!(now.distance(tip) < 0.03, "the hair hangs as before: {now} {tip}");

    // A file that the set-up names.
    let serial = bench.state.shown.serial;
    let guides = guide_count(&bench);
    write(&groom, &GROOM.replace("guides: 40", "guides: 70"));
    settle(&mut bench);
    assert!(bench.state.shown.serial > serial);
    assert!(guide_count(&bench) > guides);

    let serial = bench.state.shown.serial;
    write(&file.0, &text.replace("max: 50", "maxx: 50"));
    settle(&mut bench);
    let shown = errors(&bench);
    assert!(shown.len() == 1 && shown[0].contains("reload_setup.ron"), "{shown:?}");
    assert!(shown[0].contains("line 2") && shown[0].contains("max"), "{shown:?}");
    assert_eq!((bench.state.shown.serial, bench.playing()), (serial, clip));
    write(&file.0, &text);
    settle(&mut bench);
    assert!(errors(&bench).is_empty() && bench.state.shown.serial > serial);
    assert_eq!((bench.state.orbit, bench.playing()), (camera, clip));
    let serial = bench.state.shown.serial;
    settle(&mut bench);
    assert_eq!(bench.state.shown.serial, serial, "nothing is read anew without a change");
}

#[test]
fn wrinkles_keep_what_is_set_by_hand_when_an_image_changes() {
    let mut bench = bench();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/wrinkles");
    let file = Scratch::file("reload_wrinkles.ron", &std::fs::read(folder.join("wrinkles.ron")).unwrap());
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, file.0.with_file_name(path.file_name().unwrap())).unwrap();
    }
    bench.state.apply(Command::Wrinkles(WrinkleChoice::File(file.0.clone())));
    assert!(bench.state.messages.is_empty(), "{:?}", bench.state.messages.last());
    assert!(bench.state.watch.paths().len() > 5, "{:?}", bench.state.watch.paths());
    bench.state.apply(Command::WrinkleIntensity(0.5));
    bench.state.apply(Command::WrinkleRegion(0, 1, Some(0.7)));
    settle(&mut bench);
    let map = |bench: &Bench| bench.state.shown.player.actor.wrinkles().unwrap().map().clone();
    let before = map(&bench);
    let image = file.0.with_file_name("normal.png");
    std::fs::copy(file.0.with_file_name("stretch_normal.png"), &image).unwrap();
    settle(&mut bench);
    assert!(!std::sync::Arc::ptr_eq(&before, &map(&bench)) && errors(&bench).is_empty());
    let wrinkles = bench.state.shown.player.actor.wrinkles().unwrap();
    assert_eq!((wrinkles.intensity(), wrinkles.region_by_hand(0, 1)), (0.5, Some(0.7)));
}

#[test]
fn marks_of_a_changed_text_replace_those_before() {
    let mut bench = bench();
    let file = Scratch::file("reload_marks.ron", b"");
    let text = bench_marks(&mut bench, &file);
    let one = text.clone();
    let count =
        |bench: &Bench| bench.state.shown.player.actor.decals().map_or(0, |decals| decals.set().len());
    bench.drop(file.0.clone());
    let of_text = count(&bench);
    assert!(of_text > 0, "{:?}", bench.state.messages.last());
    settle(&mut bench);
    let radius = |bench: &Bench| {
        let decals = bench.state.shown.player.actor.decals().unwrap();
        decals.set().iter().map(|live| live.decal.settings.radius).fold(0.0, f32::max)
    };
    let before = radius(&bench);
    let twice = format!("radius: {:.4}", 2.0 * before);
    let changed = one.replace(&format!("radius: {before}"), &twice);
    assert!(changed.contains(&twice), "{one}");
    write(&file.0, &changed);
    settle(&mut bench);
    assert_eq!((count(&bench), errors(&bench)), (of_text, Vec::new()), "no mark is there twice");
    assert!((radius(&bench) - 2.0 * before).abs() < 1e-3, "{} {before}", radius(&bench));
    // A broken text leaves the marks.
    write(&file.0, &changed.replace("look: \"", "look: \"no "));
    settle(&mut bench);
    assert!(errors(&bench)[0].contains("reload_marks.ron"), "{:?}", errors(&bench));
    assert_eq!(count(&bench), of_text);
    assert!((radius(&bench) - 2.0 * before).abs() < 1e-3);
}

/// Writes the marks of a stamp as text, and clears them.
fn bench_marks(bench: &mut Bench, file: &Scratch) -> String {
    let middle = bench.layout.picture.size() / 2.0;
    bench.state.apply(Command::Stamp([middle.x, middle.y].into()));
    bench.state.apply(Command::SaveStamps(file.0.clone()));
    bench.state.apply(Command::ClearStamps);
    (0..120).for_each(|_| bench.frame(Vec::new()));
    std::fs::read_to_string(&file.0).unwrap()
}
