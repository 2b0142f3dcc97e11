use super::blended_matrix::BlendedMatrix;
use super::dual_quaternion_scalar::{DualQuatJoints, blend};
use super::{DualQuatJoint, SkinInput, SkinOutput};
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
    let dual = joints.and_then(|joints| {
        let joints = DualQuatJoints { joints, are_rigid: false };
        blend(input.influences?.of_vertex(number), &joints)
    });
    let matrix = match (joints, dual) {
        (Some(_), Some(matrix)) => matrix,
        (Some(_), None) => BlendedMatrix::from(&input.node),
        (None, _) => BlendedMatrix::of(number, input),
    };
    let (positions, normals) = ([position], [normal]);
    let one = SkinInput { positions: &positions, normals: &normals, tangents: &[], ..*input };
    let (mut place, mut direction) = ([Vec3::ZERO], [Vec3::ZERO]);
    let mut output = SkinOutput { positions: &mut place, normals: &mut direction, tangents: &mut [] };
    matrix.apply::<false>(0, &one, &mut output);
    (place[0], direction[0])
}
