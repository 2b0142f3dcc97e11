//! Distance of decal meshes from the skin, so that depth buffers and path tracers tell the two apart.

use super::{Decal, DecalMesh};
use crate::character::Character;
use glam::{Affine3A, Vec3};
use std::collections::HashMap;

/// Default distance of a decal mesh from the skin of a person of 1.7 m, metres. A depth buffer of 24 bits with
/// a near plane at 0.1 m resolves it up to 20 m away, path tracers at any distance; nobody sees the gap.
pub const DEFAULT_DECAL_OFFSET: f32 = 0.0003;

/// Smallest cosine between the normals of a vertex and of a triangle at it that lengthens the way of the
/// vertex: at sharper edges triangles lie nearer to the skin than the distance that was asked for.
const MIN_COSINE: f32 = 0.5;

impl DecalMesh {
    /// Moves the mesh away from the skin, by `distance` metres in model space along its normals in the
    /// reference pose. Vertices that differ in normals or texture coordinates only move alike, so that no gaps
    /// open, and those at edges move farther, so that the triangles have the distance. Joint weights and morph
    /// targets stay those of the skin: the gap moves with it, and shrinks where the skin does.
    ///
    /// # Panics
    /// When the mesh is of another character.
    #[must_use]
    pub fn with_offset(mut self, character: &Character, distance: f32) -> Self {
        if distance == 0.0 || !distance.is_finite() {
            return self;
        }
        let model = character.reference_model();
        for primitive in &mut self.mesh.primitives {
            let transforms: Vec<Affine3A> = (0..primitive.positions.len())
                .map(|vertex| {
                    let mut sum = glam::Mat4::ZERO;
                    for (at, weight) in primitive.influences_of(vertex) {
                        let skinned = model[self.skin.joints[at].index()] * self.skin.inverse_binds[at];
                        sum += glam::Mat4::from(skinned) * weight;
                    }
                    Affine3A::from_mat4(sum)
                })
                .collect();
            let positions: Vec<Vec3> = std::iter::zip(&transforms, &primitive.positions)
                .map(|(transform, position)| transform.transform_point3(*position))
                .collect();
            let faces = face_normals(&positions, &transforms, &primitive.indices);
            let of_face = |face: usize| primitive.indices[face * 3..face * 3 + 3].iter();
            // Normals of the vertices of the file, summed over those that are one point of the skin.
            let mut sums: HashMap<u32, Vec3> = HashMap::new();
            for (vertex, transform) in transforms.iter().enumerate() {
                let normal = transform.matrix3.inverse().transpose() * primitive.normals[vertex];
                *sums.entry(self.welded[vertex]).or_default() += finite(normal.normalize_or_zero());
            }
            for (face, normal) in faces.iter().enumerate() {
                for vertex in of_face(face) {
                    let sum = sums.entry(self.welded[*vertex as usize]).or_default();
                    // Opposite normals, or none at all.
                    *sum = if *sum == Vec3::ZERO { *normal } else { *sum };
                }
            }
            let mut cosines: HashMap<u32, f32> = HashMap::new();
            for (face, normal) in faces.iter().enumerate() {
                for vertex in of_face(face) {
                    let welded = self.welded[*vertex as usize];
                    let cosine = sums[&welded].normalize_or_zero().dot(*normal).abs();
                    let least = cosines.entry(welded).or_insert(1.0);
                    *least = least.min(cosine);
                }
            }
            for (vertex, transform) in transforms.iter().enumerate() {
                let welded = self.welded[vertex];
                let cosine = cosines.get(&welded).copied().unwrap_or(1.0).max(MIN_COSINE);
                let way = sums[&welded].normalize_or_zero() * (distance / cosine);
                primitive.positions[vertex] +=
                    finite(Vec3::from(transform.matrix3.inverse() * glam::Vec3A::from(way)));
            }
        }
        self
    }

    /// Layer of each of several decals, in order: 0, or one above the highest earlier decal that covers one of
    /// its triangles. A mesh whose offset is the distance times one more than its layer lies above all that
    /// were placed before it.
    #[must_use]
    pub fn layers<'a>(decals: impl IntoIterator<Item = &'a Decal>) -> Vec<u32> {
        let mut next: HashMap<u32, u32> = HashMap::new();
        let layer = |decal: &'a Decal| {
            let triangles = || decal.triangles.iter().map(|triangle| triangle.triangle);
            let layer = triangles().filter_map(|triangle| next.get(&triangle)).max().copied().unwrap_or(0);
            next.extend(triangles().map(|triangle| (triangle, layer + 1)));
            layer
        };
        decals.into_iter().map(layer).collect()
    }
}

/// Unit normals of triangles in model space; those that transforms mirror count from their other side.
fn face_normals(positions: &[Vec3], transforms: &[Affine3A], indices: &[u32]) -> Vec<Vec3> {
    let normal = |corners: &[u32; 3]| {
        let [a, b, c] = corners.map(|corner| positions[corner as usize]);
        let is_mirrored = transforms[corners[0] as usize].matrix3.determinant() < 0.0;
        let normal = (b - a).cross(c - a).normalize_or_zero();
        if is_mirrored { -normal } else { normal }
    };
    indices.as_chunks::<3>().0.iter().map(normal).collect()
}

/// The vector, or zero where a transform that has no inverse spoiled it.
fn finite(vector: impl Into<Vec3>) -> Vec3 {
    let vector = vector.into();
    if vector.is_finite() { vector } else { Vec3::ZERO }
}
