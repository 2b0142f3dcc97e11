//! Flat normals for primitives without normals (glTF 2.0 specification, section 3.7.2.1).

use crate::ImportError;
use crate::budget::Budget;
use crate::primitive::gather;
use sinew::character::Primitive;
use sinew::glam::Vec3;

/// Returns the primitive with one vertex per corner and the triangle's normal on each, as glTF requires for
/// missing normals. The normals are those of the mesh at rest; frames compute those of the posed triangles.
pub(super) fn shade_flat(
    primitive: &Primitive,
    budget: &mut Budget,
    location: &str,
) -> Result<Primitive, ImportError> {
    let mut flat = gather(primitive, &primitive.indices, budget, location)?;
    flat.indices = (0..flat.positions.len() as u32).collect();
    flat.normals = Vec::with_capacity(flat.positions.len());
    for [a, b, c] in flat.positions.as_chunks().0 {
        let normal = (b - a).cross(c - a);
        // Degenerate triangles are invisible; any unit vector will do.
        flat.normals.extend([normal.try_normalize().unwrap_or(Vec3::Y); 3]);
    }
    flat.normals.resize(flat.positions.len(), Vec3::Y);
    flat.tangents.clear();
    flat.has_file_normals = false;
    Ok(flat)
}
