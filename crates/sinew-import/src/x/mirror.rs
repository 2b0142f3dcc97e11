//! From .x's space to ours: rows become columns, left-handed becomes right-handed by mirroring Z.

use sinew::glam::{Affine3A, Mat4, Quat, Vec3};

pub(super) fn point(v: Vec3) -> Vec3 {
    Vec3::new(v.x, v.y, -v.z)
}

/// Sixteen numbers as the file has them. Its rows are the columns of a matrix that multiplies from the left.
pub(super) fn matrix(numbers: &[f64]) -> Affine3A {
    let mut columns = [0.0f32; 16];
    columns.iter_mut().zip(numbers).for_each(|(to, &from)| *to = from as f32);
    let mirrored = Affine3A::from_scale(Vec3::new(1.0, 1.0, -1.0));
    mirrored * Affine3A::from_mat4(Mat4::from_cols_array(&columns)) * mirrored
}

/// A rotation key, w first. It turns the other way round than our quaternions do.
pub(super) fn rotation([w, x, y, z]: [f32; 4]) -> Quat {
    // The inverse, (-x, -y, -z, w), mirrored along Z.
    Quat::from_xyzw(x, y, -z, w)
}
