//! Pores of a material's own normal map under wrinkles: reoriented normals keep both.

use sinew::character::{Image, MaterialId, Pixels, TextureRef, UvTransform};
use sinew::glam::Vec3;
use sinew::surface::wrinkle::WrinkleMap;
use sinew::{Actor, Character};
use sinew_author::face::FaceLandmarks;
use sinew_author::surface::tangent::{NormalMap, generate_tangents};
use sinew_author::surface::wrinkle::{GeneratedWrinkles, WrinkleGenerator};
use sinew_import::{ImageDecoder, import_file};
use sinew_render::{
    Camera, Gpu, Model, ModelInstance, RenderSettings, Renderer, Scene, Shading, Sun, ViewPreset,
    WrinkleModel,
};
use sinew_suite::add_texture;
use std::sync::Arc;

/// Side of a picture, pixels.
const SIDE: u32 = 480;
/// Side of the maps, texels.
const TEXELS: usize = 2048;
/// Side of a cell with a pore, texels.
const CELL: usize = 6;
/// Name of the image of pores.
const PORES: &str = "pores";

/// Dimples at uneven points of a grid.
fn pores() -> NormalMap {
    let random = |n: usize| {
        let mixed = (n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40) as f32 / (1 << 24) as f32
    };
    let normal = |n: usize| {
        let (x, y) = (n % TEXELS, n / TEXELS);
        let cell = x / CELL + y / CELL * TEXELS;
        let offset =
            |at: usize, seed: usize| (at % CELL) as f32 + 0.5 - CELL as f32 * (0.25 + 0.5 * random(seed));
        let (dx, dy) = (offset(x, 2 * cell), offset(y, 2 * cell + 1));
        let slope = 0.4 * (-(dx * dx + dy * dy) / 3.0).exp();
        // Green points up in the image.
        Vec3::new(-dx * slope, dy * slope, 1.0).normalize()
    };
    NormalMap::new(TEXELS as u32, TEXELS as u32, (0..TEXELS * TEXELS).map(normal).collect()).unwrap()
}

/// The character with matt skin and a normal map on it.
fn with_map(character: &Character, of: MaterialId) -> Arc<Character> {
    let mut parts = character.clone().into_parts();
    let texture = add_texture(&mut parts, Image { name: PORES.into(), mime: String::new(), encoded: None });
    let material = &mut parts.materials[of.index()];
    material.normal_texture = Some(TextureRef { texture, uv_set: 0, transform: UvTransform::IDENTITY });
    material.toon = None;
    (material.metallic, material.roughness) = (0.0, 0.5);
    for primitive in parts.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives) {
        if primitive.material == Some(of) {
            *primitive = generate_tangents(primitive, 0).expect("texture coordinates");
        }
    }
    Arc::new(Character::new(parts).expect("the same character with a map"))
}

struct Case {
    character: Arc<Character>,
    made: GeneratedWrinkles,
    map: Arc<WrinkleMap>,
    camera: Camera,
}

fn case() -> Case {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/data/sinew.vrm");
    let character = import_file(file).unwrap().character;
    let landmarks = FaceLandmarks::detect(&character).unwrap();
    let made = WrinkleGenerator::new(landmarks).with_size(TEXELS as u32).generate(&character).unwrap();
    let mut image = |name: &str| Ok(Image { name: name.into(), mime: String::new(), encoded: None });
    let map = Arc::new(WrinkleMap::from_description(&made.description, &character, &mut image).unwrap());
    let brow = landmarks.eye_left.lerp(landmarks.eye_right, 0.5).with_z(landmarks.nose_bridge.z);
    let reach = landmarks.eye_left.x - landmarks.eye_right.x;
    let middle = brow + Vec3::Y * reach * 0.75;
    let around = [middle - Vec3::splat(reach * 0.3), middle + Vec3::splat(reach * 0.3)];
    let camera = Camera::framing(&sinew::Bounds::from_points(around), ViewPreset::Front, 1.0);
    Case { character: with_map(&character, map.materials()[0].material), made, map, camera }
}

/// Picture of the forehead under raised brows.
fn draw(gpu: &Gpu, case: &Case, map: &NormalMap, is_wrinkled: bool, shading: Shading) -> Pixels {
    let mut renderer = Renderer::new(gpu, RenderSettings::default());
    let pixels = Pixels { width: map.width(), height: map.height(), rgba: map.to_rgba8() };
    let mut decoder = ImageDecoder::new();
    let mut decode = |image: &Image| match image.name == PORES {
        true => Some(pixels.clone()),
        false => decoder.decode(image).ok(),
    };
    let model = Model::new(gpu, &case.character, &mut decode).unwrap();
    let mut actor = Actor::without_clips(Arc::clone(&case.character));
    let mut instance = ModelInstance::new(gpu, &model);
    if is_wrinkled {
        let mut find = |image: &Image| {
            let found = case.made.images.iter().find(|(name, _)| *name == image.name);
            found.map(|(_, pixels)| pixels.clone())
        };
        let wrinkles = WrinkleModel::new(gpu, &case.character, &case.map, &mut find).unwrap();
        instance.set_wrinkles(gpu, Some(&wrinkles)).unwrap();
        actor.set_wrinkles(Some(Arc::clone(&case.map))).unwrap();
    }
    for shape in ["browInnerUp", "browOuterUpLeft", "browOuterUpRight"] {
        actor.face_mut().unwrap().set_morph(shape, 1.0).unwrap();
    }
    actor.update(1.0);
    instance.update(gpu, &actor.frame());
    let shown = [&instance];
    let sun = Sun::default().with_direction_to_sun(Vec3::new(0.5, 0.8, 0.35).normalize());
    let scene = Scene::new(case.camera, &shown).with_sun(sun).with_fill_light(0.4).with_shading(shading);
    renderer.render_to_image(&scene, SIDE, SIDE).unwrap()
}

/// The own map and that of the folds, mixed by the masks of the forehead, as a plain lerp of two maps does.
fn mixed(pore_map: &NormalMap, case: &Case) -> NormalMap {
    let image =
        |name: &str| &case.made.images.iter().find(|(image_name, _)| image_name == name).unwrap().1.rgba;
    let (folds, mask) = (image("normal.png"), image("mask1.png"));
    let folds = NormalMap::from_rgba8(pore_map.width(), pore_map.height(), folds).unwrap();
    let shares = mask.chunks(4).map(|texel| (f32::from(texel[0]) + f32::from(texel[1])) / 255.0);
    let pairs = pore_map.normals().iter().zip(folds.normals()).zip(shares);
    let normals = pairs.map(|((pore, fold), share)| pore.lerp(*fold, share.min(1.0)).normalize_or(Vec3::Z));
    NormalMap::new(pore_map.width(), pore_map.height(), normals.collect()).unwrap()
}

/// Directions of a picture of normals, per pixel.
fn directions(image: &Pixels) -> Vec<Vec3> {
    let all = image.rgba.as_chunks::<4>().0.iter();
    all.map(|[r, g, b, _]| Vec3::new(f32::from(*r), f32::from(*g), f32::from(*b)) / 127.5 - 1.0).collect()
}

/// Strength of the pores in wrinkled skin as a share of that in smooth skin, over pixels that a fold turns.
fn share_of_pores(smooth: [&[Vec3]; 2], folded: [&[Vec3]; 2]) -> (f32, usize) {
    let (mut whole, mut kept, mut count) = (0.0, 0.0, 0);
    for n in 0..smooth[0].len() {
        let pore = smooth[1][n] - smooth[0][n];
        let turned = folded[0][n].distance(smooth[0][n]);
        if (0.08..0.5).contains(&turned) && pore.length() > 0.08 {
            whole += pore.length_squared();
            kept += pore.dot(folded[1][n] - folded[0][n]);
            count += 1;
        }
    }
    (kept / whole, count)
}

#[test]
fn pores_and_wrinkles_are_seen_together() {
    let gpu = match Gpu::off_screen() {
        Ok(gpu) => gpu,
        Err(problem) => return eprintln!("SKIPPED: {problem}"),
    };
    let case = case();
    let (flat, pore_map) = (NormalMap::new(1, 1, vec![Vec3::Z]).unwrap(), pores());
    let normals = |map: &NormalMap, is_wrinkled: bool| {
        directions(&draw(&gpu, &case, map, is_wrinkled, Shading::Normals))
    };
    let (smooth, with_pores) = (normals(&flat, false), normals(&pore_map, false));
    let (folds, both) = (normals(&flat, true), normals(&pore_map, true));
    let lerp = normals(&mixed(&pore_map, &case), false);
    let (kept, count) = share_of_pores([&smooth, &with_pores], [&folds, &both]);
    let (left, _) = share_of_pores([&smooth, &with_pores], [&folds, &lerp]);
    println!("{count} pixels: {:.0} % of the pores stay, {:.0} % with a lerp", kept * 100.0, left * 100.0);
    assert!(count > 1000 && (0.85..1.15).contains(&kept), "{count} pixels, {kept}");
    assert!(left < 0.6, "{left}");
    if let Some(folder) = std::env::var_os("SINEW_PICTURES") {
        let panels = [
            draw(&gpu, &case, &pore_map, false, Shading::Material),
            draw(&gpu, &case, &mixed(&pore_map, &case), false, Shading::Material),
            draw(&gpu, &case, &pore_map, true, Shading::Material),
        ];
        let rows = (0..SIDE as usize).flat_map(|row| {
            let bytes = SIDE as usize * 4;
            panels.iter().flat_map(move |panel| panel.rgba[row * bytes..(row + 1) * bytes].to_vec())
        });
        let path = std::path::Path::new(&folder).join("wrinkle_pores.png");
        let file = std::fs::File::create(path).unwrap();
        let mut encoder = png::Encoder::new(file, SIDE * panels.len() as u32, SIDE);
        encoder.set_color(png::ColorType::Rgba);
        let rows: Vec<u8> = rows.collect();
        encoder.write_header().unwrap().write_image_data(&rows).unwrap();
    }
}
