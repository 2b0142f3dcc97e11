//! Faces with one normal map in tangent space and in object space look the same, and so do surfaces with
//! mirrored texture coordinates.

use sinew::character::{
    AlphaMode, Image, Material, MaterialId, NormalMapSpace, Pixels, Primitive, SkinningMethod, TextureRef,
    UvTransform,
};
use sinew::glam::{Vec3, Vec4};
use sinew::humanoid::HumanBone;
use sinew::{Actor, Bounds, Character};
use sinew_author::surface::tangent::{
    DEFAULT_NORMAL_MAP_MARGIN, MapSurface, NormalMap, convert_normal_map, generate_tangents,
};
use sinew_render::{Background, Camera, Gpu, Model, ModelInstance, RenderSettings, Renderer, Scene, Sun};
use sinew_suite::add_texture;
use std::sync::Arc;

const SIZE: u32 = 360;

/// Directions to the sun: from the left above, from the right, from behind the shoulder.
const LIGHTS: [Vec3; 3] = [Vec3::new(0.6, 0.6, 0.53), Vec3::new(-0.9, 0.1, 0.42), Vec3::new(0.2, 0.5, -0.84)];

fn renderer() -> Option<Renderer> {
    let gpu = test_needs::available(test_needs::Need::Gpu, Gpu::off_screen())?;
    Some(Renderer::new(&gpu, RenderSettings::default()))
}

/// A character with a material of its own, matt and with `map` in `space`, for the material `of`.
fn with_map(character: &Character, of: MaterialId, space: NormalMapSpace) -> Arc<Character> {
    let mut parts = character.clone().into_parts();
    let texture =
        add_texture(&mut parts, Image { name: "normals".into(), mime: String::new(), encoded: None });
    parts.materials[of.index()] = Material {
        name: "skin".into(),
        base_color: Vec4::new(0.6, 0.5, 0.45, 1.0),
        metallic: 0.0,
        roughness: 0.6,
        alpha_mode: AlphaMode::Opaque,
        normal_texture: Some(TextureRef { texture, uv_set: 0, transform: UvTransform::IDENTITY }),
        normal_space: space,
        ..Material::default()
    };
    for primitive in parts.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives) {
        if primitive.material == Some(of) {
            *primitive = generate_tangents(primitive, 0).expect("texture coordinates");
        }
    }
    Arc::new(Character::new(parts).expect("the same character with a map"))
}

/// Primitives of a material.
fn primitives(character: &Character, material: MaterialId) -> impl Iterator<Item = &Primitive> {
    let all = character.meshes().iter().flat_map(|mesh| &mesh.primitives);
    all.filter(move |primitive| primitive.material == Some(material))
}

fn pixels(map: &NormalMap) -> Pixels {
    Pixels { width: map.width(), height: map.height(), rgba: map.to_rgba8() }
}

/// Images of the box `seen` of a posed character under all lights, with `map` as its normal map.
fn draw(
    renderer: &mut Renderer,
    character: &Arc<Character>,
    map: &NormalMap,
    seen: &Bounds,
    pose: impl Fn(Arc<Character>) -> Actor,
) -> Vec<Pixels> {
    let mut decode = |image: &Image| (image.name == "normals").then(|| pixels(map));
    let model = Model::new(renderer.gpu(), character, &mut decode).expect("a model");
    let mut actor = pose(character.clone());
    actor.update(0.0);
    let mut instance = ModelInstance::new(renderer.gpu(), &model);
    instance.update(renderer.gpu(), &actor.frame());
    let eye = seen.center() + Vec3::new(0.3, 0.1, 1.0) * seen.size().length() * 1.6;
    let camera = Camera::look_at(eye, seen.center()).with_fov_y(0.62);
    let mut images = Vec::new();
    for light in LIGHTS {
        let sun = Sun::default().with_direction_to_sun(light.normalize());
        let drawn = [&instance];
        let scene = Scene::new(camera, &drawn)
            .with_sun(sun)
            .with_ground(None)
            .with_background(Background::Transparent);
        images.push(renderer.render_to_image(&scene, SIZE, SIZE).expect("an image"));
    }
    images
}

/// Differences of the channels of `a` and `b`, in steps of 1/255, ascending: of the pixels whose shading the
/// map changes, compared with the images `smooth` without it.
fn differences(a: &[Pixels], b: &[Pixels], smooth: &[Pixels]) -> Vec<u8> {
    let texels = |images: &[Pixels]| -> Vec<[u8; 4]> {
        images.iter().flat_map(|image| image.rgba.as_chunks::<4>().0.to_vec()).collect()
    };
    let apart = |a: [u8; 4], b: [u8; 4]| [0, 1, 2].map(|c| a[c].abs_diff(b[c]));
    let all = texels(a).into_iter().zip(texels(b)).zip(texels(smooth));
    let mapped = all.filter(|((a, b), smooth)| {
        a[3] == 255 && b[3] == 255 && apart(*a, *smooth).into_iter().any(|change| change >= 4)
    });
    let mut all: Vec<u8> = mapped.flat_map(|((a, b), _)| apart(a, b)).collect();
    all.sort_unstable();
    all
}

/// Draws a face with a map in both spaces and compares; writes pictures where `SINEW_PICTURES` names a
/// folder.
fn compare(
    name: &str,
    character: &Character,
    material: MaterialId,
    map: &NormalMap,
    seen: &Bounds,
    pose: impl Fn(Arc<Character>) -> Actor + Copy,
) {
    let Some(mut renderer) = renderer() else { return };
    let tangent = with_map(character, material, NormalMapSpace::Tangent);
    let object = with_map(character, material, NormalMapSpace::Object);
    let surfaces: Vec<MapSurface<'_>> = primitives(&tangent, material)
        .map(|primitive| MapSurface::new(primitive, 0, &UvTransform::IDENTITY).expect("texture coordinates"))
        .collect();
    let converted = convert_normal_map(map, NormalMapSpace::Object, &surfaces, DEFAULT_NORMAL_MAP_MARGIN)
        .expect("a map in object space");
    let flat = NormalMap::new(1, 1, vec![Vec3::Z]).expect("one texel");
    let a = draw(&mut renderer, &tangent, map, seen, pose);
    let b = draw(&mut renderer, &object, &converted.map, seen, pose);
    let smooth = draw(&mut renderer, &tangent, &flat, seen, pose);
    if let Some(folder) = std::env::var_os("SINEW_PICTURES") {
        for (kind, images) in [("tangent", &a), ("object", &b), ("flat", &smooth)] {
            for (n, image) in images.iter().enumerate() {
                let path = std::path::Path::new(&folder).join(format!("{name}-{kind}-{n}.png"));
                let mut encoder = png::Encoder::new(std::fs::File::create(path).unwrap(), SIZE, SIZE);
                encoder.set_color(png::ColorType::Rgba);
                encoder.write_header().unwrap().write_image_data(&image.rgba).unwrap();
            }
        }
    }
    let (found, without) = (differences(&a, &b, &smooth), differences(&a, &smooth, &smooth));
    let share = |all: &[u8], share: f64| all[(all.len() as f64 * share) as usize];
    let mean = |all: &[u8]| all.iter().map(|d| f64::from(*d)).sum::<f64>() / all.len() as f64;
    eprintln!(
        "{name}: {} channels that the map changes, {:.2} % of its texels overlap; difference median {} p95 \
         {} p99 {} mean {:.2}; without the map median {} mean {:.2}",
        found.len(),
        converted.overlapping * 100.0,
        share(&found, 0.5),
        share(&found, 0.95),
        share(&found, 0.99),
        mean(&found),
        share(&without, 0.5),
        mean(&without),
    );
    assert!(found.len() > 20_000, "{name}: {} channels", found.len());
    assert!(share(&found, 0.5) <= 1 && share(&found, 0.95) <= 5, "{name}");
    assert!(mean(&found) < mean(&without) / 4.0, "{name}");
}

#[test]
fn a_scanned_head_looks_the_same_with_both_maps() {
    let Some(folder) = sinew_suite::assets().map(|assets| assets.join("gltf/LeePerrySmith")) else { return };
    let head = sinew_suite::open(&folder.join("LeePerrySmith.glb")).unwrap().character;
    let file = folder.join("Infinite-Level_02_Tangent_SmoothUV.jpg");
    let encoded = Some(std::fs::read(&file).unwrap().into());
    let image = Image { name: "map".into(), mime: "image/jpeg".into(), encoded };
    let Pixels { width, height, rgba } = sinew_import::decode_image(&image).unwrap();
    // The texture coordinates of this file run upwards, unlike glTF's.
    let texels = rgba.as_chunks::<4>().0.chunks(width as usize).rev().flatten();
    let upright: Vec<u8> = texels.flat_map(|[r, g, b, a]| [*r, 255 - g, *b, *a]).collect();
    let map = NormalMap::from_rgba8(width, height, &upright).unwrap();
    let mut bounds = Bounds::from_points(
        primitives(&head, MaterialId(0)).flat_map(|primitive| primitive.positions.clone()),
    );
    // The head without the shoulders.
    bounds.min.y = bounds.center().y;
    (bounds.min.x, bounds.max.x) = (bounds.min.x * 0.4, bounds.max.x * 0.4);
    compare("Lee Perry-Smith", &head, MaterialId(0), &map, &bounds, Actor::without_clips);
}

/// Bumps of about a thirtieth of the image.
fn bumps() -> NormalMap {
    const SIDE: u32 = 512;
    let normal = |n: u32| {
        let (x, y) = ((n % SIDE) as f32, (n / SIDE) as f32);
        Vec3::new((x * 0.2).sin() * 0.35, (y * 0.23).cos() * 0.35, 1.0).normalize()
    };
    NormalMap::new(SIDE, SIDE, (0..SIDE * SIDE).map(normal).collect()).unwrap()
}

#[test]
fn the_head_of_the_walking_built_in_character_looks_the_same_with_both_maps() {
    let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let (character, clips) = (imported.character, imported.clips);
    let head = character.humanoid().and_then(|body| body.joint(HumanBone::Head)).unwrap();
    // The material with the most vertices on the head.
    let mut counts = vec![0usize; character.materials().len()];
    for instance in character.mesh_instances() {
        let Some(skin) = instance.skin.map(|skin| &character.skins()[skin]) else { continue };
        for primitive in &character.meshes()[instance.mesh].primitives {
            let (Some(influences), Some(material)) = (&primitive.influences, primitive.material) else {
                continue;
            };
            let on_head = |v: &usize| {
                influences.of_vertex(*v).next().is_some_and(|(joint, _)| skin.joints[joint] == head)
            };
            counts[material.index()] += (0..primitive.positions.len()).filter(on_head).count();
        }
    }
    // Cards of hair overlap in their texture.
    let is_skin = |n: &usize| character.materials()[*n].name != "hair";
    let most = (0..counts.len()).filter(is_skin).max_by_key(|n| counts[*n]).unwrap();
    let material = MaterialId(most as u32);
    for method in [SkinningMethod::Linear, SkinningMethod::DualQuaternion] {
        let pose = |character: Arc<Character>| {
            let mut actor = Actor::new(character.clone(), clips.clone()).unwrap();
            actor.play("walk").unwrap().seek(0.4);
            character
                .mesh_instance_ids()
                .for_each(|instance| actor.meshes_mut().set_skinning(instance, method));
            actor
        };
        let mut actor = pose(Arc::new(character.clone()));
        actor.update(0.0);
        let at: Vec3 = actor.frame().model()[head.index()].translation.into();
        let seen = Bounds { min: at - Vec3::new(0.12, 0.06, 0.12), max: at + Vec3::new(0.12, 0.24, 0.12) };
        compare(&format!("built-in {method:?}"), &character, material, &bumps(), &seen, pose);
    }
}
