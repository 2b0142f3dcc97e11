//! Vertex welding: corners with equal attributes share one render vertex.

use super::Corners;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

/// Hash key of a corner. Corners are equal if they have the same vertex and bitwise equal attributes.
struct CornerKey<'a> {
    corners: &'a Corners,
    corner: u32,
}

impl CornerKey<'_> {
    /// Bit patterns of the vertex index and all attributes.
    fn bits(&self) -> impl Iterator<Item = u32> {
        let Corners { vertices, normals, tangents, uvs, colors } = self.corners;
        let c = self.corner as usize;
        let vertex = vertices.get(c).copied();
        let uvs = uvs.iter().filter_map(move |set| set.get(c)).flat_map(|uv| uv.to_array());
        let normal = normals.get(c).map(|n| n.to_array());
        let tangent = tangents.get(c).map(|t| t.to_array());
        let color = colors.get(c).map(|t| t.to_array());
        let numbers = uvs.chain(normal.into_iter().flatten());
        let numbers = numbers.chain(tangent.into_iter().flatten()).chain(color.into_iter().flatten());
        // Adding 0.0 turns -0.0 into 0.0.
        vertex.into_iter().chain(numbers.map(|n| (n + 0.0).to_bits()))
    }
}

impl Hash for CornerKey<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits().for_each(|bits| state.write_u32(bits));
    }
}

impl PartialEq for CornerKey<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.bits().eq(other.bits())
    }
}

impl Eq for CornerKey<'_> {}

/// Returns the render vertex of each corner in `wanted`, and one corner for each render vertex.
pub(super) fn weld(corners: &Corners, wanted: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut known: HashMap<CornerKey<'_>, u32> = HashMap::new();
    let mut kept = Vec::new();
    let indices = wanted.iter().map(|&corner| {
        *known.entry(CornerKey { corners, corner }).or_insert_with(|| {
            kept.push(corner);
            kept.len() as u32 - 1
        })
    });
    let indices = indices.collect();
    (indices, kept)
}
