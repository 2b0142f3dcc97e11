//! Synthetic wrinkles for any head with ARKit's shapes: pairs of faces without and with them.
//!
//! `cargo run --example wrinkles -- [HEAD.glb OUT.png]`. A head without shapes gets those of the built-in
//! character.

use sinew::character::{Image, Pixels};
use sinew::glam::Vec3;
use sinew::surface::wrinkle::WrinkleMap;
use sinew::{Actor, Character};
use sinew_author::face::{FaceLandmarks, FaceTransfer};
use sinew_author::surface::wrinkle::{GeneratedWrinkles, WrinkleGenerator};
use sinew_import::{ImageDecoder, import_file};
use sinew_render::{
    Camera, Gpu, Model, ModelInstance, RenderSettings, Renderer, Scene, Sun, ViewPreset, WrinkleModel,
};
use std::error::Error;
use std::sync::Arc;

/// Rows of the picture: shapes at full weight.
const FACES: [&[&str]; 5] = [
    &["browInnerUp", "browOuterUpLeft", "browOuterUpRight"],
    &["browDownLeft", "browDownRight"],
    &["mouthSmileLeft", "mouthSmileRight", "cheekSquintLeft", "cheekSquintRight"],
    &["eyeSquintLeft", "eyeSquintRight"],
    &["noseSneerLeft", "noseSneerRight"],
];
/// Side of one face in the picture, pixels.
const SIDE: u32 = 420;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let built_in = concat!(env!("CARGO_MANIFEST_DIR"), "/data/sinew.vrm");
    let character =
        with_shapes(import_file(args.first().map_or(built_in, String::as_str))?.character, built_in)?;
    let landmarks = FaceLandmarks::detect(&character)?;
    let character = Arc::new(character);

    // The map: images and the shapes that drive them.
    let generated = WrinkleGenerator::new(landmarks).with_size(1024).generate(&character)?;
    let map = Arc::new(wrinkle_map(&generated, &character)?);

    let gpu = Gpu::off_screen()?;
    let mut renderer = Renderer::new(&gpu, RenderSettings::default());
    let mut decoder = ImageDecoder::new();
    let mut decode = |image: &Image| decoder.decode(image).ok();
    let model = Model::new(&gpu, &character, &mut decode)?;
    let wrinkles = WrinkleModel::new(&gpu, &character, &map, &mut decode)?;
    let mut instance = ModelInstance::new(&gpu, &model);
    instance.set_wrinkles(&gpu, Some(&wrinkles))?;

    let eyes = (landmarks.eye_left + landmarks.eye_right) * 0.5;
    let middle = eyes.lerp(landmarks.mouth, 0.1).with_z(landmarks.nose_bridge.z);
    let reach = (landmarks.eye_left.x - landmarks.eye_right.x) * 1.4;
    let camera = Camera::framing(
        &sinew::Bounds::from_points([middle - Vec3::splat(reach * 0.6), middle + Vec3::splat(reach * 0.6)]),
        ViewPreset::Front,
        1.0,
    );
    let (columns, rows) = (2, FACES.len() as u32);
    let mut sheet = vec![0; (SIDE * columns * SIDE * rows * 4) as usize];
    for (row, shapes) in (0..).zip(FACES) {
        for (column, is_wrinkled) in [(0, false), (1, true)] {
            let mut actor = Actor::without_clips(Arc::clone(&character));
            actor.set_wrinkles(is_wrinkled.then(|| Arc::clone(&map)))?;
            let face = actor.face_mut().ok_or("the head has no face")?;
            for name in shapes {
                for (id, _) in character.morph_targets().filter(|(_, target)| target == name) {
                    face.set_morph(id, 1.0)?;
                }
            }
            actor.update(1.0 / 60.0);
            instance.update(&gpu, &actor.frame());
            let shown = [&instance];
            let sun = Sun::default().with_direction_to_sun(Vec3::new(0.55, 0.65, 0.53).normalize());
            let scene = Scene::new(camera, &shown).with_sun(sun).with_fill_light(0.4);
            let image = renderer.render_to_image(&scene, SIDE, SIDE)?;
            for (line, texels) in (0..).zip(image.rgba.chunks((SIDE * 4) as usize)) {
                let at = (((row * SIDE + line) * columns + column) * SIDE * 4) as usize;
                sheet[at..at + texels.len()].copy_from_slice(texels);
            }
        }
    }
    let out = args.get(1).map_or("wrinkles.png", String::as_str);
    std::fs::write(out, png(&Pixels { width: SIDE * columns, height: SIDE * rows, rgba: sheet })?)?;
    println!("{out}: without and with wrinkles, {} drivers", generated.description.drivers.len());
    Ok(())
}

/// The character with the shapes of the built-in one, unless it has shapes.
fn with_shapes(character: Character, source: &str) -> Result<Character, Box<dyn Error>> {
    if character.morph_targets().next().is_some() {
        return Ok(character);
    }
    let source = import_file(source)?.character;
    let landmarks = FaceLandmarks::detect(&character)?;
    let transfer = FaceTransfer::new(&source, FaceLandmarks::detect(&source)?).with_eyelids(true);
    Ok(transfer.apply(character, &landmarks)?.0)
}

/// Wrinkle map of generated images.
fn wrinkle_map(made: &GeneratedWrinkles, character: &Character) -> Result<WrinkleMap, Box<dyn Error>> {
    let mut read = |name: &str| {
        let found = made.images.iter().find(|(image_name, _)| image_name == name);
        let pixels = &found.ok_or("there is no such image")?.1;
        let encoded = png(pixels).map_err(|error| error.to_string())?;
        Ok(Image { name: name.into(), mime: "image/png".into(), encoded: Some(encoded.into()) })
    };
    Ok(WrinkleMap::from_description(&made.description, character, &mut read)?)
}

fn png(pixels: &Pixels) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width, pixels.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header()?.write_image_data(&pixels.rgba)?;
    Ok(bytes)
}
