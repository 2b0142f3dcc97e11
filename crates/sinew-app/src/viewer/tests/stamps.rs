//! Decals that clicks place in the viewer.

use super::harness::Bench;
use crate::viewer::command::{Command, Switch};
use egui::{Key, Pos2};
use sinew::glam::Vec3;
use sinew::surface::DecalSet;

/// Decals on the shown character; `None` before the first one.
fn stamps(bench: &Bench) -> Option<&DecalSet> {
    bench.state.shown.player.actor.decals().map(|decals| decals.set())
}

/// Place of the chest in the window.
fn chest(bench: &Bench) -> Pos2 {
    let actor = &bench.state.shown.player.actor;
    let joint = actor.character().find_joint("neck").unwrap();
    let frame = actor.frame();
    let position = frame.world_from_model().transform_point3a(frame.model()[joint.index()].translation);
    let point = bench.state.projection().unwrap().project(Vec3::from(position) - Vec3::Y * 0.15).unwrap();
    bench.layout.picture.min + egui::Vec2::new(point.x, point.y)
}

#[test]
fn clicks_place_decals_while_stamps_are_on() {
    let mut bench = Bench::new();
    bench.frame(Vec::new());
    let at = chest(&bench);
    bench.click(at);
    assert!(stamps(&bench).is_none(), "stamps are off");
    bench.press(Key::X);
    assert!(bench.state.is_on(Switch::Stamps));
    bench.state.apply(Command::StampLook(1));
    let at = chest(&bench);
    bench.click(at);
    let placed = stamps(&bench).unwrap().iter().next().unwrap();
    assert!(placed.look == 1 && !placed.decal.triangles.is_empty());
    assert!(bench.state.is_moving(), "it fades in");
    // A click beside the character places nothing.
    bench.click(bench.layout.picture.min + egui::Vec2::new(30.0, 60.0));
    assert_eq!(stamps(&bench).unwrap().len(), 1);
    bench.state.apply(Command::ClearStamps);
    (0..90).for_each(|_| bench.frame(Vec::new()));
    assert!(stamps(&bench).unwrap().is_empty() && bench.state.messages.is_empty());
}

#[test]
fn decals_go_with_their_character() {
    let mut bench = Bench::new();
    bench.press(Key::X);
    let at = chest(&bench);
    bench.click(at);
    assert_eq!(stamps(&bench).unwrap().len(), 1);
    bench.state.apply(Command::OpenBuiltIn);
    assert!(stamps(&bench).is_none());
}

/// A wound of the second look on the chest, which drips, and its position in the window.
fn dripping_wound() -> (Bench, egui::Pos2) {
    let mut bench = Bench::new();
    bench.frame(Vec::new());
    bench.press(Key::X);
    bench.state.apply(Command::StampLook(1));
    bench.state.apply(Command::StampDrip(true));
    let at = chest(&bench);
    bench.click(at);
    (bench, at)
}

#[test]
fn stamped_blood_drips() {
    let (mut bench, _) = dripping_wound();
    assert!(bench.state.is_moving());
    let stamped = stamps(&bench).unwrap().iter().next().unwrap().id;
    (0..120).for_each(|_| bench.frame(Vec::new()));
    let set = stamps(&bench).unwrap();
    assert!(set.len() > 20, "{} decals", set.len());
    assert!(set.iter().all(|live| live.look == 1));
    // The trail leads down from the wound.
    let frame = bench.state.shown.player.actor.frame();
    let height = |n: usize| frame.surface(&set.iter().nth(n).unwrap().decal.center).position.y;
    let lowest = (1..set.len()).map(height).fold(f32::INFINITY, f32::min);
    assert!(lowest < height(0) - 0.1, "{lowest} {}", height(0));
    assert!(set.get(stamped).is_some(), "the wound stays");
    // It dries, and nothing moves any more.
    bench.state.apply(Command::ClearStamps);
    (0..90).for_each(|_| bench.frame(Vec::new()));
    assert!(stamps(&bench).unwrap().is_empty());
}

/// Marks are saved as text and loaded again, on the same points of the skin with the same looks; images that are
/// dropped on the window become looks, and decals stay.
#[test]
fn marks_are_saved_and_loaded() {
    let folder = std::env::temp_dir().join(format!("sinew-marks-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (image, text) = (folder.join("tattoo.png"), folder.join("marks.ron"));
    image::RgbaImage::from_pixel(8, 8, image::Rgba([0, 60, 0, 255])).save(&image).unwrap();
    let (mut bench, at) = dripping_wound();
    bench.state.apply(Command::StampDrip(false));
    bench.state.apply(Command::Open(image));
    let looks = |bench: &Bench| {
        let decals = bench.state.shown.player.actor.decals().unwrap().decals().clone();
        decals.materials.iter().map(|look| look.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(looks(&bench)[bench.state.stamps.look], "tattoo");
    assert_eq!(stamps(&bench).unwrap().len(), 1, "the first decal stays");
    bench.click(at + egui::Vec2::new(0.0, 40.0));
    bench.state.apply(Command::StampBudget(300));
    (0..60).for_each(|_| bench.frame(Vec::new()));
    bench.state.apply(Command::SaveStamps(text.clone()));
    let before: Vec<_> = stamps(&bench).unwrap().iter().take(2).cloned().collect();
    assert!(stamps(&bench).unwrap().len() > 4, "drops leave a trail");
    bench.state.apply(Command::OpenBuiltIn);
    bench.state.apply(Command::Open(text.clone()));
    let set = stamps(&bench).unwrap();
    assert_eq!(set.len(), 2, "{}", std::fs::read_to_string(&text).unwrap());
    for (old, new) in before.iter().zip(set.iter()) {
        let names = looks(&bench);
        assert_eq!(names[new.look as usize], if old.look == 1 { "blood" } else { "tattoo" });
        assert_eq!(old.decal.center.triangle, new.decal.center.triangle);
        assert!((old.decal.settings.radius - new.decal.settings.radius).abs() < 1e-6);
    }
    assert!(bench.state.is_moving(), "the blood drips again");
    std::fs::remove_dir_all(&folder).unwrap();
}
