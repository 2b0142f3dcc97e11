//! Tangents for normal maps, in the MikkTSpace convention (Mikkelsen, *Simulation of Wrinkled Surfaces Revisited*,
//! 2008), where a file has none.

use super::gather;
use crate::ImportError;
use crate::limits::Budget;
use bevy_mikktspace::{Geometry, TangentSpace, generate_tangents};
use sinew::character::Primitive;
use sinew::glam::{Vec2, Vec3, Vec4};
use std::collections::HashMap;

/// Memory that making tangents takes for each corner.
const WORK_BYTES: usize = 256;

/// The algorithm's time grows with the square of the triangles around a vertex: so large may the sum of the squares be,
/// half a second's work. Eight thousand triangles may meet in one vertex.
const MAX_MEETINGS: usize = 64_000_000;

/// A triangle primitive's corners, and the tangent of each.
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
        // The library's bitangent runs up the image, glTF's down.
        let tangent = space.map(|s| Vec4::from_array(s.tangent_encoded()) * Vec4::new(1.0, 1.0, 1.0, -1.0));
        let usable = tangent.filter(|t| t.is_finite() && t.truncate().length_squared() > 0.5);
        if let Some(place) = self.tangents.get_mut(3 * face + vert) {
            *place = usable.unwrap_or_else(|| any_tangent(normal));
        }
    }
}

/// The sum of the squared numbers of corners at each vertex, where vertices that look the same are one, as they are to
/// the algorithm.
fn meetings(work: &Corners<'_>) -> usize {
    let mut corners: HashMap<[u32; 8], usize> = HashMap::with_capacity(work.primitive.positions.len());
    for face in 0..work.num_faces() {
        for vert in 0..3 {
            let ([a, b, c], [d, e, f], [g, h]) =
                (work.position(face, vert), work.normal(face, vert), work.tex_coord(face, vert));
            // Adding zero makes the two zeros one.
            *corners.entry([a, b, c, d, e, f, g, h].map(|v| (v + 0.0).to_bits())).or_default() += 1;
        }
    }
    corners.values().fold(0, |sum, &n| sum.saturating_add(n.saturating_mul(n)))
}

/// Some tangent, for corners whose texture coordinates say nothing.
fn any_tangent(normal: Vec3) -> Vec4 {
    normal.try_normalize().unwrap_or(Vec3::Y).any_orthonormal_vector().extend(1.0)
}

/// The primitive with tangents for texture coordinate set `uv_set`. Vertices whose corners disagree are split.
pub(crate) fn generate(
    primitive: &Primitive,
    uv_set: usize,
    budget: &mut Budget,
    place: &str,
) -> Result<Primitive, ImportError> {
    let corners = primitive.indices.len();
    // What is needed on the way: about so much for each corner, by the library and the weld below.
    budget.take(corners, WORK_BYTES, place)?;
    let uvs = primitive.uvs.get(uv_set).map_or(&[][..], Vec::as_slice);
    let mut work = Corners { primitive, uvs, tangents: vec![Vec4::ZERO; corners] };
    if meetings(&work) > MAX_MEETINGS {
        let message = "too many of its triangles meet in one vertex to make tangents for its normal map";
        return Err(ImportError::new("tangents", place, message));
    }
    generate_tangents(&mut work)
        .map_err(|e| ImportError::new("tangents", place, format!("tangents cannot be made: {e}")))?;

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
    budget.take(corners, size_of::<u32>(), place)?;
    Ok(Primitive { tangents, indices, ..gather(primitive, &order, budget, place)? })
}
