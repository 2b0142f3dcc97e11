//! Panel of the hair: haircuts, wind, settings, look, brushes.

use super::face::{click, scroll_to};
use super::harness::{Bench, Scratch};
use super::window_image::FORMAT;
use crate::encode::png_file;
use crate::viewer::command::{Command, Switch};
use crate::viewer::hair::{BrushKind, HairCommand, WindChoice};
use crate::viewer::picture::CharacterPicture;
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use sinew::character::Pixels;
use sinew::glam::{Vec2, Vec3};
use sinew::hair::{GroomLayer, HairShading, HairState};
use sinew_render::{Gpu, ViewPreset};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A haircut of few strands, which is made fast.
const FEW: &str = r#"Groom(layers: [Layer(name: "few", length: 0.3, strands: 600, guides: 80,
    look: (width: 0.002), physics: (stiffness: 1.5))])"#;

fn hair(bench: &Bench) -> &HairState {
    bench.state.shown.player.actor.hair().unwrap()
}

fn layer(bench: &Bench) -> &GroomLayer {
    &hair(bench).groom().layers[0]
}

fn tell(bench: &mut Bench, command: HairCommand) {
    bench.state.apply(Command::Hair(command));
}

fn wait(bench: &mut Bench) {
    for _ in 0..6000 {
        bench.frame(Vec::new());
        if !bench.state.hair.is_generating() {
            return;
        }
        assert!(bench.state.is_moving(), "the window goes on drawing until the hair is there");
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("no hair");
}

/// A viewer on the head at rest, with the small haircut.
fn with_hair() -> (Bench, Scratch) {
    let mut bench = Bench::new();
    bench.state.apply(Command::Play(None));
    let file = Scratch::file("few.ron", FEW.as_bytes());
    bench.drop(file.0.clone());
    wait(&mut bench);
    assert!(bench.state.messages.is_empty(), "{:?}", bench.state.messages.last());
    bench.state.apply(Command::FrameHead);
    bench.frame(Vec::new());
    (bench, file)
}

/// Opens the panel. The stage "Hair" of the costs stands below its heading.
fn open_panel(bench: &mut Bench) {
    let heading = bench.texts().find(|(text, position)| *text == "Hair" && position.x > 900.0).unwrap().1;
    bench.click(heading);
}

/// Frames until the hair rests, at most 20 seconds.
fn rests(bench: &mut Bench) -> bool {
    let stiff = hair(bench).simulation(0).unwrap().settings().with_stiffness(15.0).with_damping(1.0);
    tell(bench, HairCommand::Settings(0, stiff));
    (0..1200).any(|_| {
        bench.frame(Vec::new());
        !bench.state.is_moving()
    })
}

fn visible(bench: &Bench) -> usize {
    let actor = &bench.state.shown.player.actor;
    let frame = actor.frame();
    actor.character().mesh_instance_ids().filter(|id| frame.is_visible(*id)).count()
}

/// Place in the window of a point of a guide.
fn screen_position(bench: &Bench, guide: usize, point: usize) -> Pos2 {
    let position = hair(bench).pose(0).guide(guide)[point].position();
    let at = bench.state.projection().unwrap().project(position).unwrap();
    bench.layout.picture.min + egui::Vec2::new(at.x, at.y)
}

/// Guide in front whose tip is well inside of the picture.
fn front_guide(bench: &Bench) -> usize {
    let pose = hair(bench).pose(0);
    let depth = |guide: usize| pose.guide(guide)[pose.points_per_guide() / 2].position();
    let eye = bench.state.orbit.camera().eye;
    let count = layer(bench).guides.len();
    (0..count).min_by(|a, b| depth(*a).distance(eye).total_cmp(&depth(*b).distance(eye))).unwrap()
}

fn drag(bench: &mut Bench, from: Pos2, to: Pos2) {
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    bench.frame(vec![Event::PointerMoved(from)]);
    bench.frame(vec![button(from, true)]);
    for n in 1..=6 {
        bench.frame(vec![Event::PointerMoved(from.lerp(to, n as f32 / 6.0))]);
    }
    bench.frame(vec![button(to, false)]);
    bench.frame(Vec::new());
}

/// Renderer off screen with its device; none where the machine has no graphics device.
struct Drawing {
    gpu: Gpu,
    picture: CharacterPicture,
}

impl Drawing {
    fn new() -> Option<Self> {
        let gpu = test_needs::available(test_needs::Need::Gpu, Gpu::off_screen())?;
        Some(Self { picture: CharacterPicture::new(&gpu, FORMAT), gpu })
    }

    /// Image of the window. With the variable `SINEW_PICTURES` it is written into that folder.
    fn window(&mut self, bench: &mut Bench, name: &str) -> Pixels {
        let pixels = bench.window_image(&self.gpu, &mut self.picture);
        if let Some(folder) = std::env::var_os("SINEW_PICTURES") {
            std::fs::write(Path::new(&folder).join(name), png_file(&pixels).unwrap()).unwrap();
        }
        pixels
    }
}

/// Number of pixels of the character's picture that differ.
fn differing(bench: &Bench, a: &Pixels, b: &Pixels) -> usize {
    let pixel = |n: usize| Pos2::new((n as u32 % a.width) as f32, (n as u32 / a.width) as f32);
    let pairs = a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4)).enumerate();
    let seen = pairs.filter(|(n, _)| bench.layout.picture.contains(pixel(*n)));
    seen.filter(|(_, (a, b))| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 24)).count()
}

#[test]
fn a_haircut_is_chosen_drawn_and_taken_off() {
    let mut bench = Bench::new();
    bench.state.apply(Command::Play(None));
    bench.state.apply(Command::FrameHead);
    bench.frame(Vec::new());
    let all = visible(&bench);
    let mut drawing = Drawing::new();
    let initial = drawing.as_mut().map(|view| view.window(&mut bench, "hair_own.png"));
    open_panel(&mut bench);
    (0..30).for_each(|_| bench.frame(Vec::new()));
    let row = scroll_to(&mut bench, "Haircut", 400.0).y;
    let (_, menu) = bench.texts().find(|(text, at)| *text == "none" && (at.y - row).abs() < 8.0).unwrap();
    bench.click(menu);
    bench.frame(Vec::new());
    click(&mut bench, "short");
    assert_eq!(bench.state.hair.names, ["short"]);
    wait(&mut bench);
    assert!(bench.state.messages.is_empty(), "{:?}", bench.state.messages.last());
    (0..10).for_each(|_| bench.frame(Vec::new()));
    assert!(hair(&bench).groom().strand_count() > 5000);
    assert!(visible(&bench) < all, "the character's own hair is hidden");
    let short = drawing.as_mut().map(|view| view.window(&mut bench, "hair_short.png"));
    click(&mut bench, "brows");
    assert_eq!(bench.state.hair.names, ["short", "brows"]);
    wait(&mut bench);
    assert_eq!(hair(&bench).groom().layers.len(), 2);
    tell(&mut bench, HairCommand::Wear(Vec::new()));
    bench.frame(Vec::new());
    assert!(bench.state.shown.player.actor.hair().is_none());
    assert_eq!(visible(&bench), all, "it comes back");
    if let (Some(drawing), Some(initial), Some(short)) = (&mut drawing, initial, short) {
        let again = drawing.window(&mut bench, "hair_again.png");
        assert!(differing(&bench, &initial, &short) > 8000, "{}", differing(&bench, &initial, &short));
        assert!(differing(&bench, &initial, &again) < 200, "{}", differing(&bench, &initial, &again));
    }
}

#[test]
fn settings_and_looks_change_what_is_seen() {
    let (mut bench, _file) = with_hair();
    let mut drawing = Drawing::new();
    (0..60).for_each(|_| bench.frame(Vec::new()));
    let calm = drawing.as_mut().map(|view| view.window(&mut bench, "hair_calm.png"));
    let tips = |bench: &Bench| {
        let pose = hair(bench).pose(0);
        let last = pose.points_per_guide() - 1;
        let count = layer(bench).guides.len();
        (0..count).map(|guide| pose.guide(guide)[last].position()).sum::<Vec3>() / count as f32
    };
    let rest = tips(&bench);
    let wind = WindChoice { speed: 8.0, azimuth: 90.0, elevation: 0.0, gusts: 0.0 };
    tell(&mut bench, HairCommand::Wind(wind));
    (0..120).for_each(|_| bench.frame(Vec::new()));
    let blown = tips(&bench).x - rest.x;
    assert!(blown > 0.02, "the wind blows towards +X: {blown}");
    let stiff = hair(&bench).simulation(0).unwrap().settings().with_stiffness(15.0);
    tell(&mut bench, HairCommand::Settings(0, stiff));
    assert_eq!(hair(&bench).simulation(0).unwrap().settings().stiffness, 15.0);
    (0..120).for_each(|_| bench.frame(Vec::new()));
    assert!((tips(&bench).x - rest.x).abs() < 0.3 * blown, "stiff hair stands against it");
    tell(&mut bench, HairCommand::Settings(0, stiff.with_damping(f32::NAN)));
    assert!(bench.state.messages.last().unwrap().text.contains("damping"));
    tell(&mut bench, HairCommand::Wind(WindChoice::default()));
    assert!(rests(&mut bench), "hair at rest needs no further pictures");
    let mut look = bench.state.hair.looks[0];
    (look.root_color, look.tip_color, look.shading) = (Vec3::X * 0.8, Vec3::X * 0.8, HairShading::Kajiya);
    tell(&mut bench, HairCommand::Look(0, look));
    bench.state.apply(Command::Switch(Switch::HairGuides, true));
    bench.state.apply(Command::Switch(Switch::HairBody, true));
    assert!(bench.state.overlay_lines().len() > 80 * 7 + 200, "{}", bench.state.overlay_lines().len());
    if let (Some(drawing), Some(calm)) = (&mut drawing, calm) {
        drawing.window(&mut bench, "hair_overlays.png");
        bench.state.apply(Command::Switch(Switch::HairGuides, false));
        bench.state.apply(Command::Switch(Switch::HairBody, false));
        let red = drawing.window(&mut bench, "hair_red.png");
        assert!(differing(&bench, &calm, &red) > 3000, "{}", differing(&bench, &calm, &red));
        tell(&mut bench, HairCommand::Strands(Some(0.02)));
        let few = drawing.window(&mut bench, "hair_few.png");
        assert!(differing(&bench, &few, &red) > 300, "{}", differing(&bench, &few, &red));
    }
}

#[test]
fn a_slider_of_the_panel_sets_the_stiffness() {
    // The panel is open where hair is worn.
    let (mut bench, _file) = with_hair();
    (0..30).for_each(|_| bench.frame(Vec::new()));
    assert!(bench.texts().any(|(text, _)| text.ends_with("few.ron")), "the menu names the file");
    let before = hair(&bench).simulation(0).unwrap().settings().stiffness;
    let label = scroll_to(&mut bench, "Stiffness", 740.0);
    // The slider is at the left of its value and label.
    let from = Pos2::new(label.x - 150.0, label.y);
    bench.click(from + egui::Vec2::new(40.0, 0.0));
    let after = hair(&bench).simulation(0).unwrap().settings().stiffness;
    assert!(after != before && (0.0..=20.0).contains(&after), "{before} {after}");
}

#[test]
fn the_comb_moves_guides_and_undo_brings_them_back() {
    let (mut bench, _file) = with_hair();
    (0..60).for_each(|_| bench.frame(Vec::new()));
    let (before, orbit) = (Arc::clone(hair(&bench).groom()), bench.state.orbit);
    let guide = front_guide(&bench);
    let from = screen_position(&bench, guide, layer(&bench).points_per_guide() - 1);
    let to = from + egui::Vec2::new(60.0, 0.0);
    bench.press(Key::C);
    assert_eq!(bench.state.hair.brush, Some(BrushKind::Comb));
    let mut drawing = Drawing::new();
    drawing.iter_mut().for_each(|view| drop(view.window(&mut bench, "hair_uncombed.png")));
    drag(&mut bench, from, to);
    assert!(bench.state.messages.is_empty(), "{:?}", bench.state.messages.last());
    let combed = Arc::clone(hair(&bench).groom());
    assert!(!Arc::ptr_eq(&before, &combed) && bench.state.orbit == orbit, "the camera stays");
    let tip = |groom: &sinew::hair::Groom| *groom.layers[0].guides[guide].points().last().unwrap();
    assert!(tip(&combed).distance(tip(&before)) > 0.01, "{} {}", tip(&combed), tip(&before));
    for (new, old) in combed.layers[0].guides.iter().zip(&before.layers[0].guides) {
        assert!(new.points()[0] == old.points()[0] && (new.length() / old.length() - 1.0).abs() < 1e-4);
    }
    (0..60).for_each(|_| bench.frame(Vec::new()));
    drawing.iter_mut().for_each(|view| drop(view.window(&mut bench, "hair_combed.png")));
    bench.press(Key::Z);
    assert!(Arc::ptr_eq(hair(&bench).groom(), &before) && !bench.state.hair.can_undo());
    // Beside the hair the drag turns the camera.
    let beside = bench.layout.picture.min + egui::Vec2::new(30.0, 60.0);
    drag(&mut bench, beside, beside + egui::Vec2::new(50.0, 0.0));
    assert!(Arc::ptr_eq(hair(&bench).groom(), &before) && bench.state.orbit != orbit);
}

#[test]
fn hair_is_cut_and_saved() {
    let (mut bench, _file) = with_hair();
    bench.state.apply(Command::Frame(Some(ViewPreset::Back)));
    bench.state.apply(Command::FrameHead);
    (0..60).for_each(|_| bench.frame(Vec::new()));
    let before = Arc::clone(hair(&bench).groom());
    let guide = front_guide(&bench);
    let at = screen_position(&bench, guide, layer(&bench).points_per_guide() / 2);
    bench.press(Key::K);
    tell(&mut bench, HairCommand::BrushRadius(25.0));
    drag(&mut bench, at, at + egui::Vec2::new(40.0, 0.0));
    let cut = Arc::clone(hair(&bench).groom());
    let length = |groom: &sinew::hair::Groom| groom.layers[0].guides[guide].length();
    assert!(length(&cut) < length(&before) * 0.75, "{} {}", length(&cut), length(&before));
    let mut drawing = Drawing::new();
    drawing.iter_mut().for_each(|view| drop(view.window(&mut bench, "hair_cut.png")));
    let scratch = Scratch::file("out.txt", b"");
    for name in ["saved.hair", "saved.tfx", "saved.glb"] {
        let path = scratch.0.with_file_name(name);
        tell(&mut bench, HairCommand::Save(path.clone()));
        let said = bench.state.messages.last().unwrap();
        assert!(!said.is_error && said.text.contains("600 strands"), "{said:?}");
        let read = sinew_import::import_hair_file(&path, &Default::default()).unwrap();
        assert_eq!(read.curves.len(), 600);
        let root = layer(&bench).strands.point(0, 0, &sinew::hair::GuidePose::at_rest(&layer(&bench).guides));
        assert!(read.curves.iter().any(|points| points[0].distance(root) < 1e-4), "{name}");
    }
    tell(&mut bench, HairCommand::Save("hair.png".into()));
    assert!(bench.state.messages.last().unwrap().is_error);
    // What was saved can be worn; a groom as it was combed.
    let (combed, saved) = (Arc::clone(hair(&bench).groom()), scratch.0.with_file_name("saved.groom"));
    tell(&mut bench, HairCommand::Save(saved.clone()));
    assert!(!bench.state.messages.last().unwrap().is_error, "{:?}", bench.state.messages.last());
    for name in ["saved.hair", "saved.groom"] {
        bench.drop(scratch.0.with_file_name(name));
        wait(&mut bench);
        assert_eq!(hair(&bench).groom().strand_count(), 600, "{:?}", bench.state.messages.last());
    }
    assert_eq!(hair(&bench).groom().layers[0].guides, combed.layers[0].guides);
}

#[test]
fn a_moved_character_and_a_shaken_head_swing_the_hair() {
    let (mut bench, _file) = with_hair();
    (0..90).for_each(|_| bench.frame(Vec::new()));
    let position =
        |bench: &Bench| Vec3::from(bench.state.shown.player.actor.frame().world_from_model().translation);
    let (from, camera) = (position(&bench), bench.state.orbit.camera().eye);
    tell(&mut bench, HairCommand::Carry(Vec2::new(120.0, 0.0)));
    bench.frame(Vec::new());
    let moved = position(&bench) - from;
    assert!(moved.length() > 0.02 && bench.state.orbit.camera().eye == camera, "{moved}");
    assert!(bench.state.is_moving());
    let soft = *hair(&bench).simulation(0).unwrap().settings();
    assert!(rests(&mut bench));
    tell(&mut bench, HairCommand::Settings(0, soft));
    assert!((bench.state.orbit.camera().eye - camera).distance(moved) < 0.01, "the camera comes after");
    bench.state.apply(Command::Switch(Switch::Shake, true));
    let tip = |bench: &Bench| hair(bench).pose(0).guide(0).last().unwrap().position();
    let still = tip(&bench);
    let mut most: f32 = 0.0;
    for _ in 0..60 {
        bench.frame(Vec::new());
        most = most.max(tip(&bench).distance(still));
    }
    assert!(most > 0.02 && bench.state.is_moving(), "{most}");
}

#[test]
fn a_faulty_haircut_says_why_and_the_one_before_stays() {
    let (mut bench, _file) = with_hair();
    let before = Arc::clone(hair(&bench).groom());
    let slip = Scratch::file("slip.ron", FEW.replace("length: 0.3", "lenght: 0.3").as_bytes());
    bench.drop(slip.0.clone());
    wait(&mut bench);
    let message = bench.state.messages.last().unwrap();
    assert!(message.is_error && message.text.contains("lenght"), "{message:?}");
    assert!(Arc::ptr_eq(hair(&bench).groom(), &before) && bench.state.hair.names[0].ends_with("few.ron"));
    bench.state.apply(Command::OpenBuiltIn);
    bench.frame(Vec::new());
    assert!(bench.state.shown.player.actor.hair().is_none() && bench.state.hair.names.is_empty());
}
