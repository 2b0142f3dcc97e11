//! A clip of one arm over a walk: the walk; the clip alone; over the walk, whose other joints go on; and over
//! the walk with `write_defaults`, which puts all other joints to rest.
//!
//! `cargo run --example partial_layer -- [OUT.png]`

use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::graph::AnimationGraph;
use sinew::{Actor, Bounds, FrameInput};
use sinew_import::{NoFiles, import};
use sinew_render::{Camera, Gpu, Model, ModelInstance, RenderSettings, Renderer, Scene, ViewPreset};
use std::sync::Arc;

const GRAPHS: [&str; 4] = [
    r#"(output: Clip(clip: "walk"))"#,
    r#"(output: Clip(clip: "wave_arm"))"#,
    r#"(output: Layers(base: Clip(clip: "walk"), layers: [(node: Clip(clip: "wave_arm"))]))"#,
    r#"(output: Layers(base: Clip(clip: "walk"), layers: [(node: Clip(clip: "wave_arm", write_defaults: true))]))"#,
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let imported = import(include_bytes!("../data/sinew.vrm"), &NoFiles)?;
    let character = Arc::new(imported.character);
    // The clip `wave` with the tracks of one arm alone, as an artist would export it.
    let wave = imported.clips.iter().find(|clip| clip.name == "wave").ok_or("no clip \"wave\"")?;
    let shoulder = character.find_joint("rightShoulder").ok_or("no right shoulder")?;
    let mut arm = wave.clone();
    arm.name = "wave_arm".into();
    arm.joints.retain(|track| character.skeleton().is_descendant_of(track.joint, shoulder));
    arm.expressions.clear();
    let mut clips = imported.clips.clone();
    clips.push(arm);

    let gpu = Gpu::off_screen()?;
    let mut renderer = Renderer::new(&gpu, RenderSettings::default());
    let mut decoder = sinew_import::ImageDecoder::new();
    let decode = &mut |image: &sinew::character::Image| decoder.decode(image).ok();
    let model = Model::new(&gpu, &character, decode)?;
    let (mut instances, mut bounds) = (Vec::new(), Bounds::EMPTY);
    for (n, graph) in GRAPHS.iter().enumerate() {
        let mut actor = Actor::new(character.clone(), clips.clone())?;
        let graph = AnimationGraph::from_ron(graph, actor.clips())?;
        actor.set_graph(Arc::new(graph))?;
        let position = Vec3::X * (n as f32 * 1.3);
        let world = Affine3A::from_rotation_translation(Quat::from_rotation_y(0.6), position);
        for _ in 0..50 {
            actor.advance(1.0 / 60.0);
            actor.resolve(FrameInput::new(1.0 / 60.0, world));
        }
        let mut instance = ModelInstance::new(&gpu, &model);
        instance.update(&gpu, &actor.frame());
        instances.push(instance);
        bounds = bounds.union(actor.frame().bounds().transformed(&world));
    }
    let shown: Vec<&ModelInstance> = instances.iter().collect();
    let camera = Camera::framing(&bounds, ViewPreset::Front, 2.0);
    let image = renderer.render_to_image(&Scene::new(camera, &shown), 1280, 640)?;
    let out = std::env::args().nth(1).unwrap_or_else(|| "target/partial_layer.png".to_owned());
    let mut encoder = png::Encoder::new(std::fs::File::create(&out)?, 1280, 640);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header()?.write_image_data(&image.rgba)?;
    println!("{out}, drawn by {}", gpu.description());
    Ok(())
}
