//! Gathering of the vertices that a primitive uses, in draw order.

use crate::ImportError;
use crate::budget::Budget;
use sinew::character::Primitive;
use sinew::glam::{Vec3, Vec4};
use sinew::morph::MorphTarget;

/// Bytes of one offset of `target`: a vertex index and offsets of position, normal and tangent, and of the colour
/// where it has any.
pub(crate) fn offset_bytes(target: &MorphTarget) -> usize {
    let color = if target.colors().is_empty() { 0 } else { size_of::<Vec4>() };
    size_of::<u32>() + 3 * size_of::<Vec3>() + color
}

/// [`Primitive::gather`], limited by the budget.
pub(crate) fn gather(
    primitive: &Primitive,
    order: &[u32],
    budget: &mut Budget,
    location: &str,
) -> Result<Primitive, ImportError> {
    let influences = primitive.influences.as_ref().map_or(0, |i| i.stride() * 6);
    budget.take(order.len(), 64 + primitive.uvs.len() * 8 + influences, location)?;
    // A morphed vertex needs an offset for each of its copies.
    let mut copies = vec![0u32; primitive.positions.len()];
    for &vertex in order {
        if let Some(copies) = copies.get_mut(vertex as usize) {
            *copies += 1;
        }
    }
    for target in &primitive.morph_targets {
        let moved = target.vertices().iter().filter_map(|&v| copies.get(v as usize));
        budget.take(moved.map(|&n| n as usize).sum(), offset_bytes(target), location)?;
        budget.read(order.len(), size_of::<u32>(), location)?;
    }
    Ok(primitive.reordered(order))
}
