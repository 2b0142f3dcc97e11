//! Flat normals where a file has none (glTF 2.0 specification, section 3.7.2.1), and vertices split for them.

use super::morph::OFFSET_BYTES;
use crate::ImportError;
use crate::limits::Budget;
use sinew::character::Primitive;
use sinew::glam::Vec3;

/// The primitive with a vertex of its own for every corner and the normal of its triangle on each, as glTF asks where
/// normals are missing. Normals of morph targets cannot follow and are those at rest.
pub(super) fn shade_flat(
    primitive: &Primitive,
    budget: &mut Budget,
    place: &str,
) -> Result<Primitive, ImportError> {
    let mut flat = gather(primitive, &primitive.indices, budget, place)?;
    flat.indices = (0..flat.positions.len() as u32).collect();
    flat.normals = Vec::with_capacity(flat.positions.len());
    for [a, b, c] in flat.positions.as_chunks().0 {
        let normal = (b - a).cross(c - a);
        // Triangles without area are not seen; any unit vector will do.
        flat.normals.extend([normal.try_normalize().unwrap_or(Vec3::Y); 3]);
    }
    flat.normals.resize(flat.positions.len(), Vec3::Y);
    flat.tangents.clear();
    flat.source_normals = false;
    Ok(flat)
}

/// [`Primitive::gather`] within the budget.
pub(super) fn gather(
    primitive: &Primitive,
    order: &[u32],
    budget: &mut Budget,
    place: &str,
) -> Result<Primitive, ImportError> {
    let influences = primitive.influences.as_ref().map_or(0, |i| i.stride() * 6);
    budget.take(order.len(), 64 + primitive.uvs.len() * 8 + influences, place)?;
    // A moved vertex is moved in each of its copies.
    let mut copies = vec![0u32; primitive.positions.len()];
    for &vertex in order {
        if let Some(copies) = copies.get_mut(vertex as usize) {
            *copies += 1;
        }
    }
    for target in &primitive.morph_targets {
        let moved = target.vertices().iter().filter_map(|&v| copies.get(v as usize));
        budget.take(moved.map(|&n| n as usize).sum(), OFFSET_BYTES, place)?;
        budget.read(order.len(), size_of::<u32>(), place)?;
    }
    Ok(primitive.gather(order))
}
