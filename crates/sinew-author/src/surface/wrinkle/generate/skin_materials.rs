//! Materials of a face beside the main one.

use glam::Vec3;
use sinew::character::{MaterialId, Primitive};
use std::collections::BTreeSet;

/// Distance within which vertices count as one position, metres.
const TOLERANCE: f32 = 1e-5;
/// Fewest common positions of two meshes of which one continues the other.
const MIN_COMMON: usize = 6;

/// Materials whose meshes continue that of `main`: they share positions along a border, as the skin of ears
/// or lips does with that of a face. Eyes, teeth and hair are shells of their own and share none.
pub(super) fn continuing_materials(
    parts: &[(&Primitive, Vec<Vec3>)],
    main: MaterialId,
) -> BTreeSet<MaterialId> {
    let cells = |material: MaterialId| -> BTreeSet<[i32; 3]> {
        let of_material = parts.iter().filter(|(primitive, _)| primitive.material == Some(material));
        of_material.flat_map(|(_, positions)| positions.iter().map(cell)).collect()
    };
    let face = cells(main);
    let others: BTreeSet<MaterialId> = parts
        .iter()
        .filter_map(|(primitive, _)| primitive.material)
        .filter(|material| *material != main)
        .collect();
    others.into_iter().filter(|material| cells(*material).intersection(&face).count() >= MIN_COMMON).collect()
}

fn cell(position: &Vec3) -> [i32; 3] {
    position.to_array().map(|c| (c / TOLERANCE).round() as i32)
}
