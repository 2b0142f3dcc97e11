//! Order of triangles and vertices: triangles follow their neighbours, and vertices the triangles that use them
//! first, which suits the vertex cache of GPUs and the compression of indices and vertices alike.

use super::triangle_order::triangle_order;
use sinew::character::{AlphaMode, Material, Primitive, Topology};

/// The primitive with each vertex replaced by the one that `classes` names for it, without vertices that nothing
/// draws then, and with another order of triangles if `reorder`.
///
/// Triangles of which two corners become one are left out. What is blended with what lies behind is drawn in
/// order, and keeps it.
pub(super) fn ordered(
    primitive: Primitive,
    classes: Option<Vec<u32>>,
    material: Option<&Material>,
    reorder: bool,
) -> Primitive {
    let class = |v: u32| classes.as_ref().and_then(|of| of.get(v as usize)).copied().unwrap_or(v);
    let mut indices: Vec<u32> = primitive.indices.iter().map(|&v| class(v)).collect();
    let draws_triangles = primitive.topology == Topology::Triangles;
    if draws_triangles && classes.is_some() {
        let whole = indices.as_chunks::<3>().0.iter().filter(|[a, b, c]| a != b && b != c && c != a);
        let whole: Vec<u32> = whole.flatten().copied().collect();
        // A mesh of nothing is no mesh.
        indices = if whole.is_empty() { indices } else { whole };
    }
    let is_blended = material.is_some_and(|material| material.alpha_mode == AlphaMode::Blend);
    if reorder && draws_triangles && !is_blended {
        indices = triangle_order(&indices, primitive.positions.len());
    }
    let order = match (reorder, draws_triangles) {
        (true, true) => first_used(&mut indices, primitive.positions.len()),
        _ => still_used(&mut indices, primitive.positions.len()),
    };
    Primitive { indices, ..primitive.reordered(&order) }
}

/// Renumbers the vertices in the order of their first use. Returns the vertices of before.
fn first_used(indices: &mut [u32], vertices: usize) -> Vec<u32> {
    let mut numbers: Vec<Option<u32>> = vec![None; vertices];
    let mut order = Vec::new();
    for index in indices {
        let Some(number) = numbers.get_mut(*index as usize) else { continue };
        let next = order.len() as u32;
        let old = *index;
        *index = *number.get_or_insert_with(|| {
            order.push(old);
            next
        });
    }
    order
}

/// Renumbers the vertices that are used, in their order. Returns the vertices of before.
fn still_used(indices: &mut [u32], vertices: usize) -> Vec<u32> {
    let mut numbers: Vec<Option<u32>> = vec![None; vertices];
    for index in indices.iter() {
        if let Some(number) = numbers.get_mut(*index as usize) {
            *number = Some(0);
        }
    }
    let mut order = Vec::new();
    for (old, number) in (0..).zip(&mut numbers) {
        if let Some(number) = number {
            *number = order.len() as u32;
            order.push(old);
        }
    }
    for index in indices {
        *index = numbers.get(*index as usize).copied().flatten().unwrap_or(*index);
    }
    order
}
