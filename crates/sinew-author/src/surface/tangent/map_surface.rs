use super::generate_tangents;
use crate::surface::TextureError;
use glam::{Vec2, Vec3, Vec4};
use sinew::character::{Primitive, UvTransform};
use std::borrow::Cow;

/// A part of a mesh that a normal map belongs to: a primitive in its bind pose, with the texture coordinates
/// of the map.
#[derive(Clone, Debug)]
pub struct MapSurface<'a> {
    primitive: Cow<'a, Primitive>,
    uvs: Vec<Vec2>,
}

/// A triangle with its vertices' normals and tangents.
pub(super) struct MapTriangle {
    pub(super) uvs: [Vec2; 3],
    pub(super) normals: [Vec3; 3],
    pub(super) tangents: [Vec4; 3],
}

impl<'a> MapSurface<'a> {
    /// Surface of `primitive` with its texture coordinate set `uv_set`, changed by `transform` as in the
    /// material's texture. Tangents are those of the primitive, as it is drawn; where it has none, they are
    /// generated.
    ///
    /// # Errors
    /// When the primitive has no such set, and for those of [`generate_tangents`].
    pub fn new(
        primitive: &'a Primitive,
        uv_set: usize,
        transform: &UvTransform,
    ) -> Result<Self, TextureError> {
        let has_uvs = primitive.uvs.get(uv_set).is_some_and(|uvs| !uvs.is_empty());
        let primitive = if primitive.tangents.is_empty() || !has_uvs {
            Cow::Owned(generate_tangents(primitive, uv_set)?)
        } else {
            Cow::Borrowed(primitive)
        };
        let matrix = transform.to_matrix();
        let uvs = primitive.uvs[uv_set].iter().map(|uv| matrix.transform_point2(*uv)).collect();
        Ok(Self { primitive, uvs })
    }

    /// Triangles whose texture coordinates are finite and whose vertices exist.
    pub(super) fn triangles(&self) -> impl Iterator<Item = MapTriangle> {
        let Primitive { normals, tangents, indices, .. } = &*self.primitive;
        indices.as_chunks::<3>().0.iter().filter_map(move |corners| {
            Some(MapTriangle {
                uvs: of_corners(&self.uvs, corners).filter(|uvs| uvs.iter().all(|uv| uv.is_finite()))?,
                normals: of_corners(normals, corners)?,
                tangents: of_corners(tangents, corners)?,
            })
        })
    }
}

/// Values of the corners of a triangle; none where a vertex has none.
fn of_corners<T: Copy>(values: &[T], corners: &[u32; 3]) -> Option<[T; 3]> {
    let is_there = corners.iter().all(|&v| (v as usize) < values.len());
    is_there.then(|| corners.map(|v| values[v as usize]))
}

/// Vectors of the tangent space at a point of a triangle, interpolated without normalizing, as MikkTSpace
/// demands.
#[derive(Clone, Copy)]
pub(in crate::surface) struct TangentFrame {
    pub(super) tangent: Vec3,
    pub(super) bitangent: Vec3,
    pub(in crate::surface) normal: Vec3,
}

impl TangentFrame {
    pub(super) fn at(triangle: &MapTriangle, weights: [f32; 3]) -> Self {
        Self::of(triangle.normals, triangle.tangents, weights)
    }

    /// Vectors between those of three corners.
    pub(in crate::surface) fn of(normals: [Vec3; 3], tangents: [Vec4; 3], weights: [f32; 3]) -> Self {
        let mut tangent = Vec4::ZERO;
        let mut normal = Vec3::ZERO;
        for (corner, weight) in weights.into_iter().enumerate() {
            tangent += tangents[corner] * weight;
            normal += normals[corner] * weight;
        }
        let side = if tangent.w < 0.0 { -1.0 } else { 1.0 };
        let tangent = tangent.truncate();
        Self { tangent, bitangent: normal.cross(tangent) * side, normal }
    }

    /// Unit vector in object space of `n` in tangent space; that of the vertex normal for a vector without
    /// direction.
    pub(super) fn to_object(self, n: Vec3) -> Vec3 {
        let sum = self.tangent * n.x + self.bitangent * n.y + self.normal * n.z;
        sum.try_normalize().unwrap_or_else(|| self.normal.normalize_or_zero())
    }

    /// Unit vector in tangent space of `n` in object space, by the inverse matrix; (0, 0, 1) where the
    /// vectors of the tangent space lie in one plane.
    pub(in crate::surface) fn to_tangent(self, n: Vec3) -> Vec3 {
        let rows = [
            self.bitangent.cross(self.normal),
            self.normal.cross(self.tangent),
            self.tangent.cross(self.bitangent),
        ];
        let side = if self.tangent.dot(rows[0]) < 0.0 { -1.0 } else { 1.0 };
        (side * Vec3::from_array(rows.map(|row| row.dot(n)))).try_normalize().unwrap_or(Vec3::Z)
    }
}
