//! Generated tangents for normal maps, for files without tangents.

use super::gather;
use crate::ImportError;
use crate::budget::Budget;
use sinew::character::Primitive;
use sinew_author::surface::tangent::{SplitVertices, corner_tangents, split_by_tangents};

/// Temporary memory per corner, in bytes.
const WORK_BYTES: usize = 256;

/// [`generate_tangents`](sinew_author::surface::tangent::generate_tangents), limited by the budget.
pub(crate) fn generate(
    primitive: &Primitive,
    uv_set: usize,
    budget: &mut Budget,
    location: &str,
) -> Result<Primitive, ImportError> {
    let corners = primitive.indices.len();
    // Temporary memory of the algorithm and of the vertex merging below.
    budget.take(corners, WORK_BYTES, location)?;
    let uvs = primitive.uvs.get(uv_set).map_or(&[][..], Vec::as_slice);
    let tangents = corner_tangents(&primitive.positions, &primitive.normals, uvs, &primitive.indices)
        .map_err(|error| ImportError::new("tangents", location, error.to_string()))?;
    let SplitVertices { order, tangents, indices } = split_by_tangents(&primitive.indices, &tangents);
    budget.give_back(corners, WORK_BYTES);
    budget.take(corners, size_of::<u32>(), location)?;
    Ok(Primitive { tangents, indices, ..gather(primitive, &order, budget, location)? })
}
