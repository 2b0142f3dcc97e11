//! Decals painted into textures look like those that are drawn over the skin; decals on blended surfaces are
//! drawn over them.

use sinew::character::{AlphaMode, Image, MaterialId, Pixels, TextureRef, UvTransform};
use sinew::glam::Vec3;
use sinew::surface::{
    CharacterSurface, Decal, DecalBudget, DecalLife, DecalPlacer, DecalSet, DecalSettings, HitFaces,
    PosedSurface, Ray,
};
use sinew::{Actor, Bounds, Character, CharacterParts};
use sinew_author::surface::{BakeChannel, DEFAULT_BAKE_MARGIN, DecalPaint, TextureTarget, bake_decals};
use sinew_render::{
    Background, Camera, DecalBlend, DecalLook, DecalLooks, Gpu, Model, ModelInstance, RenderSettings,
    Renderer, Scene, ViewPreset,
};
use sinew_suite::{add_texture, open, repository};
use std::sync::Arc;

const SIDE: u32 = 400;

fn gpu() -> Option<Gpu> {
    test_needs::available(test_needs::Need::Gpu, Gpu::off_screen())
}

/// The built-in character without toon shading, and without the hair before its forehead.
fn parts() -> CharacterParts {
    let mut parts = open(&repository().join("data/sinew.vrm")).unwrap().character.into_parts();
    for material in &mut parts.materials {
        (material.toon, material.roughness, material.metallic) = (None, 0.6, 0.0);
    }
    let is_hair: Vec<bool> = parts
        .mesh_instances
        .iter()
        .map(|instance| parts.meshes[instance.mesh.index()].name == "hair")
        .collect();
    parts.retain_instances(|id| !is_hair[id.index()]);
    parts
}

/// Rings and a wedge in colours, with soft edges.
fn image() -> Pixels {
    let texel = |n: u32| {
        let [x, y] = [n % 128, n / 128].map(|n| (n as f32 + 0.5) / 64.0 - 1.0);
        let rings = ((x.hypot(y) * 10.0).sin() * 4.0).clamp(-1.0, 1.0) * 0.5 + 0.5;
        let wedge = if y < -x.abs() { 200.0 } else { 20.0 };
        let alpha = ((0.95 - x.hypot(y)) * 8.0).clamp(0.0, 1.0);
        [40.0 + 200.0 * rings, wedge, 120.0, 230.0 * alpha].map(|n| n as u8)
    };
    Pixels { width: 128, height: 128, rgba: (0..128 * 128).flat_map(texel).collect() }
}

/// Decal at the point that a ray from the front meets on the character at rest, with its surface and
/// material.
fn decal(character: &Character, at: Vec3, radius: f32) -> (Arc<CharacterSurface>, Decal, Option<MaterialId>) {
    let surface = Arc::new(CharacterSurface::new(character));
    let mut actor = Actor::without_clips(Arc::new(character.clone()));
    actor.update(0.0);
    let mut posed = PosedSurface::new(&surface);
    actor.frame().pose_surface(&mut posed).unwrap();
    let ray = Ray::new(at + Vec3::Z * 3.0, Vec3::NEG_Z);
    let hit = posed.nearest_hit(character, &ray, HitFaces::Front).expect("a hit");
    let decal = DecalPlacer::new().place(&posed, &hit.point, &DecalSettings::new(radius)).unwrap();
    (surface, decal, hit.material)
}

/// Picture of a cube around a point, with the decals of a set; also the number of draws that they take.
fn draw(
    gpu: &Gpu,
    character: &Character,
    (center, half): (Vec3, f32),
    decals: Option<(&Arc<CharacterSurface>, &DecalSet, &DecalLooks)>,
) -> (Pixels, usize) {
    let mut renderer = Renderer::new(gpu, RenderSettings::default());
    let decode = &mut |image: &_| sinew_import::decode_image(image).ok();
    let model = Model::new(gpu, character, decode).unwrap();
    let mut instance = ModelInstance::new(gpu, &model);
    let mut actor = Actor::without_clips(Arc::new(character.clone()));
    actor.update(0.0);
    instance.update(gpu, &actor.frame());
    if let Some((surface, set, looks)) = decals {
        instance.update_decals(gpu, character, surface, set, looks);
    }
    let bounds = Bounds { min: center - half, max: center + half };
    let instances = [&instance];
    let scene = Scene::new(Camera::framing(&bounds, ViewPreset::Front, 1.0), &instances)
        .with_background(Background::Transparent)
        .with_ground(None);
    (renderer.render_to_image(&scene, SIDE, SIDE).unwrap(), instance.decal_draws())
}

/// Writes a picture into the folder that the variable names, to look at.
fn keep(name: &str, pixels: &Pixels) {
    if let Some(folder) = std::env::var_os("DECAL_PICTURES") {
        let file = std::fs::File::create(std::path::Path::new(&folder).join(name)).unwrap();
        let mut encoder = png::Encoder::new(file, pixels.width, pixels.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.write_header().unwrap().write_image_data(&pixels.rgba).unwrap();
    }
}

fn png(pixels: &Pixels) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width, pixels.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header().unwrap().write_image_data(&pixels.rgba).unwrap();
    bytes
}

/// The character with a decal painted into the colours of a material, whose texture is made larger.
fn painted(
    character: &Character,
    surface: &CharacterSurface,
    material: MaterialId,
    paint: DecalPaint<'_>,
) -> Character {
    let old = character.materials()[material].base_color_texture.expect("a texture");
    let texture = &character.textures()[old.texture.index()];
    let small = sinew_import::decode_image(&character.images()[texture.image.unwrap().index()]).unwrap();
    let factor = (2048 / small.width).max(1);
    let (width, height) = (small.width * factor, small.height * factor);
    let texel = |n: u32| {
        let at = ((n / width / factor) * small.width + n % width / factor) as usize * 4;
        small.rgba[at..at + 4].iter().copied()
    };
    let mut pixels = Pixels { width, height, rgba: (0..width * height).flat_map(texel).collect() };
    let target = TextureTarget::new(character, surface, Some(material)).with_uvs(old.uv_set, old.transform);
    let report =
        bake_decals(&target, BakeChannel::Color, &mut pixels, &[paint], DEFAULT_BAKE_MARGIN).unwrap();
    eprintln!("{report:?} of {width} × {height}");
    assert!(report.texels > 2000 && report.overlapping < 0.05, "{report:?}");
    let mut parts = character.clone().into_parts();
    let encoded = Some(png(&pixels).into());
    let texture =
        add_texture(&mut parts, Image { name: "painted".into(), mime: "image/png".into(), encoded });
    let texture_ref = TextureRef { texture, uv_set: old.uv_set, transform: UvTransform::IDENTITY };
    parts.materials[material.index()].base_color_texture = Some(texture_ref);
    Character::new(parts).unwrap()
}

/// On the face, covering and multiplying: nine in ten pixels of the decal differ by less than 20 of 255:
/// paint is mixed before light and tone mapping, layers after them.
#[test]
fn painted_decals_look_like_drawn_ones() {
    let Some(gpu) = gpu() else { return };
    let character = Character::new(parts()).unwrap();
    let center = Vec3::new(0.0, 1.62, 0.1);
    let (surface, decal, material) = decal(&character, center, 0.04);
    let color = image();
    for blend in [DecalBlend::Alpha, DecalBlend::Multiply] {
        let looks = [DecalLook::new(color.clone()).with_blend(blend)];
        let looks = DecalLooks::new(&gpu, &looks).unwrap();
        let mut set = DecalSet::new(DecalBudget::default());
        let actor = Actor::without_clips(Arc::new(character.clone()));
        set.add(decal.clone(), 0, DecalLife::default(), |point| actor.frame().surface(point));
        let view = (center, 0.09);
        let (bare, _) = draw(&gpu, &character, view, None);
        let (drawn, draws) = draw(&gpu, &character, view, Some((&surface, &set, &looks)));
        assert_eq!(draws, 1);
        let paint = DecalPaint::new(&decal, &color).with_blend(blend);
        let painted_character = painted(&character, &surface, material.expect("a material"), paint);
        let (baked, _) = draw(&gpu, &painted_character, view, None);
        for (name, picture) in [("bare", &bare), ("drawn", &drawn), ("baked", &baked)] {
            keep(&format!("bake-{blend:?}-{name}.png"), picture);
        }
        let apart = |a: &[u8], b: &[u8]| a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
        let pixels =
            bare.rgba.chunks_exact(4).zip(drawn.rgba.chunks_exact(4)).zip(baked.rgba.chunks_exact(4));
        let mut changed: Vec<(u8, u8)> = Vec::new();
        for ((bare, drawn), baked) in pixels {
            if apart(bare, drawn) > 8 {
                changed.push((apart(drawn, baked), apart(bare, baked)));
            }
        }
        changed.sort_unstable();
        let at = |share: f32| changed[(changed.len() as f32 * share) as usize].0;
        let mean = changed.iter().map(|change| f32::from(change.0)).sum::<f32>() / changed.len() as f32;
        eprintln!(
            "{blend:?}: {} pixels, difference mean {mean:.1}, median {}, 90 % {}, 99 % {}",
            changed.len(),
            at(0.5),
            at(0.9),
            at(0.99)
        );
        assert!(changed.len() > 4000, "{}", changed.len());
        assert!(at(0.9) < 20, "{blend:?}: {}", at(0.9));
        // The bare picture is no match: the test can fail.
        let bare_mean = changed.iter().map(|change| f32::from(change.1)).sum::<f32>() / changed.len() as f32;
        assert!(bare_mean > 4.0 * mean, "{bare_mean} {mean}");
    }
}

/// Pure green, which the character has nowhere.
fn green(image: &Pixels) -> usize {
    image.rgba.chunks_exact(4).filter(|p| p[1] > 80 && p[0] < 50 && p[2] < 50).count()
}

/// On a body all of whose materials are blended, a decal is as green as on an opaque one.
#[test]
fn decals_lie_over_blended_surfaces() {
    let Some(gpu) = gpu() else { return };
    let center = Vec3::new(0.0, 1.25, 0.1);
    let look = DecalLook::new(Pixels { width: 8, height: 8, rgba: [0, 255, 0, 255].repeat(64) });
    let looks = DecalLooks::new(&gpu, &[look]).unwrap();
    let counts = [1.0, 0.7].map(|alpha| {
        let mut parts = parts();
        for material in parts.materials.iter_mut().filter(|_| alpha < 1.0) {
            material.alpha_mode = AlphaMode::Blend;
            material.base_color.w = alpha;
        }
        let character = Character::new(parts).unwrap();
        let (surface, decal, _) = decal(&character, center, 0.06);
        let mut set = DecalSet::new(DecalBudget::default());
        let actor = Actor::without_clips(Arc::new(character.clone()));
        set.add(decal, 0, DecalLife::default(), |point| actor.frame().surface(point));
        let (picture, draws) = draw(&gpu, &character, (center, 0.2), Some((&surface, &set, &looks)));
        keep(&format!("blended-{alpha}.png"), &picture);
        assert!(draws >= 1);
        green(&picture)
    });
    eprintln!("green pixels on opaque and blended cloth: {counts:?}");
    assert!(counts[0] > 1000 && counts[1] * 10 > counts[0] * 9, "{counts:?}");
}
