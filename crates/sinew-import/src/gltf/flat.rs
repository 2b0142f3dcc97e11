//! Flat normals where a file has none (glTF 2.0 specification, section 3.7.2.1).

use crate::ImportError;
use crate::limits::Budget;
use crate::primitive::gather;
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
