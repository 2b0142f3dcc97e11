//! A haircut as strands, and as cards that any engine draws, beside each other; the cards in a file.
//!
//! `cargo run --example hair_cards -- [GROOM.ron OUT.png OUT.glb]`

use sinew::character::{Image, MeshInstanceId};
use sinew::glam::Vec3;
use sinew::hair::{Groom, Hair, HairBody};
use sinew::surface::CharacterSurface;
use sinew::{Actor, Bounds, Character, RawClip};
use sinew_author::hair::{
    CardMotion, CardSettings, GroomDescription, GroomMaps, HairCards, HairSkin, HeadShape, generate_groom,
};
use sinew_import::{ExportOptions, ImageDecoder, encode_image, export_glb, import_file};
use sinew_render::{
    Camera, Gpu, HairInstance, HairModel, Model, ModelInstance, RenderSettings, Renderer, Scene, ViewPreset,
};
use std::error::Error;
use std::sync::Arc;

const SIDE: u32 = 480;

fn png(width: u32, height: u32, rgba: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header()?.write_image_data(rgba)?;
    Ok(out)
}

/// The character with the groom as cards in place of its own hair, which swing by spring bones.
fn with_cards(
    character: &Character,
    groom: &Groom,
    is_skin: impl Fn(MeshInstanceId) -> bool,
) -> Result<Character, Box<dyn Error>> {
    let cards = HairCards::new(groom, character, &CardSettings::default())?;
    let mut parts = character.clone().into_parts();
    parts.retain_instances(is_skin);
    parts.retain_used_materials();
    let materials =
        cards.add_materials(&mut parts, &groom.layers, &mut |name, pixels| encode_image(name, pixels))?;
    cards.add_to(&mut parts, &materials, CardMotion::Springs)?;
    println!(
        "{} strands, {} cards, {} vertices",
        groom.strand_count(),
        cards.card_count(),
        cards.vertex_count()
    );
    Ok(Character::new(parts)?)
}

/// Draws an actor, with its strands if it has hair.
fn draw(renderer: &mut Renderer, actor: &Actor, camera: Camera) -> Result<Vec<u8>, Box<dyn Error>> {
    let gpu = renderer.gpu().clone();
    let mut decoder = ImageDecoder::new();
    let model = Model::new(&gpu, actor.character(), &mut |image: &Image| decoder.decode(image).ok())?;
    let mut instance = ModelInstance::new(&gpu, &model);
    instance.update(&gpu, &actor.frame());
    let mut layers = Vec::new();
    if let Some(hair) = actor.frame().hair() {
        for (number, layer) in hair.groom().layers.iter().enumerate() {
            let pose = hair.pose(number);
            let guides = layer.guides.len();
            let strands = HairModel::new(&gpu, &layer.strands, &layer.look, guides, pose.points_per_guide())?;
            let mut drawn = HairInstance::new(&gpu, &strands);
            drawn.update(&gpu, pose);
            layers.push(drawn);
        }
    }
    let layers: Vec<&HairInstance> = layers.iter().collect();
    let instances = [&instance];
    let scene = Scene::new(camera, &instances).with_hair(&layers).with_fill_light(0.8);
    Ok(renderer.render_to_image(&scene, SIDE, SIDE)?.rgba)
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let root = env!("CARGO_MANIFEST_DIR");
    let arg = |n: usize, default: &str| args.get(n).cloned().unwrap_or(default.into());
    let character: Arc<Character> = Arc::new(import_file(format!("{root}/data/sinew.vrm"))?.character);
    let name_of = |id: MeshInstanceId| character.meshes()[character.mesh_instances()[id].mesh].name.as_str();
    let is_skin = |id: MeshInstanceId| name_of(id) != "hair";

    // Hair from text, on the head as it is measured.
    let text = std::fs::read_to_string(arg(0, &format!("{root}/data/grooms/bob.ron")))?;
    let description = GroomDescription::from_ron(&text)?;
    let surface = Arc::new(CharacterSurface::new(&character));
    let skin = HairSkin::new(&character, &surface, is_skin);
    let head = HeadShape::measure(&character, &skin)?;
    let groom = Arc::new(generate_groom(&character, &skin, &head, &description, &GroomMaps::new())?);

    // As strands.
    let mut strands = Actor::new(Arc::clone(&character), Vec::<RawClip>::new())?;
    for id in character.mesh_instance_ids().filter(|id| !is_skin(*id)) {
        strands.meshes_mut().set_visible(id, false);
    }
    let body = Arc::new(HairBody::measure(&character, is_skin));
    strands.set_hair(Some(Arc::new(Hair::new(Arc::clone(&groom), body))))?;
    strands.update(0.0);
    // As cards.
    let mut cards = Actor::new(Arc::new(with_cards(&character, &groom, is_skin)?), Vec::<RawClip>::new())?;
    cards.update(0.0);
    let file = export_glb(cards.character(), &[], &ExportOptions::default())?;
    std::fs::write(arg(2, "hair_cards.glb"), file.bytes)?;

    let mut renderer = Renderer::new(&Gpu::off_screen()?, RenderSettings::default());
    let around = Bounds::from_points([-1.0, 1.0].map(|n| head.center + Vec3::splat(n * 0.17 * head.scale)));
    let camera = Camera::framing(&around, ViewPreset::ThreeQuarter, 1.0);
    let halves = [draw(&mut renderer, &strands, camera)?, draw(&mut renderer, &cards, camera)?];
    let row = SIDE as usize * 4;
    let [left, right] = halves.each_ref().map(|half| half.chunks_exact(row));
    let both: Vec<u8> = left.zip(right).flat_map(|(left, right)| [left, right].concat()).collect();
    std::fs::write(arg(1, "hair_cards.png"), png(SIDE * 2, SIDE, &both)?)?;
    Ok(())
}
