//! Characters whose files change on the disk: what goes on beside clip and camera.

use super::harness::{Bench, Scratch, clip_of, triangle};
use super::reload_bench::{GRAPH, GROOM, bench, beside, errors, hair, settle, stiffness, write};
use crate::asset::source;
use crate::encode::png_file;
use crate::options::playback::{PlaybackOptions, Weight};
use crate::viewer::command::{Command, Switch};
use crate::viewer::hair::HairCommand;
use crate::viewer::recent_files::RecentFiles;
use crate::viewer::reload::FileUse;
use crate::viewer::stamp_looks::stamp_looks;
use crate::viewer::state::State;
use sinew::Actor;
use sinew::character::Pixels;
use sinew::hair::Groom;
use sinew::surface::DecalSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").canonicalize().unwrap()
}

/// Set-up of the built-in character with further fields.
fn text(fields: &str) -> String {
    format!("(\n  model: {:?},\n{fields}\n)", data().join("sinew.vrm").display().to_string())
}

/// The window with a set-up of these fields.
fn with_set_up(name: &str, fields: &str) -> (Bench, Scratch) {
    let mut bench = bench();
    let file = Scratch::file(name, text(fields).as_bytes());
    bench.drop(file.0.clone());
    settle(&mut bench);
    assert!(bench.state.messages.is_empty(), "{:?}", bench.state.messages.last());
    (bench, file)
}

fn actor(bench: &Bench) -> &Actor {
    &bench.state.shown.player.actor
}

fn decals(bench: &Bench) -> &DecalSet {
    actor(bench).decals().unwrap().set()
}

fn joint_of_a_clip(bench: &Bench) -> String {
    let clip = actor(bench).clips()[sinew::ClipId(0)].raw().unwrap();
    actor(bench).character().skeleton().name(clip.joints[0].joint).to_owned()
}

#[test]
fn a_graph_of_added_clips_plays_on_and_a_broken_one_leaves_the_last() {
    let (mut bench, file) = with_set_up("graph_setup.ron", "decals: (max: 50)");
    let clip = Scratch::file("borrowed.gltf", clip_of(&joint_of_a_clip(&bench)).as_bytes());
    bench.drop(clip.0.clone());
    let borrowed = GRAPH.replace("\"walk\"", "\"borrowed\"");
    let graph = Scratch::file("graph_of_added.ron", borrowed.as_bytes());
    bench.drop(graph.0.clone());
    assert!(actor(&bench).graph().is_some(), "{:?}", bench.state.messages.last());
    let serial = bench.state.shown.serial;
    write(&file.0, &text("decals: (max: 51)"));
    settle(&mut bench);
    assert!(bench.state.shown.serial > serial);
    assert!(actor(&bench).graph().is_some() && errors(&bench).is_empty(), "{:?}", errors(&bench));
    assert!(actor(&bench).clips().find("borrowed").is_ok());
    // Both at once: the graph's text is broken when the character is shown.
    write(&graph.0, &GRAPH.replace("\"walk\"", "\"wlak\""));
    write(&file.0, &text("decals: (max: 52)"));
    settle(&mut bench);
    assert!(actor(&bench).graph().is_some());
    assert!(errors(&bench)[0].contains("graph_of_added.ron") && errors(&bench)[0].contains("line 3"));
    write(&graph.0, &borrowed);
    settle(&mut bench);
    assert!(actor(&bench).graph().is_some() && errors(&bench).is_empty());
    // A use with an error is not one of another character.
    write(&graph.0, &GRAPH.replace("\"walk\"", "\"wlak\""));
    settle(&mut bench);
    assert!(!errors(&bench).is_empty());
    bench.state.apply(Command::OpenBuiltIn);
    assert!(errors(&bench).is_empty());
}

#[test]
fn something_plays_where_what_played_has_gone() {
    let graph = format!("graph: {GRAPH},");
    let (mut bench, file) = with_set_up("lost_graph.ron", &graph);
    assert!(actor(&bench).graph().is_some());
    write(&file.0, &text(""));
    settle(&mut bench);
    assert!(actor(&bench).graph().is_none() && actor(&bench).playback().is_some());
    // The rest pose by choice stays.
    bench.state.apply(Command::Play(None));
    write(&file.0, &text("decals: (max: 50)"));
    settle(&mut bench);
    assert!(actor(&bench).playback().is_none());
    // The clip that the text asks for now.
    write(&file.0, &text("play: \"run\""));
    settle(&mut bench);
    let playback = actor(&bench).playback().unwrap();
    assert_eq!(actor(&bench).clips()[playback.clip()].name(), "run");
}

#[test]
fn expressions_of_a_character_that_has_none_are_dropped() {
    let (mut bench, file) = with_set_up("expressions.ron", "");
    let happy = actor(&bench).character().find_expression("happy").unwrap();
    bench.state.apply(Command::SetExpression(happy, Some(0.5)));
    write(&file.0, &text("decals: (max: 50)"));
    settle(&mut bench);
    assert_eq!(bench.state.expressions.get(&happy), Some(&0.5));
    beside(&file, "triangle.gltf", triangle().as_bytes());
    for _ in 0..2 {
        write(&file.0, "(model: \"triangle.gltf\")");
        settle(&mut bench);
        assert_eq!(actor(&bench).character().expressions().len(), 0, "{:?}", errors(&bench));
        assert!(bench.state.expressions.is_empty());
        write(&file.0, "(model: \"triangle.gltf\", decals: (max: 50))");
        settle(&mut bench);
    }
    assert!(errors(&bench).is_empty(), "{:?}", errors(&bench));
}

#[test]
fn expressions_of_the_call_are_those_of_the_panel() {
    let happy = Weight { name: "happy".to_owned(), weight: 0.5 };
    let options = PlaybackOptions { expression: vec![happy], ..PlaybackOptions::default() };
    let state = State::new(source::built_in().unwrap(), &options, RecentFiles::default()).unwrap();
    assert_eq!(state.expressions.values().collect::<Vec<_>>(), [&0.5]);
}

const MARKS: &str = r#"decals: (marks: [(look: "blood", on: "chest", radius: 0.03, drips: (rate: 4))]),"#;

#[test]
fn marks_stamps_and_images_stay_with_a_character() {
    let (mut bench, file) = with_set_up("marked.ron", MARKS);
    assert_eq!(decals(&bench).iter().filter(|live| live.life.priority >= 0).count(), 1, "the mark is shown");
    assert!(!actor(&bench).decals().unwrap().wounds().is_empty(), "it drips");
    let rgba = [200, 20, 20, 255].repeat(4);
    let png = png_file(&Pixels { width: 2, height: 2, rgba }).unwrap();
    let image = Scratch::file("sticker.png", &png);
    bench.drop(image.0.clone());
    let marks = Scratch::file(
        "more_marks.ron",
        b"(marks: [(look: \"blood\", on: \"face\", radius: 0.02, drips: (rate: 2))])",
    );
    bench.drop(marks.0.clone());
    assert!(bench.state.messages.iter().all(|message| !message.is_error), "{:?}", bench.state.messages);
    let stamped = |bench: &Bench| decals(bench).iter().filter(|live| live.life.priority >= 0).count();
    assert_eq!(stamped(&bench), 2);
    let middle = bench.layout.picture.size() / 2.0;
    bench.state.apply(Command::Stamp([middle.x, middle.y].into()));
    bench.state.apply(Command::StampBudget(77));
    assert_eq!(stamped(&bench), 3);

    let serial = bench.state.shown.serial;
    write(&file.0, &text(&MARKS.replace("0.03", "0.04")));
    settle(&mut bench);
    assert!(bench.state.shown.serial > serial && errors(&bench).is_empty(), "{:?}", errors(&bench));
    assert_eq!(stamped(&bench), 3, "mark, mark of a text, stamp");
    assert_eq!(decals(&bench).budget().max_decals, 77);
    assert!(stamp_looks(actor(&bench)).contains(&"sticker"), "an image without a decal stays");
    assert!(bench.state.watch.has(&FileUse::DecalImage(image.0.clone())));
    let [id] = bench.state.stamps.of_files[&marks.0][..] else { panic!("one mark") };
    assert!(decals(&bench).get(id).is_some(), "numbers are those of now");
    assert!(bench.state.stamps.dripping.contains_key(&id) && bench.state.stamps.is_moving(actor(&bench)));
    // The text of the marks replaces its own marks.
    write(&marks.0, "(marks: [(look: \"blood\", on: \"face\", radius: 0.025)])");
    settle(&mut bench);
    assert_eq!(stamped(&bench), 3);
    let [id] = bench.state.stamps.of_files[&marks.0][..] else { panic!("one mark") };
    assert!((decals(&bench).get(id).unwrap().decal.settings.radius - 0.025).abs() < 1e-6);
}

#[test]
fn a_broken_item_or_part_of_an_outfit_leaves_the_last_good_ones() {
    let fields = r#"
        attachments: { "rifle": (model: "rifle.gltf", joint: "head") },
        outfits: { "vest": (files: ["vest.glb"]) }, outfit: "vest","#;
    let file = Scratch::file("dressed.ron", text(fields).as_bytes());
    let good = ["rifle.gltf", "vest.glb"].map(|name| {
        let bytes = std::fs::read(data().join("hero").join(name)).unwrap();
        (beside(&file, name, &bytes), bytes)
    });
    let mut bench = bench();
    bench.drop(file.0.clone());
    settle(&mut bench);
    assert!(bench.state.messages.is_empty(), "{:?}", bench.state.messages.last());
    let things =
        |bench: &Bench| (actor(bench).attachments().count(), actor(bench).character().mesh_instances().len());
    let whole = things(&bench);
    assert_eq!(whole.0, 1);
    for (path, bytes) in good {
        let name = path.file_name().unwrap().to_str().unwrap();
        write(&path, "no model");
        settle(&mut bench);
        assert_eq!(errors(&bench).len(), 1, "{name}");
        assert!(
            errors(&bench)[0].contains(name) && errors(&bench)[0].contains("dressed.ron"),
            "{:?}",
            errors(&bench)
        );
        assert_eq!(things(&bench), whole, "{name}");
        std::fs::write(&path, bytes).unwrap();
        settle(&mut bench);
        assert!(errors(&bench).is_empty(), "{:?}", errors(&bench));
        assert_eq!(things(&bench), whole);
    }
    // An item that is taken out of the text goes.
    write(&file.0, &text(""));
    settle(&mut bench);
    assert!(errors(&bench).is_empty() && things(&bench).0 == 0);
}

#[test]
fn face_map_emotion_and_blinks_go_on() {
    let (mut bench, file) = with_set_up("faced.ron", "");
    let map_text = |weight: f32| {
        format!(
            "(emotions: {{\"grin\": (morphs: {{\"mouthSmileLeft\": {weight}, \"mouthSmileRight\": 1}})}})"
        )
    };
    let map = Scratch::file("grin_again.ron", map_text(1.0).as_bytes());
    bench.drop(map.0.clone());
    bench.state.apply(Command::Emotion(Some("grin".into()), 0.6));
    bench.state.apply(Command::Switch(Switch::Blinks, true));
    let is_whole = |bench: &Bench| {
        let face = actor(bench).face().unwrap();
        face.blinks().is_some() && face.emotion() == Some(("grin", 0.6))
    };
    assert!(is_whole(&bench));
    let rig = |bench: &Bench| actor(bench).face().unwrap().rig().clone();
    let first = rig(&bench);
    write(&map.0, &map_text(1.0).replace("mouthSmileLeft", "mouthSmileLetf"));
    settle(&mut bench);
    assert!(errors(&bench)[0].contains("grin_again.ron") && errors(&bench)[0].contains("line 1"));
    assert!(is_whole(&bench) && Arc::ptr_eq(&first, &rig(&bench)));
    // The character is read anew while the map is broken, and mended afterwards.
    write(&file.0, &text("decals: (max: 50)"));
    settle(&mut bench);
    assert!(errors(&bench)[0].contains("grin_again.ron") && bench.state.shown.face_map.is_some());
    assert!(is_whole(&bench), "the last good map");
    write(&map.0, &map_text(0.5));
    settle(&mut bench);
    assert!(is_whole(&bench) && errors(&bench).is_empty(), "{:?}", errors(&bench));
    write(&map.0, &map_text(0.7));
    write(&file.0, &text("decals: (max: 51)"));
    settle(&mut bench);
    assert!(is_whole(&bench) && errors(&bench).is_empty(), "{:?}", errors(&bench));
    assert_eq!(bench.state.shown.face_map.as_deref(), Some(map.0.as_path()));
}

#[test]
fn wrinkles_that_are_switched_off_stay_off() {
    let wrinkles = format!("wrinkles: {:?},", data().join("wrinkles/wrinkles.ron").display().to_string());
    let (mut bench, file) = with_set_up("wrinkled.ron", &wrinkles);
    assert!(actor(&bench).wrinkles().is_some());
    write(&file.0, &text(&format!("{wrinkles} decals: (max: 50)")));
    settle(&mut bench);
    assert!(actor(&bench).wrinkles().is_some());
    bench.state.apply(Command::Wrinkles(crate::viewer::wrinkles::WrinkleChoice::Off));
    write(&file.0, &text(&wrinkles));
    settle(&mut bench);
    assert!(actor(&bench).wrinkles().is_none());
}

/// Combs the hair of the window by hand, as a brush does.
fn comb(bench: &mut Bench) {
    let before = hair(bench).groom().clone();
    let mut groom = Groom::clone(&before);
    let points: Vec<_> = groom.layers[0].guides[0].points().to_vec();
    let moved =
        points.iter().enumerate().map(|(n, point)| *point + sinew::glam::Vec3::X * (0.002 * n as f32));
    groom.layers[0].guides[0] = sinew::hair::ControlHair::new(moved.collect::<Vec<_>>()).unwrap();
    bench.state.shown.player.actor.hair_mut().unwrap().set_groom(Arc::new(groom)).unwrap();
    bench.state.hair.strokes().push(before);
}

#[test]
fn what_is_done_to_hair_by_hand_stays_where_its_text_says_the_same() {
    let fields = "hair: (grooms: [\"few.ron\"]),";
    let file = Scratch::file("combed.ron", text(fields).as_bytes());
    let groom = beside(&file, "few.ron", GROOM.as_bytes());
    let mut bench = bench();
    bench.drop(file.0.clone());
    settle(&mut bench);
    comb(&mut bench);
    let combed = hair(&bench).groom().layers[0].guides.clone();
    let settings = hair(&bench).simulation(0).unwrap().settings().with_damping(0.37);
    bench.state.apply(Command::Hair(HairCommand::Settings(0, settings)));
    write(&file.0, &text(&format!("{fields} decals: (max: 50)")));
    settle(&mut bench);
    let damping = |bench: &Bench| hair(bench).simulation(0).unwrap().settings().damping;
    assert!(hair(&bench).groom().layers[0].guides == combed, "the stroke stays");
    assert!(bench.state.hair.can_undo() && damping(&bench) == 0.37);
    // The text has other settings now: they count. The guides grow as before.
    let stiff = stiffness(&bench);
    write(&groom, &GROOM.replace("stiffness: 1.5", "stiffness: 3.0"));
    settle(&mut bench);
    assert!(errors(&bench).is_empty(), "{:?}", errors(&bench));
    assert!((stiffness(&bench) / stiff - 2.0).abs() < 1e-3 && damping(&bench) != 0.37);
    assert!(hair(&bench).groom().layers[0].guides == combed);
    bench.state.apply(Command::Hair(HairCommand::Undo));
    assert!(hair(&bench).groom().layers[0].guides != combed && !bench.state.hair.can_undo());
    // Another shape: strokes on the one before have gone.
    comb(&mut bench);
    write(&groom, &GROOM.replace("length: 0.3", "length: 0.2"));
    settle(&mut bench);
    assert!(!bench.state.hair.can_undo());
}

#[test]
fn changes_during_a_reading_are_read_once_it_ends() {
    let (mut bench, file) = with_set_up("often.ron", "decals: (max: 50)");
    let serial = bench.state.shown.serial;
    for _ in 0..4 {
        bench.state.read_anew(&FileUse::Character);
    }
    write(&file.0, &text("face: (blinks: true)"));
    settle(&mut bench);
    settle(&mut bench);
    assert!(actor(&bench).face().unwrap().blinks().is_some(), "the last state of the file is shown");
    let made = bench.state.shown.serial - serial;
    assert!((2..=3).contains(&made), "{made}: one at a time");
    assert!(bench.state.watch.take_news() && !bench.state.watch.take_news(), "the window draws once more");
}
