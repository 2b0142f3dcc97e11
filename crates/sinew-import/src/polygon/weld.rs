//! Corners that look the same as one render vertex.

use super::Corners;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

/// A corner, equal to others of the same vertex whose attributes are the same to the bit.
struct Look<'a> {
    corners: &'a Corners,
    corner: u32,
}

impl Look<'_> {
    /// Everything that tells corners apart.
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
        // Adding zero makes the two zeros one.
        vertex.into_iter().chain(numbers.map(|n| (n + 0.0).to_bits()))
    }
}

impl Hash for Look<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits().for_each(|bits| state.write_u32(bits));
    }
}

impl PartialEq for Look<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.bits().eq(other.bits())
    }
}

impl Eq for Look<'_> {}

/// For each of the corners in `wanted` the number of its render vertex; and of each render vertex, one of its corners.
pub(super) fn weld(corners: &Corners, wanted: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut known: HashMap<Look<'_>, u32> = HashMap::new();
    let mut kept = Vec::new();
    let indices = wanted.iter().map(|&corner| {
        *known.entry(Look { corners, corner }).or_insert_with(|| {
            kept.push(corner);
            kept.len() as u32 - 1
        })
    });
    let indices = indices.collect();
    (indices, kept)
}
