use glam::Vec3;

/// A morph target (blend shape) of a primitive, sparse: offsets of the vertices that it moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MorphTarget {
    vertices: Vec<u32>,
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    tangents: Vec<Vec3>,
    has_tangents: bool,
}

/// Error of [`MorphTarget::from_dense`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MorphTargetError {
    /// An attribute has the wrong number of offsets.
    #[error("morph target: {found} {attribute} offsets; expected {expected}, one per vertex")]
    Length {
        /// Name of the attribute.
        attribute: &'static str,
        /// Number of offsets.
        found: usize,
        /// Number of vertices.
        expected: usize,
    },
    /// An offset is NaN or infinite.
    #[error("morph target: the {attribute} offset of vertex {vertex} is not finite")]
    NotFinite {
        /// Name of the attribute.
        attribute: &'static str,
        /// Index of the vertex.
        vertex: usize,
    },
}

impl MorphTarget {
    /// Morph target from dense offsets; vertices without any offset are dropped. Each slice has
    /// `vertex_count` entries, or none for an attribute that the target does not change.
    ///
    /// # Errors
    /// When a slice has another length, or an offset is not finite.
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
                target.has_tangents |= t != Vec3::ZERO;
            }
        }
        Ok(target)
    }

    /// Morph target of reordered vertices: vertex `i` of the result is vertex `order[i]` of `self`.
    #[must_use]
    pub fn reordered(&self, order: &[u32]) -> Self {
        let mut target = Self::default();
        for (vertex, old) in order.iter().enumerate() {
            if let Ok(at) = self.vertices.binary_search(old) {
                target.vertices.push(vertex as u32);
                target.positions.push(self.positions[at]);
                target.normals.push(self.normals[at]);
                target.tangents.push(self.tangents[at]);
                target.has_tangents |= self.tangents[at] != Vec3::ZERO;
            }
        }
        target
    }

    /// Applies `change`, usually a rotation, to every offset of position, normal and tangent.
    pub fn map_offsets(&mut self, change: impl Fn(Vec3) -> Vec3) {
        let all = self.positions.iter_mut().chain(&mut self.normals).chain(&mut self.tangents);
        all.for_each(|offset| *offset = change(*offset));
    }

    /// True for a target with tangent offsets that are not 0. Without such targets the tangents of a
    /// primitive follow its normals ([`turn_tangents`](crate::skinning::turn_tangents)).
    #[must_use]
    pub fn has_tangents(&self) -> bool {
        self.has_tangents
    }

    /// Indices of the vertices that the target moves, ascending; parallel to the other slices.
    #[must_use]
    pub fn vertices(&self) -> &[u32] {
        &self.vertices
    }

    /// Position offsets at weight 1, metres.
    #[must_use]
    pub fn positions(&self) -> &[Vec3] {
        &self.positions
    }

    /// Normal offsets at weight 1; the sum is normalized after all targets are added.
    #[must_use]
    pub fn normals(&self) -> &[Vec3] {
        &self.normals
    }

    /// Tangent offsets at weight 1; the handedness does not change.
    #[must_use]
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
    fn wrong_lengths_and_nan_are_errors() {
        assert!(MorphTarget::from_dense(2, &[Vec3::X], &[], &[]).is_err());
        let nan = MorphTarget::from_dense(1, &[], &[Vec3::NAN], &[]);
        assert_eq!(nan, Err(MorphTargetError::NotFinite { attribute: "normal", vertex: 0 }));
    }
}
