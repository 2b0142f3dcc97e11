use super::{Primitive, Topology};
use glam::Vec3;

/// Smallest cosine of the angle between a corner's normal and that of its triangle at which the triangle
/// counts as flat.
const MIN_FLAT_COSINE: f32 = 0.9999;

impl Primitive {
    /// Whether the file had no normals of its vertices and each triangle has its normal on all corners. Such
    /// triangles stay flat in every pose: their normals are those of the posed triangles.
    #[must_use]
    pub fn has_flat_normals(&self) -> bool {
        let is_flat = |triangle: &[u32; 3]| {
            let of = |list: &[Vec3]| triangle.map(|v| list.get(v as usize).copied().unwrap_or_default());
            let (corners, normals) = (of(&self.positions), of(&self.normals));
            // Degenerate triangles are invisible.
            triangle_normal(corners).is_none_or(|n| normals.iter().all(|m| m.dot(n) > MIN_FLAT_COSINE))
        };
        !self.has_file_normals
            && self.topology == Topology::Triangles
            && !self.normals.is_empty()
            && self.indices.as_chunks::<3>().0.iter().all(is_flat)
    }

    /// Writes the normals of posed triangles to their corners; those of degenerate ones stay. In a mirrored
    /// pose, `is_mirrored`, triangles are seen from their other side.
    pub(crate) fn write_flat_normals(&self, positions: &[Vec3], is_mirrored: bool, normals: &mut [Vec3]) {
        let sign = if is_mirrored { -1.0 } else { 1.0 };
        for triangle in self.indices.as_chunks::<3>().0 {
            let normal = triangle_normal(triangle.map(|v| positions[v as usize]));
            if let Some(normal) = normal {
                triangle.iter().for_each(|&v| normals[v as usize] = normal * sign);
            }
        }
    }
}

fn triangle_normal([a, b, c]: [Vec3; 3]) -> Option<Vec3> {
    (b - a).cross(c - a).try_normalize()
}
