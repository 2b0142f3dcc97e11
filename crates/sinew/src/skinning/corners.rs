use super::blended_matrix::BlendedMatrix;
use super::{DualQuatJoint, SkinInput, SkinOutput, vertex_matrix};
use crate::character::Primitive;
use crate::math::simd::{kernel, native};
use glam::Vec3;

/// Corners of a triangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corners {
    /// Numbers of the vertices in their mesh.
    pub(crate) vertices: [u32; 3],
    pub(crate) positions: [Vec3; 3],
    /// Unit normals; zero where they are not wanted.
    pub(crate) normals: [Vec3; 3],
}

/// Three vertices with morph targets added, one weight per target; normals are zero without normals.
#[must_use]
pub(crate) fn morphed_corners(primitive: &Primitive, vertices: [u32; 3], weights: &[f32]) -> Corners {
    let normal = |vertex: u32| primitive.normals.get(vertex as usize).copied().unwrap_or(Vec3::ZERO);
    let mut corners = Corners {
        vertices,
        positions: vertices.map(|vertex| primitive.positions[vertex as usize]),
        normals: vertices.map(normal),
    };
    for (target, weight) in primitive.morph_targets.iter().zip(weights).filter(|(_, weight)| **weight != 0.0)
    {
        for (corner, vertex) in vertices.iter().enumerate() {
            if let Ok(at) = target.vertices().binary_search(vertex) {
                corners.positions[corner] += target.positions()[at] * *weight;
                corners.normals[corner] += target.normals()[at] * *weight;
            }
        }
    }
    corners
}

/// Skins the corners of a triangle, which are morphed already; of `input` only influences, palette and node
/// are read. `joints` are the palette as dual quaternions, for meshes that blend by them.
///
/// # Panics
/// When an influence names a joint beyond the palette.
#[must_use]
pub(crate) fn skin_corners(
    input: &SkinInput<'_>,
    joints: Option<&[DualQuatJoint]>,
    corners: &Corners,
    wants_normals: bool,
) -> Corners {
    match native() {
        Some(simd) => with_lanes(simd, input, joints, corners, wants_normals),
        None => skin(input, joints, corners, wants_normals),
    }
}

kernel! {
    /// The scalar code, compiled with these instructions.
    fn with_lanes<S>(
        simd: S,
        input: &SkinInput<'_>,
        joints: Option<&[DualQuatJoint]>,
        corners: &Corners,
        wants_normals: bool,
    ) -> Corners {
        let _ = simd;
        skin(input, joints, corners, wants_normals)
    }
}

#[inline(always)]
fn skin(
    input: &SkinInput<'_>,
    joints: Option<&[DualQuatJoint]>,
    corners: &Corners,
    wants_normals: bool,
) -> Corners {
    let mut skinned = Corners { positions: [Vec3::ZERO; 3], normals: [Vec3::ZERO; 3], ..*corners };
    let (normals, normals_out): (&[Vec3], &mut [Vec3]) =
        if wants_normals { (&corners.normals, &mut skinned.normals) } else { (&[], &mut []) };
    let rest = SkinInput { positions: &corners.positions, normals, tangents: &[], ..*input };
    let mut output =
        SkinOutput { positions: &mut skinned.positions, normals: normals_out, tangents: &mut [] };
    for (corner, vertex) in corners.vertices.into_iter().enumerate() {
        let matrix = BlendedMatrix { rows: vertex_matrix(vertex as usize, input, joints) };
        matrix.apply::<false>(corner, &rest, &mut output);
    }
    skinned
}
