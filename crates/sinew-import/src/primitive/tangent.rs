//! Generated tangents for normal maps in the MikkTSpace convention (Mikkelsen, *Simulation of Wrinkled Surfaces
//! Revisited*, 2008), for files without tangents.

use super::gather;
use crate::ImportError;
use crate::budget::Budget;
use bevy_mikktspace::{Geometry, TangentSpace, generate_tangents};
use sinew::character::Primitive;
use sinew::glam::{Vec2, Vec3, Vec4};
use std::collections::HashMap;

/// Temporary memory per corner, in bytes.
const WORK_BYTES: usize = 256;

/// Largest sum of squared corner counts over all vertices. The algorithm is quadratic in the triangles around a vertex;
/// this limit is about half a second, or 8,000 triangles at one vertex.
const MAX_SQUARED_VALENCE: usize = 64_000_000;

/// Corners of a triangle primitive with one tangent each.
struct Corners<'a> {
    primitive: &'a Primitive,
    uvs: &'a [Vec2],
    tangents: Vec<Vec4>,
}

impl Corners<'_> {
    fn of<T: Copy + Default>(&self, values: &[T], face: usize, corner: usize) -> T {
        let vertex = self.primitive.indices.get(3 * face + corner);
        vertex.and_then(|&v| values.get(v as usize)).copied().unwrap_or_default()
    }
}

impl Geometry for Corners<'_> {
    fn num_faces(&self) -> usize {
        self.primitive.indices.len() / 3
    }

    fn num_vertices_of_face(&self, _face: usize) -> usize {
        3
    }

    fn position(&self, face: usize, vert: usize) -> [f32; 3] {
        self.of(&self.primitive.positions, face, vert).to_array()
    }

    fn normal(&self, face: usize, vert: usize) -> [f32; 3] {
        self.of(&self.primitive.normals, face, vert).to_array()
    }

    fn tex_coord(&self, face: usize, vert: usize) -> [f32; 2] {
        self.of(self.uvs, face, vert).to_array()
    }

    fn set_tangent(&mut self, space: Option<TangentSpace>, face: usize, vert: usize) {
        let normal = self.of(&self.primitive.normals, face, vert);
        // The bitangent of the library points up in the image, that of glTF down.
        let tangent = space.map(|s| Vec4::from_array(s.tangent_encoded()) * Vec4::new(1.0, 1.0, 1.0, -1.0));
        let usable = tangent.filter(|t| t.is_finite() && t.truncate().length_squared() > 0.5);
        if let Some(slot) = self.tangents.get_mut(3 * face + vert) {
            *slot = usable.unwrap_or_else(|| any_tangent(normal));
        }
    }
}

/// Sum of the squared corner counts of all vertices. Vertices with equal attributes count as one, as in the algorithm.
fn squared_valence(work: &Corners<'_>) -> usize {
    let mut corners: HashMap<[u32; 8], usize> = HashMap::with_capacity(work.primitive.positions.len());
    for face in 0..work.num_faces() {
        for vert in 0..3 {
            let ([a, b, c], [d, e, f], [g, h]) =
                (work.position(face, vert), work.normal(face, vert), work.tex_coord(face, vert));
            // Adding 0.0 turns -0.0 into 0.0.
            *corners.entry([a, b, c, d, e, f, g, h].map(|v| (v + 0.0).to_bits())).or_default() += 1;
        }
    }
    corners.values().fold(0, |sum, &n| sum.saturating_add(n.saturating_mul(n)))
}

/// Arbitrary tangent perpendicular to `normal`, for corners with degenerate texture coordinates.
fn any_tangent(normal: Vec3) -> Vec4 {
    normal.try_normalize().unwrap_or(Vec3::Y).any_orthonormal_vector().extend(1.0)
}

/// Generates tangents for the texture coordinate set `uv_set`. A vertex whose corners have different tangents is split.
pub(crate) fn generate(
    primitive: &Primitive,
    uv_set: usize,
    budget: &mut Budget,
    location: &str,
) -> Result<Primitive, ImportError> {
    let corners = primitive.indices.len();
    // Temporary memory of the library and of the vertex merging below.
    budget.take(corners, WORK_BYTES, location)?;
    let uvs = primitive.uvs.get(uv_set).map_or(&[][..], Vec::as_slice);
    let mut work = Corners { primitive, uvs, tangents: vec![Vec4::ZERO; corners] };
    if squared_valence(&work) > MAX_SQUARED_VALENCE {
        let message = "too many triangles share one vertex; no tangents are generated";
        return Err(ImportError::new("tangents", location, message));
    }
    generate_tangents(&mut work)
        .map_err(|e| ImportError::new("tangents", location, format!("tangents cannot be generated: {e}")))?;

    let mut known: HashMap<(u32, [u32; 4]), u32> = HashMap::with_capacity(primitive.positions.len());
    let (mut order, mut tangents) = (Vec::new(), Vec::new());
    let mut indices = Vec::with_capacity(corners);
    for (&vertex, tangent) in primitive.indices.iter().zip(&work.tangents) {
        let key = (vertex, tangent.to_array().map(f32::to_bits));
        indices.push(*known.entry(key).or_insert_with(|| {
            order.push(vertex);
            tangents.push(*tangent);
            order.len() as u32 - 1
        }));
    }
    budget.give_back(corners, WORK_BYTES);
    budget.take(corners, size_of::<u32>(), location)?;
    Ok(Primitive { tangents, indices, ..gather(primitive, &order, budget, location)? })
}
