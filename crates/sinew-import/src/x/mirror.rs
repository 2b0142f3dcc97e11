//! Conversion of .x coordinates: row vectors to column vectors, left-handed to right-handed by negating Z.

use sinew::glam::{Affine3A, Mat4, Quat, Vec3};

pub(super) fn point(v: Vec3) -> Vec3 {
    Vec3::new(v.x, v.y, -v.z)
}

/// Converts a row-major matrix of sixteen numbers. The rows of row-vector notation are columns of
/// column-vector notation.
pub(super) fn matrix(numbers: &[f64]) -> Affine3A {
    let mut columns = [0.0f32; 16];
    columns.iter_mut().zip(numbers).for_each(|(to, &from)| *to = from as f32);
    let mirrored = Affine3A::from_scale(Vec3::new(1.0, 1.0, -1.0));
    mirrored * Affine3A::from_mat4(Mat4::from_cols_array(&columns)) * mirrored
}

/// Converts a rotation key with w first. Keys store the inverse rotation.
pub(super) fn rotation([w, x, y, z]: [f32; 4]) -> Quat {
    // The inverse, (-x, -y, -z, w), with Z negated.
    Quat::from_xyzw(x, y, -z, w)
}
