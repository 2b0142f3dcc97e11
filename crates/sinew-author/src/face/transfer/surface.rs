//! Surface of a face: the triangles of a mesh in model space at rest, with vertices of the same position
//! joined.

use super::face_part::FacePart;
use glam::{Mat3, Mat4, Vec3};
use sinew::character::Character;
use std::collections::HashMap;

/// Least cosine between the normals of vertices of one position that are one vertex. Lips that touch are two
/// surfaces.
const SAME_SURFACE: f32 = 0.3;

/// Triangles of a mesh in model space at rest. Render vertices of the same position and similar normals, such
/// as those of a seam of the texture, are one vertex.
#[derive(Clone, Debug)]
pub(super) struct Surface {
    /// Positions.
    pub(super) positions: Vec<Vec3>,
    /// Triangles, counter-clockwise seen from outside.
    pub(super) triangles: Vec<[u32; 3]>,
    /// Vertex of the surface for each vertex of the mesh.
    pub(super) vertex_of: Vec<u32>,
    /// Mesh space from model space, for directions; one per vertex of the mesh.
    pub(super) mesh_from_model: Vec<Mat3>,
}

impl Surface {
    /// Surface of a part of a character.
    pub(super) fn new(character: &Character, part: FacePart) -> Self {
        let model_from_mesh = part.matrices(character);
        let mut surface = Self {
            positions: Vec::new(),
            triangles: Vec::new(),
            vertex_of: Vec::with_capacity(model_from_mesh.len()),
            mesh_from_model: model_from_mesh.iter().map(|m| inverse(*m)).collect(),
        };
        let mut known: HashMap<[u32; 3], Vec<(Vec3, u32)>> = HashMap::new();
        for (position, normal) in part.positions(character).into_iter().zip(part.normals(character)) {
            // Adding 0 turns -0 into 0.
            let coincident = known.entry((position + Vec3::ZERO).to_array().map(f32::to_bits)).or_default();
            let joined = coincident.iter().find(|(other, _)| other.dot(normal) > SAME_SURFACE);
            let vertex = joined.map_or(surface.positions.len() as u32, |(_, vertex)| *vertex);
            if joined.is_none() {
                coincident.push((normal, vertex));
                surface.positions.push(position);
            }
            surface.vertex_of.push(vertex);
        }
        let mut start = 0;
        for primitive in part.primitives(character) {
            let corners = primitive.indices.chunks_exact(3);
            let vertex = |index: u32| surface.vertex_of[start + index as usize];
            surface.triangles.extend(corners.map(|t| [vertex(t[0]), vertex(t[1]), vertex(t[2])]));
            start += primitive.positions.len();
        }
        surface
    }

    /// The surface without the triangles that have a vertex off the head.
    pub(super) fn head_only(mut self, on_head: &[bool]) -> Self {
        let mut kept = vec![true; self.positions.len()];
        for (vertex, on_head) in self.vertex_of.iter().zip(on_head) {
            kept[*vertex as usize] &= on_head;
        }
        self.triangles.retain(|triangle| triangle.iter().all(|vertex| kept[*vertex as usize]));
        self
    }

    /// Values of the vertices of the mesh for those of the surface; empty where there are none.
    pub(super) fn joined(&self, values: &[Vec3]) -> Vec<Vec3> {
        let mut joined = vec![Vec3::ZERO; if values.is_empty() { 0 } else { self.positions.len() }];
        values.iter().zip(&self.vertex_of).for_each(|(value, vertex)| joined[*vertex as usize] = *value);
        joined
    }

    /// Unit normals of the vertices at given positions: means of those of the triangles by area. Zero where
    /// there is no triangle.
    pub(super) fn normals(&self, positions: &[Vec3]) -> Vec<Vec3> {
        let mut normals = vec![Vec3::ZERO; positions.len()];
        for triangle in &self.triangles {
            let [a, b, c] = triangle.map(|vertex| positions[vertex as usize]);
            let normal = (b - a).cross(c - a);
            triangle.iter().for_each(|vertex| normals[*vertex as usize] += normal);
        }
        normals.iter().map(|normal| normal.normalize_or_zero()).collect()
    }

    /// Vertices that share an edge with each vertex, ascending.
    pub(super) fn neighbors(&self) -> Vec<Vec<u32>> {
        let mut neighbors = vec![Vec::new(); self.positions.len()];
        for [a, b, c] in &self.triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                neighbors[*from as usize].push(*to);
                neighbors[*to as usize].push(*from);
            }
        }
        for list in &mut neighbors {
            list.sort_unstable();
            list.dedup();
        }
        neighbors
    }
}

/// Inverse of the linear part of a matrix; identity for one without inverse.
fn inverse(matrix: Mat4) -> Mat3 {
    let linear = Mat3::from_mat4(matrix);
    if linear.determinant().abs() > f32::MIN_POSITIVE { linear.inverse() } else { Mat3::IDENTITY }
}
