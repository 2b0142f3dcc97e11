//! Gathering of the vertices that a primitive uses, in draw order.

use crate::ImportError;
use crate::budget::Budget;
use sinew::character::Primitive;
use sinew::glam::Vec3;

/// Bytes of one morph offset: a vertex index and offsets of position, normal and tangent.
pub(crate) const OFFSET_BYTES: usize = size_of::<u32>() + 3 * size_of::<Vec3>();

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
        budget.take(moved.map(|&n| n as usize).sum(), OFFSET_BYTES, location)?;
        budget.read(order.len(), size_of::<u32>(), location)?;
    }
    Ok(primitive.reordered(order))
}
