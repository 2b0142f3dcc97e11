//! Draws a character in the four built-in surroundings, and between two lamps, side by side.
//!
//! `cargo run --example surroundings -- [OUT.png [FILE]]`

use sinew::Actor;
use sinew::character::{Image, LightKind};
use sinew::glam::Vec3;
use sinew_render::{
    ActorInstance, ActorModel, Camera, EnvironmentLight, EnvironmentMap, EnvironmentPreset, Gpu,
    PunctualLight, RenderSettings, Renderer, Scene, SceneContent, ViewPreset,
};
use std::sync::Arc;

const WIDTH: u32 = 300;
const HEIGHT: u32 = 400;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let out = args.next().unwrap_or_else(|| "target/surroundings.png".to_owned());
    let imported = sinew_import::import_file(args.next().unwrap_or_else(|| "data/sinew.vrm".to_owned()))?;
    let mut actor = Actor::new(Arc::new(imported.character), imported.clips)?;
    if let Some(first) = actor.clips().ids().next() {
        actor.play(first)?;
    }
    actor.update(0.3);

    let gpu = Gpu::off_screen()?;
    let mut renderer = Renderer::new(&gpu, RenderSettings::default());
    let mut decoder = sinew_import::ImageDecoder::new();
    // Skin, eyes and teeth are drawn as such.
    let model = ActorModel::new(&gpu, &actor, &mut |image: &Image| decoder.decode(image).ok())?;
    let mut drawn = ActorInstance::new(&gpu, &model)?;
    drawn.update(&gpu, &actor);
    let content = SceneContent::new([&drawn]);
    let camera =
        Camera::framing(&actor.frame().bounds(), ViewPreset::ThreeQuarter, WIDTH as f32 / HEIGHT as f32);
    let plain = Scene::of(camera, &content);

    let mut images = Vec::new();
    for preset in EnvironmentPreset::ALL {
        let map = EnvironmentMap::new(&gpu, &preset.image())?;
        let scene = plain.with_environment(EnvironmentLight::new(&map)).with_sun(preset.sun());
        images.push(renderer.render_to_image(&scene, WIDTH, HEIGHT)?.rgba);
    }
    // A warm spot from the left and a blue lamp behind, in a dim room.
    let cone = LightKind::Spot { inner_angle: 0.25, outer_angle: 0.45 };
    let lamps = [
        PunctualLight::new(cone, Vec3::new(1.6, 2.8, 2.2), Vec3::new(-1.6, -1.8, -2.2).normalize())
            .with_color(Vec3::new(1.0, 0.82, 0.6))
            .with_intensity(30.0),
        PunctualLight::new(LightKind::Point, Vec3::new(-1.2, 1.6, -0.8), Vec3::NEG_Y)
            .with_color(Vec3::new(0.3, 0.5, 1.0))
            .with_intensity(6.0),
    ];
    let dark = plain.with_sky(plain.sky.with_intensity(0.25)).with_sun(plain.sun.with_intensity(0.0));
    images.push(renderer.render_to_image(&dark.with_lights(&lamps), WIDTH, HEIGHT)?.rgba);

    let row = WIDTH as usize * 4;
    let rows =
        (0..HEIGHT as usize).flat_map(|y| images.iter().map(move |image| &image[y * row..(y + 1) * row]));
    let rgba: Vec<u8> = rows.flatten().copied().collect();
    let mut encoder = png::Encoder::new(std::fs::File::create(&out)?, WIDTH * images.len() as u32, HEIGHT);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header()?.write_image_data(&rgba)?;
    println!("{out}, drawn by {}", gpu.description());
    Ok(())
}
