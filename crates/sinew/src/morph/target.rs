use glam::{Vec3, Vec4};

/// A morph target (blend shape) of a primitive, sparse: offsets of the vertices that it moves or colours.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MorphTarget {
    vertices: Vec<u32>,
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    tangents: Vec<Vec3>,
    /// Empty for a target that changes no colour.
    colors: Vec<Vec4>,
    has_tangents: bool,
}

/// Error of [`MorphTarget::from_dense`] and [`MorphTarget::with_colors`].
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

    /// The same with offsets of vertex colours, one per vertex of the primitive. Targets have none by default.
    ///
    /// # Errors
    /// When the number of offsets is not `vertex_count`, a vertex of the target is beyond it, or an offset is not
    /// finite.
    pub fn with_colors(self, vertex_count: usize, colors: &[Vec4]) -> Result<Self, MorphTargetError> {
        let expected = vertex_count.max(self.vertices.last().map_or(0, |last| *last as usize + 1));
        if colors.len() != expected {
            return Err(MorphTargetError::Length { attribute: "color", found: colors.len(), expected });
        }
        if let Some(vertex) = colors.iter().position(|offset| !offset.is_finite()) {
            return Err(MorphTargetError::NotFinite { attribute: "color", vertex });
        }
        if colors.iter().all(|offset| *offset == Vec4::ZERO) {
            return Ok(Self { colors: Vec::new(), ..self });
        }
        let mut out = Self { has_tangents: self.has_tangents, ..Self::default() };
        let mut moved = self.vertices.iter().copied().enumerate().peekable();
        for (vertex, &color) in (0..).zip(colors) {
            let at = moved.next_if(|(_, moved)| *moved == vertex).map(|(at, _)| at);
            if at.is_none() && color == Vec4::ZERO {
                continue;
            }
            let of = |offsets: &[Vec3]| at.map_or(Vec3::ZERO, |at| offsets[at]);
            out.vertices.push(vertex);
            out.positions.push(of(&self.positions));
            out.normals.push(of(&self.normals));
            out.tangents.push(of(&self.tangents));
            out.colors.push(color);
        }
        Ok(out)
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
                target.colors.extend(self.colors.get(at));
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

    /// Indices of the vertices that the target moves or colours, ascending; parallel to the other slices.
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

    /// Offsets of linear vertex colours at weight 1; empty for a target that changes no colour. Sums are
    /// clamped to 0..1 after all targets are added.
    #[must_use]
    pub fn colors(&self) -> &[Vec4] {
        &self.colors
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
    fn colors_add_the_vertices_that_they_change() {
        let moved =
            MorphTarget::from_dense(4, &[Vec3::ZERO, Vec3::X, Vec3::ZERO, Vec3::Y], &[], &[]).unwrap();
        let red = Vec4::new(1.0, 0.0, 0.0, 0.0);
        let none = Vec4::ZERO;
        let t = moved.clone().with_colors(4, &[red, none, none, red * 2.0]).unwrap();
        assert_eq!(t.vertices(), [0, 1, 3]);
        assert_eq!(t.positions(), [Vec3::ZERO, Vec3::X, Vec3::Y]);
        assert_eq!(t.colors(), [red, none, red * 2.0]);
        let turned = t.reordered(&[3, 2, 0]);
        assert_eq!((turned.vertices(), turned.colors()), (&[0, 2][..], &[red * 2.0, red][..]));
        // Without a change of colours nothing is kept for them.
        assert_eq!(moved.clone().with_colors(4, &[none; 4]).unwrap(), moved);
        assert!(t.with_colors(4, &[none; 4]).unwrap().colors().is_empty());
        assert!(moved.clone().with_colors(3, &[red; 3]).is_err());
        let nan = moved.with_colors(4, &[red, none, none * f32::NAN, red]);
        assert_eq!(nan, Err(MorphTargetError::NotFinite { attribute: "color", vertex: 2 }));
    }

    #[test]
    fn wrong_lengths_and_nan_are_errors() {
        assert!(MorphTarget::from_dense(2, &[Vec3::X], &[], &[]).is_err());
        let nan = MorphTarget::from_dense(1, &[], &[Vec3::NAN], &[]);
        assert_eq!(nan, Err(MorphTargetError::NotFinite { attribute: "normal", vertex: 0 }));
    }
}
