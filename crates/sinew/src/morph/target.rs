use glam::Vec3;

/// One morph target of a primitive: offsets for the vertices it moves, and only for those.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MorphTarget {
    vertices: Vec<u32>,
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    tangents: Vec<Vec3>,
}

/// Why slices do not form a morph target.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MorphTargetError {
    /// An attribute with another number of vertices than its neighbours.
    #[error("morph target offsets of {attribute} are for {found} vertices, expected {expected}")]
    Length {
        /// The attribute.
        attribute: &'static str,
        /// Its length.
        found: usize,
        /// The length it should have.
        expected: usize,
    },
    /// An offset with NaN or infinity.
    #[error("the morph target's {attribute} of vertex {vertex} is not finite")]
    NotFinite {
        /// The attribute.
        attribute: &'static str,
        /// The vertex.
        vertex: usize,
    },
}

impl MorphTarget {
    /// Keeps of dense offsets those that are not zero. Each slice has `vertex_count` entries, or none where the
    /// target leaves that attribute alone.
    ///
    /// # Errors
    /// When a length is wrong or a number is not finite.
    pub fn from_dense(
        vertex_count: usize,
        positions: &[Vec3],
        normals: &[Vec3],
        tangents: &[Vec3],
    ) -> Result<Self, MorphTargetError> {
        for (attribute, offsets) in [("position", positions), ("normal", normals), ("tangent", tangents)] {
            if !offsets.is_empty() && offsets.len() != vertex_count {
                return Err(MorphTargetError::Length {
                    attribute,
                    found: offsets.len(),
                    expected: vertex_count,
                });
            }
            if let Some(vertex) = offsets.iter().position(|o| !o.is_finite()) {
                return Err(MorphTargetError::NotFinite { attribute, vertex });
            }
        }
        let at = |offsets: &[Vec3], v: usize| offsets.get(v).copied().unwrap_or(Vec3::ZERO);
        let mut target = Self::default();
        for v in 0..vertex_count {
            let (p, n, t) = (at(positions, v), at(normals, v), at(tangents, v));
            if p != Vec3::ZERO || n != Vec3::ZERO || t != Vec3::ZERO {
                target.vertices.push(v as u32);
                target.positions.push(p);
                target.normals.push(n);
                target.tangents.push(t);
            }
        }
        Ok(target)
    }

    /// The target for vertices taken from elsewhere: vertex i of the result moves as vertex `order[i]` of `self` did.
    pub fn gather(&self, order: &[u32]) -> Self {
        let mut target = Self::default();
        for (vertex, old) in order.iter().enumerate() {
            if let Ok(at) = self.vertices.binary_search(old) {
                target.vertices.push(vertex as u32);
                target.positions.push(self.positions[at]);
                target.normals.push(self.normals[at]);
                target.tangents.push(self.tangents[at]);
            }
        }
        target
    }

    /// Replaces every offset of position, normal and tangent by what `change` makes of it, a turn as a rule.
    pub fn map_offsets(&mut self, change: impl Fn(Vec3) -> Vec3) {
        let all = self.positions.iter_mut().chain(&mut self.normals).chain(&mut self.tangents);
        all.for_each(|offset| *offset = change(*offset));
    }

    /// The vertices this target moves, ascending. The other slices run beside it.
    pub fn vertices(&self) -> &[u32] {
        &self.vertices
    }

    /// Position offsets at weight 1, in metres.
    pub fn positions(&self) -> &[Vec3] {
        &self.positions
    }

    /// Normal offsets at weight 1; the sum is normalised after all targets are added.
    pub fn normals(&self) -> &[Vec3] {
        &self.normals
    }

    /// Tangent offsets at weight 1; the handedness stays.
    pub fn tangents(&self) -> &[Vec3] {
        &self.tangents
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moved_vertices_are_kept() {
        let t = MorphTarget::from_dense(3, &[Vec3::ZERO, Vec3::X, Vec3::ZERO], &[], &[]).unwrap();
        assert_eq!(t.vertices(), [1]);
        assert_eq!(t.normals(), [Vec3::ZERO]);
    }

    #[test]
    fn wrong_lengths_and_nan_are_refused() {
        assert!(MorphTarget::from_dense(2, &[Vec3::X], &[], &[]).is_err());
        let nan = MorphTarget::from_dense(1, &[], &[Vec3::NAN], &[]);
        assert_eq!(nan, Err(MorphTargetError::NotFinite { attribute: "normal", vertex: 0 }));
    }
}
