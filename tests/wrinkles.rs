//! Wrinkle maps on real heads: pictures, and the area strain of processor and device.

use sinew::character::{Image, Pixels};
use sinew::face::FaceLandmarks;
use sinew::glam::{Quat, Vec3};
use sinew::surface::wrinkle::{
    AutomaticWrinkles, GeneratedWrinkles, StrainKind, StrainRings, StrainScratch, WrinkleGenerator,
    WrinkleMap,
};
use sinew::{Actor, Character};
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
    let map = made.description.wrinkle_map(character, &mut image).unwrap();
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
        actor.set_wrinkles(is_wrinkled.then(|| Arc::clone(&map)));
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
        actor.set_wrinkles(Some(Arc::clone(&map)));
        let poses: [&[(&str, f32)]; 3] = [
            &[],
            &[("mouthSmileLeft", 1.0), ("cheekSquintLeft", 1.0), ("browInnerUp", 1.0)],
            &[("noseSneerLeft", 1.0), ("jawOpen", 0.7)],
        ];
        for (number, shapes) in poses.into_iter().enumerate() {
            set(&mut actor, shapes);
            let head = character.find_joint("head").unwrap();
            let mut turn = |stage: sinew::actor::Stage, pose: &mut sinew::actor::PoseAccess<'_>| {
                if stage == sinew::actor::Stage::Ik && number > 0 {
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
                for (own, device) in strain.iter().zip(&device) {
                    worst = worst.max((own - device).abs());
                    largest = largest.max(own.abs());
                }
            }
            println!("{binding:?}, pose {number}: strain up to {largest:.3}, difference up to {worst:.2e}");
            assert!(worst <= MAX_DIFFERENCE, "pose {number}: {worst}");
            assert!(number == 0 || largest > 0.2, "pose {number}: {largest}");
            assert!(number > 0 || largest < 1e-3, "at rest: {largest}");
        }
    }
}
