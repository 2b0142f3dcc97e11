//! Draws a character file to a PNG: `cargo run -p sinew-render --example look -- fox.glb fox.png front Walk 0.4`.
//! After the two files come, in any order, a view, a clip, a time, `skeleton`, `dual`, `none` (no background),
//! `texture` (the data path without storage buffers) and `time` (measures frames).

use sinew::character::SkinningMethod;
use sinew::skinning::SkinnedVertices;
use sinew::{Actor, Bounds, FrameInput};
use sinew_render::{
    Background, Camera, Gpu, Ground, Model, Puppet, RenderSettings, Renderer, Scene, VertexData, View,
    overlay,
};
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [input, output, rest @ ..] = words.as_slice() else {
        return Err(
            "look INPUT OUTPUT.png [view] [clip] [seconds] [skeleton] [dual] [none] [texture] [time]".into(),
        );
    };
    let has = |word: &str| rest.iter().any(|w| w == word);
    let (width, height): (u32, u32) = if has("small") { (320, 180) } else { (800, 600) };

    let folder = std::path::Path::new(input).parent().unwrap_or_else(|| "".as_ref()).to_owned();
    let beside = |path: &str| std::fs::read(folder.join(path)).map_err(|e| e.to_string());
    let imported = sinew_import::import(&std::fs::read(input)?, &beside)?;
    let character = Arc::new(imported.character);
    let mut actor = Actor::new(character.clone(), imported.clips.into_iter().map(Arc::new).collect())?;
    if let Some(clip) = actor.clips().iter().position(|c| has(&c.name)) {
        let time = rest.iter().find_map(|w| w.parse().ok()).unwrap_or(0.0);
        actor.play_clip(clip).seek(time);
    }
    if has("dual") {
        (0..character.instances().len()).for_each(|i| actor.set_skinning(i, SkinningMethod::DualQuaternion));
    }
    actor.advance(0.0);
    actor.resolve(&FrameInput::default());

    let gpu = Gpu::off_screen()?;
    eprintln!("{}", gpu.description());
    let vertex_data = if has("texture") { VertexData::Texture } else { VertexData::Auto };
    let mut renderer = Renderer::new(&gpu, RenderSettings { vertex_data, ..Default::default() });
    let started = Instant::now();
    let model = Model::new(&renderer, &character, &mut |image| match sinew_import::decode_image(image) {
        Ok(pixels) => Some(pixels),
        Err(problem) => {
            eprintln!("{problem}");
            None
        }
    })?;
    eprintln!("uploaded in {:.0} ms", started.elapsed().as_secs_f64() * 1e3);
    let mut puppet = Puppet::new(&renderer, &model);
    puppet.update(&renderer, &actor.frame());

    let named = |v: &View| rest.iter().any(|w| *w == format!("{v:?}").to_lowercase());
    let view = View::ALL.into_iter().find(named).unwrap_or(View::ThreeQuarter);
    let bounds = tight_bounds(&actor);
    let mut lines = Vec::new();
    if has("skeleton") {
        overlay::skeleton(&actor.frame(), &mut lines);
    }
    let actors = [&puppet];
    let mut scene = Scene::new(Camera::framing(&bounds, view, width as f32 / height as f32), &actors);
    scene.lines = &lines;
    // People stand at 0; what hangs below it gets its ground there.
    let floor = if bounds.min.y < -0.1 * bounds.size().y { bounds.min.y } else { 0.0 };
    scene.ground = Some(Ground { height: floor, ..Default::default() });
    if has("nogrid") {
        scene.ground = None;
    }
    if has("nosun") {
        scene.sun.intensity = 0.0;
    }
    if has("none") {
        (scene.background, scene.ground) = (Background::None, None);
    }
    let picture = renderer.picture(&scene, width, height)?;
    if has("time") {
        let mut fastest = f64::INFINITY;
        for _ in 0..20 {
            let started = Instant::now();
            renderer.picture(&scene, width, height)?;
            fastest = fastest.min(started.elapsed().as_secs_f64());
        }
        eprintln!("{width}×{height}: {:.1} ms a frame", fastest * 1e3);
    }
    let mut encoder = png::Encoder::new(std::fs::File::create(output)?, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header()?.write_image_data(&picture.rgba)?;
    Ok(())
}

/// The box around the vertices themselves; a frame's own bounds are wider.
fn tight_bounds(actor: &Actor) -> Bounds {
    let (frame, mut vertices) = (actor.frame(), SkinnedVertices::default());
    let character = frame.character();
    let mut all = Bounds::EMPTY;
    for (i, instance) in character.instances().iter().enumerate().filter(|(i, _)| frame.is_visible(*i)) {
        for p in 0..character.meshes()[instance.mesh].primitives.len() {
            frame.skin_vertices(i, p, &mut vertices);
            all = vertices.positions.iter().fold(all, |b, p| b.including(*p));
        }
    }
    eprintln!("{all:?} within {:?}", frame.bounds());
    all
}
