//! Renders a character to a PNG without a window.
//!
//! `cargo run --example render_picture -- [FILE CLIP OUT.png]`

use sinew::Actor;
use sinew_import::{Imported, import};
use sinew_render::{Camera, Gpu, Model, ModelInstance, RenderSettings, Renderer, Scene, ViewPreset};
use std::path::Path;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize, default: &'static str| args.get(i).cloned().unwrap_or(default.into());
    let imported = open(&arg(0, "data/sinew.vrm"))?;
    let clips = imported.clips;
    let mut actor = Actor::new(Arc::new(imported.character), clips)?;
    actor.play(&arg(1, "walk"))?;
    actor.update(0.3);

    let gpu = Gpu::off_screen()?;
    let mut renderer = Renderer::new(&gpu, RenderSettings::default());
    let mut decoder = sinew_import::ImageDecoder::new();
    let decode = &mut |image: &sinew::character::Image| decoder.decode(image).ok();
    let model = Model::new(&gpu, actor.character(), decode)?;
    let mut instance = ModelInstance::new(&gpu, &model);
    instance.update(&gpu, &actor.frame());

    let (width, height) = (480, 640);
    let camera =
        Camera::framing(&actor.frame().bounds(), ViewPreset::ThreeQuarter, width as f32 / height as f32);
    let shown = [&instance];
    let scene = Scene::new(camera, &shown);
    let image = renderer.render_to_image(&scene, width, height)?;

    let out = arg(2, "picture.png");
    let mut encoder = png::Encoder::new(std::fs::File::create(&out)?, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header()?.write_image_data(&image.rgba)?;
    println!("{out}, drawn by {}", gpu.description());
    Ok(())
}

/// Imports a character file; files that it refers to are read from its folder.
fn open(file: &str) -> Result<Imported, Box<dyn std::error::Error>> {
    let bytes = std::fs::read(file).map_err(|e| format!("{file}: {e}"))?;
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let beside = |name: &str| std::fs::read(folder.join(name)).map_err(|e| e.to_string());
    Ok(import(&bytes, &beside).map_err(|e| format!("{file}: {e}"))?)
}
