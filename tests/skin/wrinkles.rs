//! Wrinkle maps on real heads: pictures, and the area strain of processor and device.

use sinew::character::{Image, MaterialId, Pixels, Primitive};
use sinew::glam::{Quat, Vec3};
use sinew::surface::wrinkle::{
    AutomaticWrinkles, StrainKind, StrainRings, StrainScratch, WrinkleChannel, WrinkleMap,
    WrinkleMapDescription,
};
use sinew::{Actor, Character};
use sinew_author::face::FaceLandmarks;
use sinew_author::surface::wrinkle::{GeneratedWrinkles, WrinkleGenerator, WrinkleGeneratorError};
use sinew_import::{ImageDecoder, import_file};
use sinew_render::{
    Camera, Gpu, Model, ModelInstance, RenderSettings, Renderer, Scene, VertexDataBinding, ViewPreset,
    WrinkleModel,
};
use std::sync::Arc;

/// Largest difference of the strain between processor and device.
const MAX_DIFFERENCE: f32 = 1e-4;

fn built_in() -> Arc<Character> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/data/sinew.vrm");
    Arc::new(import_file(file).unwrap().character)
}

fn gpu() -> Option<Gpu> {
    Gpu::off_screen().inspect_err(|problem| eprintln!("SKIPPED: {problem}")).ok()
}

/// Synthetic wrinkles, changed by `change`. Images have no bytes; [`pixels`] has them.
fn generated(
    character: &Character,
    change: impl FnOnce(&mut GeneratedWrinkles),
) -> (GeneratedWrinkles, Arc<WrinkleMap>) {
    let landmarks = FaceLandmarks::detect(character).unwrap();
    let mut made = WrinkleGenerator::new(landmarks).with_size(512).generate(character).unwrap();
    change(&mut made);
    let mut image = |name: &str| Ok(Image { name: name.into(), mime: String::new(), encoded: None });
    let map = WrinkleMap::from_description(&made.description, character, &mut image).unwrap();
    (made, Arc::new(map))
}

fn pixels(made: &GeneratedWrinkles, image: &Image) -> Option<Pixels> {
    made.images.iter().find(|(name, _)| *name == image.name).map(|(_, pixels)| pixels.clone())
}

fn set(actor: &mut Actor, shapes: &[(&str, f32)]) {
    let character = Arc::clone(actor.character());
    for (name, weight) in shapes {
        let found: Vec<_> = character.find_morphs(name).collect();
        assert!(!found.is_empty(), "{name}");
        found.into_iter().for_each(|id| actor.face_mut().unwrap().set_morph(id, *weight).unwrap());
    }
    actor.update(0.5);
}

#[test]
fn wrinkles_without_weight_change_no_byte_and_those_with_weight_change_their_region_alone() {
    let Some(gpu) = gpu() else { return };
    let character = built_in();
    let (made, map) = generated(&character, |_| ());
    let mut renderer = Renderer::new(&gpu, RenderSettings::default());
    let mut decoder = ImageDecoder::new();
    let model = Model::new(&gpu, &character, &mut |image| decoder.decode(image).ok()).unwrap();
    let wrinkles = WrinkleModel::new(&gpu, &character, &map, &mut |image| pixels(&made, image)).unwrap();
    let landmarks = FaceLandmarks::detect(&character).unwrap();
    let middle = landmarks.nose_bridge;
    let around = [middle - Vec3::splat(0.09), middle + Vec3::splat(0.09)];
    let camera = Camera::framing(&sinew::Bounds::from_points(around), ViewPreset::Front, 1.0);
    let mut draw = |is_wrinkled: bool, shapes: &[(&str, f32)]| {
        let mut actor = Actor::without_clips(Arc::clone(&character));
        actor.set_wrinkles(is_wrinkled.then(|| Arc::clone(&map))).unwrap();
        set(&mut actor, shapes);
        let mut instance = ModelInstance::new(&gpu, &model);
        instance.set_wrinkles(&gpu, is_wrinkled.then_some(&wrinkles)).unwrap();
        instance.update(&gpu, &actor.frame());
        renderer.render_to_image(&Scene::new(camera, &[&instance]), 256, 256).unwrap().rgba
    };
    assert_eq!(draw(false, &[]), draw(true, &[]), "at rest");
    // A shape that folds nothing.
    assert_eq!(draw(false, &[("eyeBlinkLeft", 0.5)]), draw(true, &[("eyeBlinkLeft", 0.5)]));
    let raised = [("browInnerUp", 1.0), ("browOuterUpLeft", 1.0), ("browOuterUpRight", 1.0)];
    let (without, with) = (draw(false, &raised), draw(true, &raised));
    let rows: Vec<usize> = without
        .chunks(256 * 4)
        .zip(with.chunks(256 * 4))
        .map(|(a, b)| a.iter().zip(b).filter(|(a, b)| a.abs_diff(**b) > 8).count())
        .collect();
    let changed: usize = rows.iter().sum();
    assert!(changed > 500, "{changed} bytes of the forehead");
    let below: usize = rows[150..].iter().sum();
    assert!(below * 20 < changed, "{below} of {changed} bytes below the eyes");
}

#[test]
fn the_device_computes_the_strain_of_the_processor() {
    let Some(gpu) = gpu() else { return };
    let character = built_in();
    let (made, map) = generated(&character, |made| {
        let layer = made.description.layers.values_mut().next().unwrap();
        let strain = StrainKind::Compression;
        layer.automatic = Some(AutomaticWrinkles { strain, threshold: 0.05, gain: 3.0 });
    });
    let face = character
        .mesh_instance_ids()
        .zip(character.mesh_instances())
        .flat_map(|(id, instance)| {
            let primitives = character.meshes()[instance.mesh].primitives.iter().enumerate();
            primitives.map(move |(n, primitive)| (id, n, primitive))
        })
        .filter(|(_, _, primitive)| primitive.material == Some(map.materials()[0].material))
        .collect::<Vec<_>>();
    assert!(!face.is_empty());
    for binding in [VertexDataBinding::Auto, VertexDataBinding::Texture] {
        let gpu = gpu.clone().with_vertex_data_binding(binding);
        let renderer = Renderer::new(&gpu, RenderSettings::default());
        let model = Model::new(&gpu, &character, &mut |_| None).unwrap();
        let wrinkles = WrinkleModel::new(&gpu, &character, &map, &mut |image| pixels(&made, image)).unwrap();
        let mut instance = ModelInstance::new(&gpu, &model);
        instance.set_wrinkles(&gpu, Some(&wrinkles)).unwrap();
        let mut actor = Actor::without_clips(Arc::clone(&character));
        actor.set_wrinkles(Some(Arc::clone(&map))).unwrap();
        let poses: [&[(&str, f32)]; 3] = [
            &[],
            &[("mouthSmileLeft", 1.0), ("cheekSquintLeft", 1.0), ("browInnerUp", 1.0)],
            &[("noseSneerLeft", 1.0), ("jawOpen", 0.7)],
        ];
        for (number, shapes) in poses.into_iter().enumerate() {
            set(&mut actor, shapes);
            let head = character.find_joint("head").unwrap();
            let mut turn = |stage: sinew::stage::Stage,
                            _: &sinew::stage::StageInput<'_>,
                            pose: &mut sinew::stage::StagePose<'_>| {
                if stage == sinew::stage::Stage::Ik && number > 0 {
                    pose.rotate(head, Quat::from_rotation_y(0.4) * Quat::from_rotation_x(0.2));
                }
            };
            actor.resolve(sinew::FrameInput::new(0.0, Default::default()).with_hook(&mut turn));
            instance.update(&gpu, &actor.frame());
            let (mut scratch, mut strain, mut worst, mut largest) =
                (StrainScratch::default(), Vec::new(), 0f32, 0f32);
            for (id, primitive, _) in &face {
                let rings = StrainRings::new(&character, *id, *primitive).unwrap();
                actor.frame().area_strain(&rings, &mut scratch, &mut strain);
                let device = renderer.area_strain(&instance, *id, *primitive).unwrap();
                assert_eq!(device.len(), strain.len());
                for (expected, device) in strain.iter().zip(&device) {
                    worst = worst.max((expected - device).abs());
                    largest = largest.max(expected.abs());
                }
            }
            println!("{binding:?}, pose {number}: strain up to {largest:.3}, difference up to {worst:.2e}");
            assert!(worst <= MAX_DIFFERENCE, "pose {number}: {worst}");
            assert!(number == 0 || largest > 0.2, "pose {number}: {largest}");
            assert!(number > 0 || largest < 1e-3, "at rest: {largest}");
        }
    }
}

#[test]
fn the_wrinkles_that_lie_with_the_character_are_those_of_its_face() {
    let character = built_in();
    let landmarks = FaceLandmarks::detect(&character).unwrap();
    let made = WrinkleGenerator::new(landmarks).generate(&character).unwrap();
    let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/data/wrinkles"));
    let hint = "`cargo xtask character` makes them";
    let text = std::fs::read_to_string(folder.join("wrinkles.ron")).unwrap();
    assert_eq!(WrinkleMapDescription::from_ron(&text).unwrap(), made.description, "{hint}");
    for (name, pixels) in &made.images {
        let image = Image {
            name: name.clone(),
            mime: "image/png".into(),
            encoded: Some(std::fs::read(folder.join(name)).expect(hint).into()),
        };
        assert!(sinew_import::decode_image(&image).unwrap() == *pixels, "{name}: {hint}");
    }
    let files = std::fs::read_dir(folder).unwrap().count();
    assert_eq!(files, made.images.len() + 1, "files that nothing names");
}

#[test]
fn no_region_shows_the_folds_of_another_one() {
    let character = built_in();
    let (made, _) = generated(&character, |_| ());
    let image = |name: &str| {
        let found = made.images.iter().find(|(image_name, _)| image_name == name);
        found.unwrap().1.rgba.as_chunks::<4>().0
    };
    // Furrows darken: their middle has the largest occlusion. Masks: red and green are the forehead, blue the
    // frown.
    let (surface, mask) = (image("surface.png"), image("mask1.png"));
    let (mut foreign, mut count) = (0, 0);
    for (surface, mask) in surface.iter().zip(mask) {
        if surface[0] < 150 && mask[2] > 120 {
            count += 1;
            foreign = foreign.max(mask[0].max(mask[1]));
        }
    }
    assert!(
        count > 20 && foreign <= 16,
        "{count} texels of the frown, up to {foreign} of 255 in the forehead"
    );
}

#[test]
fn shapes_opposite_to_folds_stretch_the_skin() {
    let character = built_in();
    let (_, map) = generated(&character, |_| ());
    let layer = |name: &str| map.layers().iter().position(|layer| layer.name == name).unwrap();
    let region = |name: &str| map.regions().iter().position(|region| region.name == name).unwrap();
    let strength = |shapes: &[(&str, f32)], layer: usize, region: usize| {
        let mut actor = Actor::without_clips(Arc::clone(&character));
        actor.set_wrinkles(Some(Arc::clone(&map))).unwrap();
        set(&mut actor, shapes);
        actor.frame().wrinkle_weights(WrinkleChannel::Normal)[layer * map.regions().len() + region]
    };
    let (folds, stretch, forehead) = (layer("folds"), layer("stretch"), region("forehead_left"));
    let (raised, lowered) = ([("browInnerUp", 1.0)], [("browDownLeft", 1.0)]);
    assert!(strength(&raised, folds, forehead) > 0.5 && strength(&raised, stretch, forehead) == 0.0);
    assert!(strength(&lowered, stretch, forehead) > 0.5 && strength(&lowered, folds, forehead) == 0.0);
    let open = [("jawOpen", 1.0)];
    assert!(strength(&open, stretch, region("nasolabial_right")) > 0.5);
    assert_eq!(strength(&open, folds, region("nasolabial_right")), 0.0);
}

#[test]
fn a_face_of_two_materials_gets_images_for_both() {
    let mut parts = Character::clone(&built_in()).into_parts();
    let skin = parts.materials.iter().position(|material| material.name == "skin").unwrap() as u32;
    let mut lower = parts.materials[skin as usize].clone();
    lower.name = "lower face".into();
    parts.materials.push(lower);
    let second = MaterialId(parts.materials.len() as u32 - 1);
    // The mesh of the face is cut under the nose, by triangles.
    let landmarks = FaceLandmarks::detect(&built_in()).unwrap();
    let mut cut = 0;
    for mesh in &mut parts.meshes {
        let face = mesh.primitives.iter().position(|primitive| {
            primitive.material == Some(MaterialId(skin))
                && primitive.positions.iter().any(|p| p.distance(landmarks.nose_tip) < 0.01)
        });
        let Some(face) = face else { continue };
        let primitive = mesh.primitives[face].clone();
        let (below, above): (Vec<[u32; 3]>, Vec<[u32; 3]>) = primitive
            .indices
            .as_chunks::<3>()
            .0
            .iter()
            .partition(|corners| primitive.positions[corners[0] as usize].y < landmarks.nose_base.y);
        mesh.primitives[face].indices = above.concat();
        let indices = below.concat();
        mesh.primitives.push(Primitive { indices, material: Some(second), ..primitive });
        cut += 1;
    }
    assert_eq!(cut, 1);
    let character = Character::new(parts).unwrap();
    let (made, map) = generated(&character, |_| ());
    assert_eq!(map.materials().len(), 2, "{:?}", made.description.materials.keys());
    assert_eq!(map.materials()[1].material, second);
    let masks_of = |prefix: &str| -> u64 {
        let all = made.images.iter().filter(|(name, _)| name.starts_with(&format!("{prefix}mask3")));
        all.flat_map(|(_, pixels)| &pixels.rgba).map(|value| u64::from(*value)).sum()
    };
    // The mouth belongs to the second one.
    assert!(masks_of("material2_") > 3 * masks_of(""), "{} {}", masks_of("material2_"), masks_of(""));
    let Some(gpu) = gpu() else { return };
    let character = Arc::new(character);
    let model = Model::new(&gpu, &character, &mut |_| None).unwrap();
    let wrinkles = WrinkleModel::new(&gpu, &character, &map, &mut |image| pixels(&made, image)).unwrap();
    let mut renderer = Renderer::new(&gpu, RenderSettings::default());
    let around = [landmarks.mouth - Vec3::splat(0.04), landmarks.mouth + Vec3::splat(0.04)];
    let camera = Camera::framing(&sinew::Bounds::from_points(around), ViewPreset::Front, 1.0);
    let mut draw = |wrinkles: Option<&WrinkleModel>| {
        let mut actor = Actor::without_clips(Arc::clone(&character));
        actor.set_wrinkles(Some(Arc::clone(&map))).unwrap();
        set(&mut actor, &[("mouthShrugLower", 1.0), ("mouthSmileLeft", 1.0)]);
        let mut instance = ModelInstance::new(&gpu, &model);
        instance.set_wrinkles(&gpu, wrinkles).unwrap();
        instance.update(&gpu, &actor.frame());
        renderer.render_to_image(&Scene::new(camera, &[&instance]), 200, 200).unwrap().rgba
    };
    let (without, with) = (draw(None), draw(Some(&wrinkles)));
    let changed = without.iter().zip(&with).filter(|(a, b)| a.abs_diff(**b) > 6).count();
    assert!(changed > 300, "{changed} bytes around the mouth");
}

/// Texture coordinates that repeat a texture thousands of times are an error, soon.
#[test]
fn hostile_texture_coordinates_of_a_face_are_an_error() {
    let mut parts = Character::clone(&built_in()).into_parts();
    for primitive in parts.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives) {
        primitive.uvs.iter_mut().flatten().for_each(|uv| *uv *= 1000.0);
    }
    let landmarks = FaceLandmarks::detect(&built_in()).unwrap();
    let character = Character::new(parts).unwrap();
    let made = WrinkleGenerator::new(landmarks).with_size(64).generate(&character);
    let Err(error) = made else { panic!("an error") };
    assert!(matches!(error, WrinkleGeneratorError::TooManyOverlaps { .. }), "{error}");
}
