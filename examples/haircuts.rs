//! Four haircuts on a character: standing, running, shaking the head and in the wind.
//!
//! `cargo run --example haircuts -- [FILE CLIP OUT.png [HIDDEN MESH…]]`

use sinew::character::{Image, MeshInstanceId};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::hair::{Groom, Hair, HairBody};
use sinew::stage::EvenWind;
use sinew::stage::{Stage, StageInput, StagePose};
use sinew::surface::CharacterSurface;
use sinew::{Actor, Bounds, Character, FrameInput};
use sinew_author::hair::{GroomDescription, GroomMaps, HairSkin, HeadShape, generate_groom};
use sinew_import::import_file;
use sinew_render::{
    Camera, Gpu, HairInstance, HairModel, Model, ModelInstance, RenderSettings, Renderer, Scene, ViewPreset,
};
use std::error::Error;
use std::sync::Arc;

const SIZE: [u32; 2] = [256, 256];
const HAIRCUTS: [&str; 4] = ["bob", "long", "ponytail", "short"];
const DT: f32 = 1.0 / 60.0;

/// Action of the character in a column of the picture.
#[derive(Clone, Copy, PartialEq)]
enum Act {
    Stand,
    Run,
    Shake,
    Wind,
}

const ACTS: [Act; 4] = [Act::Stand, Act::Run, Act::Shake, Act::Wind];

/// Plays until the hair has followed.
fn play(actor: &mut Actor, act: Act, clip: &str) -> Result<(), Box<dyn Error>> {
    if act == Act::Run {
        actor.play(clip)?;
    } else {
        // A character without this clip stands in its rest pose.
        actor.play("idle").ok();
    }
    let head = actor.character().humanoid().and_then(|body| body.joint(sinew::humanoid::HumanBone::Head));
    let velocity = match act {
        Act::Wind => Vec3::new(-6.0, 0.0, -2.0),
        // The clip runs on the spot: the air comes towards the character.
        Act::Run => Vec3::NEG_Z * 3.0,
        Act::Stand | Act::Shake => Vec3::ZERO,
    };
    let wind = EvenWind::new(velocity).with_gusts(0.4);
    for frame in 0..150 {
        let time = frame as f32 * DT;
        let mut shake = |stage, _: &StageInput<'_>, pose: &mut StagePose<'_>| {
            if let (Stage::Animate, Act::Shake, Some(head)) = (stage, act, head) {
                pose.rotate(head, Quat::from_rotation_y(0.6 * (time * 9.0).sin()));
            }
        };
        actor.advance(DT);
        actor.resolve(FrameInput::new(DT, Affine3A::IDENTITY).with_wind(&wind).with_hook(&mut shake));
    }
    Ok(())
}

/// Draws the character with its hair, from the front and a little from the side.
fn draw(
    renderer: &mut Renderer,
    model: &Model,
    actor: &Actor,
    head: &HeadShape,
) -> Result<Vec<u8>, Box<dyn Error>> {
    let gpu = renderer.gpu().clone();
    let mut instance = ModelInstance::new(&gpu, model);
    instance.update(&gpu, &actor.frame());
    let mut layers = Vec::new();
    if let Some(hair) = actor.frame().hair() {
        for (number, layer) in hair.groom().layers.iter().enumerate() {
            let pose = hair.pose(number);
            let strands = HairModel::new(
                &gpu,
                &layer.strands,
                &layer.look,
                layer.guides.len(),
                pose.points_per_guide(),
            )?;
            let mut drawn = HairInstance::new(&gpu, &strands);
            drawn.update(&gpu, pose);
            layers.push(drawn);
        }
    }
    let layers: Vec<&HairInstance> = layers.iter().collect();
    let middle = head.center - Vec3::Y * 0.05 * head.scale;
    let bounds = Bounds::from_points([-1.0, 1.0].map(|n| middle + Vec3::splat(n * 0.17 * head.scale)));
    let camera = Camera::framing(&bounds, ViewPreset::ThreeQuarter, 1.0);
    let instances = [&instance];
    let scene = Scene::new(camera, &instances).with_hair(&layers).with_fill_light(0.8);
    Ok(renderer.render_to_image(&scene, SIZE[0], SIZE[1])?.rgba)
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |n: usize, default: &'static str| args.get(n).cloned().unwrap_or(default.into());
    let root = env!("CARGO_MANIFEST_DIR");
    let file = args.first().cloned().unwrap_or_else(|| format!("{root}/data/sinew.vrm"));
    let imported = import_file(file)?;
    let character: Arc<Character> = Arc::new(imported.character);
    let hidden: Vec<String> = if args.len() > 3 { args[3..].to_vec() } else { vec!["hair".into()] };
    let name_of = |id: MeshInstanceId| character.meshes()[character.mesh_instances()[id].mesh].name.as_str();
    let is_skin = |id: MeshInstanceId| !hidden.iter().any(|name| name_of(id) == name);
    let surface = Arc::new(CharacterSurface::new(&character));
    let skin = HairSkin::new(&character, &surface, is_skin);
    let head = HeadShape::measure(&character, &skin)?;
    let body = Arc::new(HairBody::measure(&character, is_skin));

    let gpu = Gpu::off_screen()?;
    let mut renderer = Renderer::new(&gpu, RenderSettings::default());
    let mut decoder = sinew_import::ImageDecoder::new();
    let model = Model::new(&gpu, &character, &mut |image: &Image| decoder.decode(image).ok())?;
    let [width, height] = SIZE.map(|side| side as usize);
    let row = width * ACTS.len() * 4;
    let mut sheet = vec![0; row * height * HAIRCUTS.len()];
    for (line, name) in HAIRCUTS.into_iter().enumerate() {
        let text = std::fs::read_to_string(format!("{root}/data/grooms/{name}.ron"))?;
        let description = GroomDescription::from_ron(&text)?;
        let groom: Arc<Groom> =
            Arc::new(generate_groom(&character, &skin, &head, &description, &GroomMaps::new())?);
        println!("{name}: {} guides, {} strands", groom.guide_count(), groom.strand_count());
        for (column, act) in ACTS.into_iter().enumerate() {
            let mut actor = Actor::new(Arc::clone(&character), imported.clips.clone())?;
            for id in character.mesh_instance_ids().filter(|id| !is_skin(*id)) {
                actor.meshes_mut().set_visible(id, false);
            }
            actor.set_hair(Some(Arc::new(Hair::new(Arc::clone(&groom), Arc::clone(&body)))))?;
            play(&mut actor, act, &arg(1, "run"))?;
            let image = draw(&mut renderer, &model, &actor, &head)?;
            for (y, pixels) in image.chunks_exact(width * 4).enumerate() {
                let start = (line * height + y) * row + column * width * 4;
                sheet[start..start + width * 4].copy_from_slice(pixels);
            }
        }
    }
    let out = arg(2, "haircuts.png");
    let size = [width * ACTS.len(), height * HAIRCUTS.len()].map(|side| side as u32);
    let mut encoder = png::Encoder::new(std::fs::File::create(&out)?, size[0], size[1]);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header()?.write_image_data(&sheet)?;
    println!("{out}, drawn by {}", gpu.description());
    Ok(())
}
