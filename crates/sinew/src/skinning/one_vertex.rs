use super::blended_matrix::BlendedMatrix;
use super::{DualQuatJoint, SkinInput, SkinOutput, vertex_matrix};
use glam::Vec3;

/// Position and unit normal of vertex `number` of a skinned mesh, from its morphed position and normal; of `input` only influences, palette
/// and node are read. `joints` are the palette as dual quaternions, for meshes that blend by them.
///
/// # Panics
/// When an influence names a joint beyond the palette.
#[must_use]
pub(crate) fn skin_vertex(
    input: &SkinInput<'_>,
    joints: Option<&[DualQuatJoint]>,
    number: usize,
    (position, normal): (Vec3, Vec3),
) -> (Vec3, Vec3) {
    let matrix = BlendedMatrix { rows: vertex_matrix(number, input, joints) };
    let (positions, normals) = ([position], [normal]);
    let one = SkinInput { positions: &positions, normals: &normals, tangents: &[], ..*input };
    let (mut place, mut direction) = ([Vec3::ZERO], [Vec3::ZERO]);
    let mut output = SkinOutput { positions: &mut place, normals: &mut direction, tangents: &mut [] };
    matrix.apply::<false>(0, &one, &mut output);
    (place[0], direction[0])
}
