//! Shoots at a character and writes it with its marks: on skin and cloth small holes where bullets enter and
//! larger ones where they leave; on armour dents, and nothing comes out.
//!
//! `cargo run --example bullet_holes -- [FILE [OUT.png [OUT.glb [MATERIAL]]]]` draws it from the front and
//! from the back; armour is MATERIAL and what is metal.

use sinew::Character;
use sinew::character::{
    AlphaMode, Image, ImageId, Material, MaterialId, Texture, TextureId, TextureRef, TextureWrap, UvTransform,
};
use sinew::glam::Vec3;
use sinew::surface::{
    CharacterSurface, DecalMesh, DecalPlacer, DecalSettings, HitFaces, PosedSurface, Ray, SurfaceHit,
};
use sinew_import::{ExportOptions, NoFiles, export_glb, import};
use sinew_render::{Camera, Gpu, Model, ModelInstance, RenderSettings, Renderer, Scene, ViewPreset};
use std::sync::Arc;

/// Transparent border of the image, as a share of its size: small mip levels stay transparent there.
const MARGIN: f32 = 0.25;

/// A dark hole with a red rim.
fn hole([x, y]: [f32; 2]) -> [f32; 4] {
    let rim = ((x.hypot(y) - 0.3) * 4.0).clamp(0.0, 1.0);
    let alpha = ((1.0 - x.hypot(y)) * 3.0).clamp(0.0, 1.0);
    [30.0 + 100.0 * rim, 5.0, 5.0, 255.0 * alpha]
}

/// Bare metal with a dark edge.
fn dent([x, y]: [f32; 2]) -> [f32; 4] {
    let edge = 1.0 - ((x.hypot(y) - 0.7).abs() * 6.0).min(1.0);
    let alpha = ((0.95 - x.hypot(y)) * 6.0).clamp(0.0, 1.0);
    [170.0 - 110.0 * edge, 168.0 - 110.0 * edge, 165.0 - 110.0 * edge, 255.0 * alpha]
}

/// Normal map of a bowl, 0.35 of its radius deep.
fn bowl([x, y]: [f32; 2]) -> [f32; 4] {
    let inside = (1.0 - (x * x + y * y) / 0.49).max(0.0);
    // Slopes towards the middle, to the right and to the top of the image.
    let slope = 1.4 * inside;
    let (right, top) = (-slope * x / 0.7, slope * y / 0.7);
    let length = (right * right + top * top + 1.0).sqrt();
    [right, top, 1.0, length].map(|n| n / length * 127.5 + 127.5)
}

/// Image of colours at points from (-1, -1), the top left corner, to (1, 1), inside of the margin, as a PNG.
fn png(color: fn([f32; 2]) -> [f32; 4]) -> Result<Vec<u8>, png::EncodingError> {
    const SIDE: u32 = 256;
    let texel = |n: u32| {
        let point = [n % SIDE, n / SIDE].map(|n| (n as f32 + 0.5) / SIDE as f32 * 2.0 - 1.0);
        color(point.map(|n| n / (1.0 - 2.0 * MARGIN))).map(|n| n as u8)
    };
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, SIDE, SIDE);
    encoder.set_color(png::ColorType::Rgba);
    let rgba: Vec<u8> = (0..SIDE * SIDE).flat_map(texel).collect();
    encoder.write_header()?.write_image_data(&rgba)?;
    Ok(bytes)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap_or("data/sinew.vrm".into());
    let (picture, out, armour) = (args.next().unwrap_or("bullet_holes.png".into()), args.next(), args.next());
    let mut imported = import(&std::fs::read(&file).map_err(|e| format!("{file}: {e}"))?, &NoFiles)?;
    let character = Arc::new(imported.character.clone());
    let mut actor = sinew::Actor::without_clips(Arc::clone(&character));
    actor.update(0.0);
    // Once per character; once per pose that is shot at.
    let surface = Arc::new(CharacterSurface::new(&character));
    let mut posed = PosedSurface::new(&surface);
    actor.frame().pose_surface(&mut posed)?;

    let mut parts = imported.character.into_parts();
    let mut texture = |name: &str, color| -> Result<TextureRef, png::EncodingError> {
        let image = Image { name: name.into(), mime: "image/png".into(), encoded: Some(png(color)?.into()) };
        parts.images.push(image);
        parts.textures.push(Texture::smooth(ImageId(parts.images.len() as u32 - 1), TextureWrap::Clamp));
        let texture = TextureId(parts.textures.len() as u32 - 1);
        Ok(TextureRef { texture, uv_set: 0, transform: UvTransform::IDENTITY })
    };
    let plain = Material { alpha_mode: AlphaMode::Blend, is_decal: true, ..Material::default() };
    let marks = [
        Material {
            name: "wound".into(),
            base_color_texture: Some(texture("hole", hole)?),
            metallic: 0.0,
            roughness: 0.3,
            ..plain.clone()
        },
        Material {
            name: "dent".into(),
            base_color_texture: Some(texture("dent", dent)?),
            normal_texture: Some(texture("bowl", bowl)?),
            metallic: 1.0,
            roughness: 0.35,
            ..plain
        },
    ];
    let [wound, dent] = [0, 1].map(|n| MaterialId((parts.materials.len() + n) as u32));
    parts.materials.extend(marks);
    let is_armour = |hit: &SurfaceHit| {
        let material = hit.material.map(|index| &character.materials()[index]);
        material.is_some_and(|material| material.metallic > 0.5 || armour.as_ref() == Some(&material.name))
    };

    let size = character.rest_bounds().size().y;
    let (mut placer, mut hits) = (DecalPlacer::new(), Vec::new());
    for (x, height) in [(0.02, 0.75), (-0.05, 0.7), (0.06, 0.62), (0.02, 0.93), (0.05, 0.4), (-0.06, 0.25)] {
        let shot = Ray::new(Vec3::new(x, height, 2.0) * size, Vec3::new(-x, 0.0, -1.0));
        hits.clear();
        posed.all_hits(&character, &shot, HitFaces::Both, &mut hits);
        // The first front face is the entry; the last back face the exit. Armour stops the bullet.
        let entry = hits.iter().find(|hit| hit.is_front);
        let exit = hits.iter().rev().find(|hit| !hit.is_front);
        let holes = match entry {
            Some(hit) if is_armour(hit) => [Some(("dent", hit, 0.02, dent)), None],
            _ => [entry.map(|hit| ("entry", hit, 0.012, wound)), exit.map(|hit| ("exit", hit, 0.03, wound))],
        };
        for (kind, hit, radius, material) in holes.into_iter().flatten() {
            let decal = placer.place(&posed, &hit.point, &DecalSettings::new(radius * size))?;
            println!(
                "{kind} at {:.3}, joint {}: {} triangles, {} seams crossed",
                hit.position,
                character.skeleton().name(hit.joint),
                decal.triangles.len(),
                decal.seams_crossed
            );
            for mesh in DecalMesh::by_skinning(&decal, &character, &surface, MARGIN) {
                let moved = mesh.clone();
                let instance = mesh.add_to(&mut parts, material);
                for clip in &mut imported.clips {
                    let track = moved.track(clip, instance);
                    clip.morphs.extend(track);
                }
            }
        }
    }
    let wounded = Arc::new(Character::new(parts)?);
    draw(&wounded, &picture)?;
    if let Some(out) = out {
        std::fs::write(out, export_glb(&wounded, &imported.clips, &ExportOptions::default())?.bytes)?;
    }
    Ok(())
}

/// Draws a character at rest from the front and from the back, side by side.
fn draw(character: &Arc<Character>, out: &str) -> Result<(), Box<dyn std::error::Error>> {
    const SIZE: [u32; 2] = [480, 720];
    let mut actor = sinew::Actor::without_clips(Arc::clone(character));
    actor.update(0.0);
    let gpu = Gpu::off_screen()?;
    let mut renderer = Renderer::new(&gpu, RenderSettings::default());
    let mut decoder = sinew_import::ImageDecoder::new();
    let model = Model::new(&gpu, character, &mut |image: &Image| decoder.decode(image).ok())?;
    let mut instance = ModelInstance::new(&gpu, &model);
    instance.update(&gpu, &actor.frame());
    let shown = [&instance];
    let [width, height] = SIZE;
    let mut images = Vec::new();
    for view in [ViewPreset::Front, ViewPreset::Back] {
        let camera = Camera::framing(&actor.frame().bounds(), view, width as f32 / height as f32);
        images.push(renderer.render_to_image(&Scene::new(camera, &shown), width, height)?.rgba);
    }
    let row = width as usize * 4;
    let rows = images[0].chunks_exact(row).zip(images[1].chunks_exact(row));
    let pixels: Vec<u8> = rows.flat_map(|(front, back)| [front, back].concat()).collect();
    let mut encoder = png::Encoder::new(std::fs::File::create(out)?, width * 2, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header()?.write_image_data(&pixels)?;
    println!("{out}, drawn by {}", gpu.description());
    Ok(())
}
