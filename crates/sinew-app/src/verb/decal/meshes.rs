//! Decals as meshes of a character.

use super::image;
use super::look::Look;
use super::marks::Marks;
use crate::asset::new_texture::{add_image, add_texture};
use crate::asset::source::Loaded;
use crate::report::failure::Failure;
use sinew::character::{AlphaMode, Material, MaterialId, Texture, TextureRef, TextureWrap, UvTransform};
use sinew::glam::Vec3;
use sinew::surface::{CharacterSurface, Decal, DecalMesh, DecalShape, PosedSurface, SurfacePart};
use sinew::{Bounds, Character, CharacterParts};
use std::sync::Arc;

/// Adds marks to a character as meshes (one per skinning method below a mark) with a material per look, and to its
/// clips. `offset` is the distance of the lowest from the skin in metres; each that lies over others is one more
/// offset away.
pub(super) fn add_to(
    file: &mut Loaded,
    Marks { marks, looks, .. }: &Marks,
    surface: &Arc<CharacterSurface>,
    offset: f32,
) -> Result<(), Failure> {
    let mut parts = file.imported.character.clone().into_parts();
    let character = &file.imported.character;
    let decals: Vec<&Decal> = marks.iter().map(|mark| &mark.decal).collect();
    let below = written_below(character, surface, &decals);
    let layers = DecalMesh::layers(decals.iter().copied()).into_iter().zip(below);
    let mut materials: Vec<(usize, DecalShape, MaterialId)> = Vec::new();
    for (mark, (layer, below)) in marks.iter().zip(layers) {
        let (look, shape) = (&looks[mark.look], mark.decal.settings.shape);
        let margin = image::margin(&look.color);
        // The outline is cut out of the image.
        let known = materials.iter().find(|(number, of, _)| *number == mark.look && *of == shape);
        let material = match known {
            Some((.., material)) => *material,
            None => add_material(&mut parts, look, shape, margin)?,
        };
        materials.push((mark.look, shape, material));
        for mesh in DecalMesh::by_skinning(&mark.decal, character, surface, margin) {
            let mesh = mesh.with_offset(character, offset * (layer + below + 1) as f32);
            let copy = mesh.clone();
            let instance = mesh.add_to(&mut parts, material);
            for clip in &mut file.imported.clips {
                let track = copy.track(clip, instance);
                clip.morphs.extend(track);
            }
        }
    }
    file.imported.character = Character::new(parts).map_err(|error| Failure::input(&file.name, error))?;
    Ok(())
}

/// Adds the material of a look with an outline.
fn add_material(
    parts: &mut CharacterParts,
    look: &Look,
    shape: DecalShape,
    margin: f32,
) -> Result<MaterialId, Failure> {
    let mut add = |name: &str, png: Vec<u8>| {
        let image = add_image(parts, name, png);
        let texture = add_texture(parts, Texture::smooth(image, TextureWrap::Clamp));
        TextureRef { texture, uv_set: 0, transform: UvTransform::IDENTITY }
    };
    let color = add("decal", image::png(&look.color, shape, margin)?);
    let normal = match &look.normal {
        Some(normal) => Some(add("decal normals", image::normal_png(normal, margin)?)),
        None => None,
    };
    let material = MaterialId(parts.materials.len() as u32);
    parts.materials.push(Material {
        name: "decal".into(),
        base_color_texture: Some(color),
        normal_texture: normal,
        metallic: look.metallic,
        roughness: look.roughness,
        alpha_mode: AlphaMode::Blend,
        is_decal: true,
        ..Material::default()
    });
    Ok(material)
}

/// Per decal: how many decal meshes of the file it may lie over, those whose boxes at rest meet its own.
fn written_below(character: &Character, surface: &Arc<CharacterSurface>, decals: &[&Decal]) -> Vec<u32> {
    let is_decal = |part: &SurfacePart| part.material.is_some_and(|id| character.materials()[id].is_decal);
    if !surface.parts().iter().any(is_decal) {
        return vec![0; decals.len()];
    }
    let posed = PosedSurface::in_reference_pose(surface, character, |_| true);
    let all: Vec<&[Vec3]> = surface.parts().iter().map(|part| posed.positions(part)).collect();
    let written = surface.parts().iter().zip(&all).filter(|(part, _)| is_decal(part));
    let written: Vec<Bounds> = written.map(|(_, all)| Bounds::from_points(all.iter().copied())).collect();
    let below = |decal: &&Decal| {
        let corners = decal.triangles.iter().filter_map(|triangle| surface.corners(triangle.triangle));
        let box_of = Bounds::from_points(corners.flat_map(|(part, corners)| corners.map(|n| all[part][n])));
        let meets = |other: &&Bounds| other.min.cmple(box_of.max).all() && box_of.min.cmple(other.max).all();
        written.iter().filter(meets).count() as u32
    };
    decals.iter().map(below).collect()
}
