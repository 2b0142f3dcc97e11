//! Parts of a character that nothing draws.

use super::super::ExportOptions;
use crate::Report;
use crate::scene_extras::SceneExtras;
use sinew::Character;
use sinew::character::{CharacterParts, MaterialId, Mesh, Primitive};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The character without materials that no mesh uses, their textures and images, and with equal materials as one,
/// and the options with the `extras` of the materials that are left. Materials with `extras` stay as they are.
/// `None` where all are used.
pub(in crate::export) fn without_unused_parts(
    character: &Character,
    options: &ExportOptions,
    report: &mut Report,
) -> Option<(Character, ExportOptions)> {
    let with_extras = options.scene_extras.iter().flat_map(|kept| kept.material_numbers());
    let with_extras: HashSet<usize> = with_extras.filter(|n| *n < character.materials().len()).collect();
    let firsts = firsts_of_equal(character, &with_extras);
    let mut used: HashSet<usize> = with_extras.clone();
    let primitives = character.meshes().iter().flat_map(|mesh| &mesh.primitives);
    let first = |material: MaterialId| firsts.get(material.index()).copied().unwrap_or(material.index());
    used.extend(primitives.filter_map(|primitive| primitive.material).map(first));
    let smaller = character.edited(|parts| retain(parts, &firsts, &with_extras)).ok()?;
    let is_same = smaller.materials().len() == character.materials().len()
        && smaller.textures().len() == character.textures().len()
        && smaller.images().len() == character.images().len();
    if is_same {
        return None;
    }
    if smaller.materials().len() != character.materials().len()
        || smaller.images().len() != character.images().len()
    {
        tell(character, &smaller, &firsts, &used, report);
    }
    let mut options = options.clone();
    options.scene_extras = options.scene_extras.map(|kept| Arc::new(renumbered(&kept, &used)));
    Some((smaller, options))
}

/// For each material the first one that is equal to it in all, its name included. Materials of expressions and
/// those with `extras` stand alone.
fn firsts_of_equal(character: &Character, with_extras: &HashSet<usize>) -> Vec<usize> {
    let mut alone = with_extras.clone();
    for expression in character.expressions() {
        alone.extend(expression.colors.iter().map(|bind| bind.material.index()));
        alone.extend(expression.uvs.iter().map(|bind| bind.material.index()));
    }
    let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
    let materials = character.materials();
    let first = |(n, material): (usize, &sinew::character::Material)| {
        if alone.contains(&n) {
            return n;
        }
        let known = by_name.entry(name_of(character, n)).or_default();
        let equal = known.iter().copied().find(|&m| materials.get(m) == Some(material));
        equal.unwrap_or_else(|| {
            known.push(n);
            n
        })
    };
    materials.iter().enumerate().map(first).collect()
}

fn name_of(character: &Character, material: usize) -> &str {
    character.materials().get(material).map_or("", |material| material.name.as_str())
}

fn retain(parts: &mut CharacterParts, firsts: &[usize], with_extras: &HashSet<usize>) {
    for primitive in parts.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives) {
        let first =
            |material: MaterialId| firsts.get(material.index()).map_or(material, |&n| MaterialId(n as u32));
        primitive.material = primitive.material.map(first);
    }
    // A mesh that uses them keeps materials with extras.
    let user = |&n: &usize| Primitive { material: Some(MaterialId(n as u32)), ..Primitive::default() };
    parts.meshes.push(Mesh { primitives: with_extras.iter().map(user).collect(), ..Mesh::default() });
    parts.retain_used_materials();
    parts.meshes.pop();
}

/// Reports the materials and the number of images that are left out.
fn tell(before: &Character, after: &Character, firsts: &[usize], used: &HashSet<usize>, report: &mut Report) {
    const SHOWN: usize = 6;
    let unused = (0..before.materials().len()).filter(|n| !used.contains(n) && firsts.get(*n) == Some(n));
    let unused: Vec<String> = unused.map(|n| format!("{:?}", name_of(before, n))).collect();
    let merged = firsts.iter().enumerate().filter(|(n, first)| n != *first).count();
    let images = before.images().len() - after.images().len();
    let mut message = format!(
        "{} materials and {images} images that nothing uses are left out, and {merged} materials that another one \
         is equal to",
        unused.len()
    );
    if !unused.is_empty() {
        message.push_str(": ");
        message.push_str(&unused.get(..SHOWN).unwrap_or(&unused).join(", "));
        if unused.len() > SHOWN {
            message.push_str(&format!(" and {} more", unused.len() - SHOWN));
        }
    }
    report.info("export-pruned", "/materials", message);
}

/// The extras with the numbers that materials have after.
fn renumbered(kept: &SceneExtras, used: &HashSet<usize>) -> SceneExtras {
    let mut kept = kept.clone();
    let mut sorted: Vec<usize> = used.iter().copied().collect();
    sorted.sort_unstable();
    kept.renumber_materials(|number| sorted.partition_point(|used| *used < number));
    kept
}
