//! Material that a normal map belongs to, and the parts of meshes that it covers.

use crate::asset::new_texture::{add_image, add_texture};
use crate::asset::source::Loaded;
use crate::report::choices::{list_choices, suggest};
use crate::report::failure::Failure;
use sinew::Character;
use sinew::character::{Material, MaterialId, MeshId, NormalMapSpace, Primitive, Texture, TextureRef};
use sinew::character::{TextureWrap, Topology, UvTransform};
use sinew_author::surface::tangent::MapSurface;
use std::collections::BTreeSet;

/// Material called `wanted`, or of that number; without a name the only one with a normal map, else the only
/// one that is used.
pub(crate) fn choose(file: &Loaded, wanted: Option<&str>) -> Result<MaterialId, Failure> {
    let character = &file.imported.character;
    let materials = character.materials();
    let used: BTreeSet<MaterialId> =
        triangles(character).filter_map(|(_, primitive)| primitive.material).collect();
    let name = |id: &MaterialId| materials[*id].name.clone();
    if let Some(wanted) = wanted {
        let found = used.iter().copied().find(|id| materials[*id].name == wanted);
        let by_number = || wanted.parse().ok().map(MaterialId).filter(|id| used.contains(id));
        return found.or_else(by_number).ok_or_else(|| {
            let names: Vec<String> = used.iter().map(name).collect();
            let instead = suggest(wanted, names.iter().map(String::as_str));
            Failure::input(&file.name, format!("no material called {wanted:?} is used; {instead}"))
        });
    }
    let mapped = used.iter().copied().filter(|id| materials[*id].normal_texture.is_some());
    let mapped: Vec<MaterialId> = mapped.collect();
    match (mapped.as_slice(), used.len()) {
        ([one], _) => Ok(*one),
        ([], 1) => used.first().copied().ok_or_else(|| no_material(file)),
        ([], 0) => Err(no_material(file)),
        ([], _) => Err(several(file, "no material has a normal map", used.iter().map(name))),
        (many, _) => Err(several(file, "several materials have normal maps", many.iter().map(name))),
    }
}

fn no_material(file: &Loaded) -> Failure {
    Failure::input(&file.name, "no mesh with a material is drawn")
}

fn several(file: &Loaded, reason: &str, names: impl Iterator<Item = String>) -> Failure {
    let names = list_choices(names.map(|name| format!("{name:?}")));
    Failure::Call(format!("{}: {reason}; choose one by its name: {names}", file.name))
}

/// Triangle primitives with their meshes.
fn triangles(character: &Character) -> impl Iterator<Item = (MeshId, &Primitive)> {
    let meshes = (0..).map(MeshId).zip(character.meshes());
    let all = meshes.flat_map(|(id, mesh)| mesh.primitives.iter().map(move |primitive| (id, primitive)));
    all.filter(|(_, primitive)| primitive.topology == Topology::Triangles && !primitive.indices.is_empty())
}

/// Surfaces of a material, of the mesh called `mesh`, or of that number, alone if there is one.
pub(crate) fn surfaces<'a>(
    file: &'a Loaded,
    material: MaterialId,
    mesh: Option<&str>,
) -> Result<Vec<MapSurface<'a>>, Failure> {
    let character = &file.imported.character;
    let texture = character.materials()[material].normal_texture;
    let (uv_set, transform) = texture.map_or((0, UvTransform::IDENTITY), |t| (t.uv_set, t.transform));
    let of_material = || triangles(character).filter(|(_, primitive)| primitive.material == Some(material));
    let is_wanted = |id: MeshId| {
        mesh.is_none_or(|wanted| character.meshes()[id].name == wanted || id.0.to_string() == wanted)
    };
    let surfaces = of_material().filter(|(id, _)| is_wanted(*id)).map(|(id, primitive)| {
        MapSurface::new(primitive, uv_set, &transform).map_err(|error| {
            let name = &character.meshes()[id].name;
            Failure::input(&file.name, format!("mesh {} ({name:?}): {error}", id.0))
        })
    });
    let surfaces: Vec<MapSurface<'_>> = surfaces.collect::<Result<_, _>>()?;
    if let (true, Some(wanted)) = (surfaces.is_empty(), mesh) {
        let names: BTreeSet<&str> =
            of_material().map(|(id, _)| character.meshes()[id].name.as_str()).collect();
        let instead = suggest(wanted, names);
        return Err(Failure::input(
            &file.name,
            format!("no mesh of the material is called {wanted:?}; {instead}"),
        ));
    }
    Ok(surfaces)
}

/// Gives a material the encoded image `encoded` as its normal map in `space`.
pub(crate) fn set_normal_map(
    file: &mut Loaded,
    material: MaterialId,
    name: String,
    encoded: Vec<u8>,
    space: NormalMapSpace,
) -> Result<(), Failure> {
    let mut parts = file.imported.character.clone().into_parts();
    let image = add_image(&mut parts, &name, encoded);
    let old = parts.materials[material.index()].normal_texture;
    let sampler = old.and_then(|old| parts.textures.get(old.texture.index())).cloned();
    let sampler = sampler.unwrap_or(Texture::smooth(image, TextureWrap::Repeat));
    let texture = add_texture(&mut parts, Texture { image: Some(image), ..sampler });
    let mapped: &mut Material = &mut parts.materials[material.index()];
    let reference = old.unwrap_or(TextureRef { texture, uv_set: 0, transform: UvTransform::IDENTITY });
    mapped.normal_texture = Some(TextureRef { texture, ..reference });
    mapped.normal_space = space;
    let character = Character::new(parts).map_err(|error| Failure::input(&file.name, error))?;
    file.imported.character = character;
    Ok(())
}
