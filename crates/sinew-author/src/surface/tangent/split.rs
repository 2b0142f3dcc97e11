//! Vertices with one tangent each.

use super::{TangentError, corner_tangents};
use glam::Vec4;
use sinew::character::Primitive;
use std::collections::HashMap;

/// Vertices whose corners share one tangent: copies of the vertices of a mesh, as many as there are different
/// tangents.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SplitVertices {
    /// Vertex of the mesh that each vertex is a copy of, for [`Primitive::reordered`]; in the order of first
    /// use.
    pub order: Vec<u32>,
    /// Tangent of each vertex.
    pub tangents: Vec<Vec4>,
    /// Indices of the new vertices, as many as before.
    pub indices: Vec<u32>,
}

/// Vertices of the triangles `indices` so that every one has a single tangent. `tangents` has a tangent per
/// index, as [`corner_tangents`] gives them. Vertices without triangles are left out.
#[must_use]
pub fn split_by_tangents(indices: &[u32], tangents: &[Vec4]) -> SplitVertices {
    let mut known: HashMap<(u32, [u32; 4]), u32> = HashMap::with_capacity(indices.len() / 3);
    let mut split = SplitVertices { indices: Vec::with_capacity(indices.len()), ..SplitVertices::default() };
    for (&vertex, tangent) in indices.iter().zip(tangents) {
        let key = (vertex, tangent.to_array().map(f32::to_bits));
        split.indices.push(*known.entry(key).or_insert_with(|| {
            split.order.push(vertex);
            split.tangents.push(*tangent);
            split.order.len() as u32 - 1
        }));
    }
    split
}

/// `primitive` with MikkTSpace tangents for the texture coordinate set `uv_set`, in place of those that it
/// has. A vertex whose corners have different tangents is split; influences, morph targets and
/// `file_vertices` go along. Tangents of morph targets stay as they are.
///
/// # Errors
/// When the primitive is not made of triangles with normals and this set of texture coordinates, or for those
/// of [`corner_tangents`].
pub fn generate_tangents(primitive: &Primitive, uv_set: usize) -> Result<Primitive, TangentError> {
    let sets = primitive.uvs.len();
    let uvs = primitive.uvs.get(uv_set).ok_or(TangentError::NoUvs { set: uv_set, count: sets })?;
    let tangents = corner_tangents(&primitive.positions, &primitive.normals, uvs, &primitive.indices)?;
    let SplitVertices { order, tangents, indices } = split_by_tangents(&primitive.indices, &tangents);
    Ok(Primitive { tangents, indices, ..primitive.reordered(&order) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Vec2, Vec3};
    use sinew::morph::MorphTarget;

    #[test]
    fn vertices_between_mirrored_halves_are_split_with_all_that_belongs_to_them() {
        // Two squares beside one another; u runs from the common edge outwards.
        let at = |x: f32, y: f32| Vec3::new(x, y, 0.0);
        let positions =
            vec![at(-1.0, 0.0), at(0.0, 0.0), at(1.0, 0.0), at(-1.0, 1.0), at(0.0, 1.0), at(1.0, 1.0)];
        let primitive = Primitive {
            uvs: vec![positions.iter().map(|p| Vec2::new(p.x.abs(), 1.0 - p.y)).collect()],
            normals: vec![Vec3::Z; 6],
            file_vertices: (0..6).collect(),
            file_vertex_count: 6,
            indices: vec![0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4],
            morph_targets: vec![MorphTarget::from_dense(6, &positions, &[], &[]).unwrap()],
            positions,
            ..Primitive::default()
        };
        let split = generate_tangents(&primitive, 0).unwrap();
        assert_eq!(split.positions.len(), 8);
        for (v, &source) in split.file_vertices.iter().enumerate() {
            assert_eq!(split.positions[v], primitive.positions[source as usize]);
            let tangent = split.tangents[v];
            assert_eq!(tangent.truncate(), Vec3::X * tangent.w, "{v}");
        }
        assert_eq!(split.tangents.iter().filter(|t| t.w > 0.0).count(), 4);
        // Vertex 1 lies at the origin and is not moved; vertex 4 is, in both copies.
        assert_eq!(split.morph_targets[0].vertices().len(), 6);
        assert_eq!(generate_tangents(&primitive, 1), Err(TangentError::NoUvs { set: 1, count: 1 }));
    }
}
