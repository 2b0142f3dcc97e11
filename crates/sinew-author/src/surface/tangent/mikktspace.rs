//! Tangents in the MikkTSpace convention (Mikkelsen, *Simulation of Wrinkled Surfaces Revisited*, 2008), for
//! which glTF and most tools bake normal maps.

use bevy_mikktspace::{Geometry, Ops, TangentSpace};
use glam::{Vec2, Vec3, Vec4};
use std::collections::HashMap;

/// Largest sum of squared corner counts over all vertices. The algorithm is quadratic in the triangles around
/// a vertex; this limit is about half a second, or 8,000 triangles at one vertex.
const MAX_SQUARED_VALENCE: usize = 64_000_000;

/// Error of tangent generation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TangentError {
    /// An attribute has another length than the positions.
    #[error("{found} {attribute} for {expected} positions")]
    Length {
        /// Name of the attribute.
        attribute: &'static str,
        /// Length of the attribute.
        found: usize,
        /// Number of positions.
        expected: usize,
    },
    /// The indices do not form whole triangles.
    #[error("{0} indices are no multiple of 3")]
    NotTriangles(usize),
    /// An index refers to no vertex.
    #[error("index {index} refers to vertex {vertex}; there are {count}")]
    IndexOutOfRange {
        /// Position in the indices.
        index: usize,
        /// Vertex that it refers to.
        vertex: u32,
        /// Number of vertices.
        count: usize,
    },
    /// Too many triangles share one vertex: the time of the algorithm is quadratic in their number.
    #[error("too many triangles share one vertex; no tangents are generated")]
    TooManyTriangles,
    /// The texture coordinate set does not exist.
    #[error("texture coordinate set {set} does not exist; the primitive has {count}")]
    NoUvs {
        /// Number of the set.
        set: usize,
        /// Number of sets.
        count: usize,
    },
}

/// Triangles with one tangent per corner.
struct Corners<'a> {
    positions: &'a [Vec3],
    normals: &'a [Vec3],
    uvs: &'a [Vec2],
    indices: &'a [u32],
    tangents: Vec<Vec4>,
}

impl Corners<'_> {
    fn vertex(&self, face: usize, corner: usize) -> usize {
        self.indices[3 * face + corner] as usize
    }
}

/// Square root and arc cosine with the same bits on every system.
struct PortableOps;

impl Ops for PortableOps {
    fn sqrt(x: f32) -> f32 {
        x.sqrt()
    }

    fn acos(x: f32) -> f32 {
        libm::acos(f64::from(x)) as f32
    }
}

impl Geometry<PortableOps> for Corners<'_> {
    fn num_faces(&self) -> usize {
        self.indices.len() / 3
    }

    fn num_vertices_of_face(&self, _face: usize) -> usize {
        3
    }

    fn position(&self, face: usize, vert: usize) -> [f32; 3] {
        self.positions[self.vertex(face, vert)].to_array()
    }

    fn normal(&self, face: usize, vert: usize) -> [f32; 3] {
        self.normals[self.vertex(face, vert)].to_array()
    }

    fn tex_coord(&self, face: usize, vert: usize) -> [f32; 2] {
        self.uvs[self.vertex(face, vert)].to_array()
    }

    fn set_tangent(&mut self, space: Option<TangentSpace>, face: usize, vert: usize) {
        let normal = self.normals[self.vertex(face, vert)];
        // The bitangent of the library points up in the image, that of glTF down.
        let tangent = space.map(|s| Vec4::from_array(s.tangent_encoded()) * Vec4::new(1.0, 1.0, 1.0, -1.0));
        let usable = tangent.filter(|t| t.is_finite() && t.truncate().length_squared() > 0.5);
        self.tangents[3 * face + vert] = usable.unwrap_or_else(|| any_tangent(normal));
    }
}

/// Sum of the squared corner counts of all vertices. Vertices with equal attributes count as one, as in the
/// algorithm.
fn squared_valence(work: &Corners<'_>) -> usize {
    let mut corners: HashMap<[u32; 8], usize> = HashMap::with_capacity(work.positions.len());
    for &vertex in work.indices {
        let v = vertex as usize;
        let ([a, b, c], [d, e, f]) = (work.positions[v].to_array(), work.normals[v].to_array());
        let [g, h] = work.uvs[v].to_array();
        // Adding 0.0 turns -0.0 into 0.0.
        *corners.entry([a, b, c, d, e, f, g, h].map(|v| (v + 0.0).to_bits())).or_default() += 1;
    }
    corners.values().fold(0, |sum, &n| sum.saturating_add(n.saturating_mul(n)))
}

/// Arbitrary tangent perpendicular to `normal`, for corners with degenerate texture coordinates.
fn any_tangent(normal: Vec3) -> Vec4 {
    normal.try_normalize().unwrap_or(Vec3::Y).any_orthonormal_vector().extend(1.0)
}

fn check(positions: &[Vec3], normals: &[Vec3], uvs: &[Vec2], indices: &[u32]) -> Result<(), TangentError> {
    let count = positions.len();
    for (attribute, found) in [("normals", normals.len()), ("texture coordinates", uvs.len())] {
        if found != count {
            return Err(TangentError::Length { attribute, found, expected: count });
        }
    }
    if !indices.len().is_multiple_of(3) {
        return Err(TangentError::NotTriangles(indices.len()));
    }
    match indices.iter().position(|&v| v as usize >= count) {
        Some(index) => Err(TangentError::IndexOutOfRange { index, vertex: indices[index], count }),
        None => Ok(()),
    }
}

/// MikkTSpace tangents of triangles, one per index: unit tangents along +u with w = ±1, the handedness. As in
/// glTF, the bitangent is `normal.cross(tangent) * w` and points up in the image, against +v, which runs
/// down.
///
/// Corners of one vertex have different tangents where texture coordinates are mirrored or meet in a fold;
/// [`split_by_tangents`](super::split_by_tangents) makes vertices of them. Corners of triangles without area
/// in the texture take the tangent of a neighbour, else any one perpendicular to the normal, with w = 1.
/// Takes one to two microseconds per triangle.
///
/// # Errors
/// When the slices do not fit together, or more than about 8,000 triangles share one vertex.
pub fn corner_tangents(
    positions: &[Vec3],
    normals: &[Vec3],
    uvs: &[Vec2],
    indices: &[u32],
) -> Result<Vec<Vec4>, TangentError> {
    check(positions, normals, uvs, indices)?;
    let mut work = Corners { positions, normals, uvs, indices, tangents: vec![Vec4::ZERO; indices.len()] };
    if squared_valence(&work) > MAX_SQUARED_VALENCE {
        return Err(TangentError::TooManyTriangles);
    }
    match bevy_mikktspace::generate_tangents(&mut work) {
        Ok(()) => Ok(work.tangents),
        // The library has no error but may have one later.
        Err(_) => Err(TangentError::TooManyTriangles),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [Vec3; 4] = [Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y];
    const INDICES: [u32; 6] = [0, 1, 2, 0, 2, 3];

    #[test]
    fn mirrored_coordinates_change_the_handedness() {
        // Green of a normal map points up in the image, here along +Y, in both.
        for (uvs, tangent) in [
            ([Vec2::Y, Vec2::ONE, Vec2::X, Vec2::ZERO], Vec4::new(1.0, 0.0, 0.0, 1.0)),
            ([Vec2::ONE, Vec2::Y, Vec2::ZERO, Vec2::X], Vec4::new(-1.0, 0.0, 0.0, -1.0)),
        ] {
            let tangents = corner_tangents(&SQUARE, &[Vec3::Z; 4], &uvs, &INDICES).unwrap();
            assert_eq!(tangents, [tangent; 6]);
            assert_eq!(Vec3::Z.cross(tangent.truncate()) * tangent.w, Vec3::Y);
        }
    }

    #[test]
    fn coordinates_without_area_have_a_perpendicular_tangent() {
        let tangents = corner_tangents(&SQUARE, &[Vec3::Z; 4], &[Vec2::ZERO; 4], &INDICES).unwrap();
        assert!(tangents.iter().all(|t| t.z == 0.0 && t.truncate().is_normalized() && t.w == 1.0));
    }

    #[test]
    fn wrong_slices_are_errors() {
        let uvs = [Vec2::ZERO; 4];
        let of = |normals: &[Vec3], indices: &[u32]| corner_tangents(&SQUARE, normals, &uvs, indices);
        let short = TangentError::Length { attribute: "normals", found: 2, expected: 4 };
        assert_eq!(of(&[Vec3::Z; 2], &INDICES), Err(short));
        assert_eq!(of(&[Vec3::Z; 4], &[0, 1]), Err(TangentError::NotTriangles(2)));
        let beyond = TangentError::IndexOutOfRange { index: 2, vertex: 9, count: 4 };
        assert_eq!(of(&[Vec3::Z; 4], &[0, 1, 9]), Err(beyond));
        let fan: Vec<u32> = (0..8100).flat_map(|_| [0, 1, 2]).collect();
        assert_eq!(of(&[Vec3::Z; 4], &fan), Err(TangentError::TooManyTriangles));
    }
}
