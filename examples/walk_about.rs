//! The built-in character stands, walks, runs round a bend and stops, driven by a graph with root motion;
//! rendered as a strip of images.
//!
//! `cargo run --example walk_about -- [OUT.png]`

use sinew::glam::Affine3A;
use sinew::graph::AnimationGraph;
use sinew::{Actor, Bounds, FrameInput};
use sinew_import::{NoFiles, import};
use sinew_render::{Camera, Gpu, Model, ModelInstance, RenderSettings, Renderer, Scene, ViewPreset};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let imported = import(include_bytes!("../data/sinew.vrm"), &NoFiles)?;
    let clips = imported.clips;
    let mut actor = Actor::new(Arc::new(imported.character), clips)?;
    let graph = AnimationGraph::from_ron(include_str!("locomotion.ron"), actor.clips())?;
    actor.set_graph(Arc::new(graph))?;

    let gpu = Gpu::off_screen()?;
    let mut renderer = Renderer::new(&gpu, RenderSettings::default());
    let mut decoder = sinew_import::ImageDecoder::new();
    let decode = &mut |image: &sinew::character::Image| decoder.decode(image).ok();
    let model = Model::new(&gpu, actor.character(), decode)?;
    let mut instances: Vec<ModelInstance> = Vec::new();
    let (mut world, mut bounds) = (Affine3A::IDENTITY, Bounds::EMPTY);
    for frame in 0..60 * 9 {
        match frame {
            60 => actor.graph_mut().ok_or("no graph")?.set_parameter("speed", 1.0)?,
            180 => actor.graph_mut().ok_or("no graph")?.set_parameter("speed", 2.0)?,
            240 => actor.graph_mut().ok_or("no graph")?.set_parameter("turn", 1.0)?,
            360 => drop(actor.play_in_slot("upper body", "wave")?),
            400 => actor.graph_mut().ok_or("no graph")?.set_parameter("turn", 0.0)?,
            430 => actor.graph_mut().ok_or("no graph")?.set_parameter("speed", 0.0)?,
            _ => {}
        }
        world = actor.advance(1.0 / 60.0).apply_to(world);
        actor.resolve(FrameInput::new(1.0 / 60.0, world));
        for event in actor.frame().events().iter().filter(|event| event.weight > 0.5) {
            println!("{:5.2} s  {}", frame as f32 / 60.0, event.name(actor.clips()));
        }
        if frame % 50 == 10 {
            let mut instance = ModelInstance::new(&gpu, &model);
            instance.update(&gpu, &actor.frame());
            instances.push(instance);
            bounds = bounds.union(actor.frame().bounds().transformed(&world));
        }
    }
    let shown: Vec<&ModelInstance> = instances.iter().collect();
    let camera = Camera::framing(&bounds, ViewPreset::ThreeQuarter, 2.0);
    let scene = Scene::new(camera, &shown);
    let image = renderer.render_to_image(&scene, 1280, 640)?;
    let out = std::env::args().nth(1).unwrap_or_else(|| "target/walk_about.png".to_owned());
    let mut encoder = png::Encoder::new(std::fs::File::create(&out)?, 1280, 640);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header()?.write_image_data(&image.rgba)?;
    println!("ends at {:.2}; {out}", world.translation);
    Ok(())
}
