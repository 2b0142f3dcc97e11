use glam::{DMat3, DVec3, Mat3, Quat};

/// Eigenvalues of a symmetric matrix and the rotation of its eigenvectors, by Jacobi's rotations (C. G. J.
/// Jacobi, *Über ein leichtes Verfahren, die in der Theorie der Säcularstörungen vorkommenden Gleichungen
/// numerisch aufzulösen*, 1846).
pub(crate) fn principal_axes(matrix: DMat3) -> (DVec3, Quat) {
    let (mut rotated, mut axes) = (matrix, DMat3::IDENTITY);
    for _ in 0..12 {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let off = rotated.col(q)[p];
            if off.abs() <= f64::MIN_POSITIVE {
                continue;
            }
            let ratio = (rotated.col(q)[q] - rotated.col(p)[p]) / (2.0 * off);
            let tangent = ratio.signum() / (ratio.abs() + (ratio * ratio + 1.0).sqrt());
            let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
            let sine = tangent * cosine;
            let mut turn = DMat3::IDENTITY;
            turn.col_mut(p)[p] = cosine;
            turn.col_mut(q)[q] = cosine;
            turn.col_mut(p)[q] = -sine;
            turn.col_mut(q)[p] = sine;
            rotated = turn.transpose() * rotated * turn;
            axes *= turn;
        }
    }
    if axes.determinant() < 0.0 {
        axes.z_axis = -axes.z_axis;
    }
    let values = DVec3::new(rotated.x_axis.x, rotated.y_axis.y, rotated.z_axis.z);
    (values, Quat::from_mat3(&Mat3::from_cols_array(&axes.to_cols_array().map(|n| n as f32))).normalize())
}
