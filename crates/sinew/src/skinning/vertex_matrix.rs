use super::blended_matrix::BlendedMatrix;
use super::dual_quaternion_scalar::{DualQuatJoints, blend};
use super::{DualQuatJoint, SkinInput};

/// Matrix of one vertex from the bind pose to model space, in rows: by linear blend skinning, or by dual
/// quaternions where `dual_quaternions` are given. The matrix of the node for a vertex without influences.
#[must_use]
#[inline(always)]
pub(crate) fn vertex_matrix(
    vertex: usize,
    input: &SkinInput<'_>,
    dual_quaternions: Option<&[DualQuatJoint]>,
) -> [[f32; 4]; 3] {
    let dual = dual_quaternions.zip(input.influences).and_then(|(joints, influences)| {
        blend(influences.of_vertex(vertex), &DualQuatJoints { joints, are_rigid: false })
    });
    match (dual, dual_quaternions) {
        (Some(matrix), _) => matrix.rows,
        (None, Some(_)) => input.node.rows,
        (None, None) => BlendedMatrix::of(vertex, input).rows,
    }
}
