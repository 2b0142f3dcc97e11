//! Light of the viewer: keys, dropped pictures of radiance, looks of materials.

use super::harness::{Bench, Scratch};
use crate::drawing::lighting::Lighting;
use crate::drawing::look::Look;
use crate::viewer::command::Command;
use egui::Key;

#[test]
fn a_key_goes_through_the_environment() {
    let mut bench = Bench::new();
    let name = |bench: &Bench| bench.state.lighting.environment.as_ref().map(|shown| shown.name.clone());
    let mut seen = Vec::new();
    for _ in 0..6 {
        seen.push(name(&bench).unwrap_or_default());
        bench.press(Key::N);
    }
    assert_eq!(seen, ["", "studio", "overcast", "sunset", "night", ""]);
}

#[test]
fn a_dropped_picture_of_radiance_lights_the_scene_and_a_damaged_one_is_reported() {
    let mut bench = Bench::new();
    let mut hdr = b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 4\n".to_vec();
    hdr.extend([128; 32]);
    let good = Scratch::file("hall.hdr", &hdr);
    bench.state.apply(Command::Open(good.0.clone()));
    assert_eq!(bench.state.lighting.environment.as_ref().map(|shown| shown.name.as_str()), Some("hall.hdr"));
    let bad = Scratch::file("bad.exr", b"nothing");
    bench.state.apply(Command::Open(bad.0.clone()));
    assert!(bench.state.lighting.environment.is_some(), "the light stays");
    let toon = Lighting { look: Look::Toon, ..bench.state.lighting.clone() };
    bench.state.apply(Command::Light(Box::new(toon.clone())));
    assert_eq!(bench.state.lighting, toon);
}
