//! Ragdolls of texts and of a file's rigid bodies in the viewer.

use super::harness::{Bench, Scratch};
use super::ragdoll::{actor, wait};
use crate::viewer::command::Command;
use egui::Key;
use sinew::ragdoll::{Ragdoll, RagdollDescription, RagdollSettings, ShapeKind};
use sinew_import::{ExportOptions, export_glb};
use std::sync::Arc;

/// A ragdoll of the built-in character that no fit makes: 70 kg of capsules.
fn capsules(bench: &Bench) -> Ragdoll {
    let settings = RagdollSettings::default().with_shape(ShapeKind::Capsule).with_mass(Some(70.0));
    Ragdoll::fit_with(actor(bench).character(), &settings).unwrap()
}

fn mass(bench: &Bench) -> f32 {
    actor(bench).ragdoll().unwrap().ragdoll().mass()
}

#[test]
fn a_ragdoll_text_is_shown_and_falls() {
    let mut bench = Bench::new();
    let text = RagdollDescription::of(&capsules(&bench), actor(&bench).character()).to_ron().unwrap();
    let file = Scratch::file("ragdoll.ron", text.as_bytes());
    assert!(!bench.state.on.ragdoll_parts);
    bench.state.apply(Command::Open(file.0.clone()));
    assert!(bench.state.on.ragdoll_parts);
    assert!((mass(&bench) - 70.0).abs() < 1e-3);
    let shapes = actor(&bench).ragdoll().unwrap().ragdoll().parts().iter().map(|part| part.shapes[0].name());
    assert!(shapes.into_iter().all(|name| name == "capsule"));
    assert!(!bench.state.overlay_lines().is_empty());
    bench.press(Key::D);
    wait(&mut bench, 30);
    assert!(bench.state.shown.player.is_falling() && (mass(&bench) - 70.0).abs() < 1e-3);
    // Another one while it falls puts it back onto its feet.
    bench.state.apply(Command::Open(file.0.clone()));
    assert!(!bench.state.shown.player.is_falling());
}

#[test]
fn a_wrong_ragdoll_text_is_named_and_changes_nothing() {
    let mut bench = Bench::new();
    let text = b"(parts: [(joint: \"hipz\", mass: 1, shapes: [Sphere(center: (0, 0, 0), radius: 1)])])";
    let file = Scratch::file("wrong.ron", text);
    bench.state.apply(Command::Open(file.0.clone()));
    assert!(!bench.state.on.ragdoll_parts && actor(&bench).ragdoll().is_none());
}

#[test]
fn rigid_bodies_of_a_file_are_its_ragdoll() {
    let mut bench = Bench::new();
    let options = ExportOptions::default().with_ragdoll(Arc::new(capsules(&bench)));
    let glb = export_glb(actor(&bench).character(), &[], &options).unwrap();
    let file = Scratch::file("bodies.glb", &glb.bytes);
    bench.state.apply(Command::Open(file.0.clone()));
    bench.press(Key::P);
    assert!((mass(&bench) - 70.0).abs() < 1e-3);
}
