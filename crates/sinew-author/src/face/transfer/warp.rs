//! Warp of space: a smooth map that takes given points to given points.

use glam::{DVec3, Vec3};

/// Share of the mean distance between centres by which a centre may be missed, for a smoother map.
const SLACK: f64 = 0.002;

/// Warp by radial basis functions with the biharmonic kernel r and an affine part.
///
/// Source: Carr et al., *Reconstruction and Representation of 3D Objects with Radial Basis Functions*
/// (SIGGRAPH 2001).
#[derive(Clone, Debug)]
pub(super) struct Warp {
    centers: Vec<DVec3>,
    weights: Vec<DVec3>,
    /// Columns of the affine part, the translation last.
    affine: [DVec3; 4],
}

impl Warp {
    /// Warp that takes each `from` to the `to` of the same index; `None` where the points lie in a plane or
    /// coincide.
    pub(super) fn new(from: &[Vec3], to: &[Vec3]) -> Option<Self> {
        let centers: Vec<DVec3> = from.iter().map(|p| p.as_dvec3()).collect();
        let (count, size) = (centers.len(), centers.len() + 4);
        let mut distance = 0.0;
        let mut rows = vec![vec![0.0; size]; size];
        for (i, a) in centers.iter().enumerate() {
            for (j, b) in centers.iter().enumerate() {
                rows[i][j] = a.distance(*b);
                distance += rows[i][j];
            }
            for (k, value) in [a.x, a.y, a.z, 1.0].into_iter().enumerate() {
                rows[i][count + k] = value;
                rows[count + k][i] = value;
            }
        }
        let slack = SLACK * distance / (count * count).max(1) as f64;
        (0..count).for_each(|i| rows[i][i] -= slack);
        let mut right: Vec<DVec3> = to.iter().map(|p| p.as_dvec3()).collect();
        right.resize(size, DVec3::ZERO);
        solve(&mut rows, &mut right)?;
        let affine = [right[count], right[count + 1], right[count + 2], right[count + 3]];
        right.truncate(count);
        Some(Self { centers, weights: right, affine })
    }

    /// The point to which a point is taken.
    pub(super) fn apply(&self, at: Vec3) -> Vec3 {
        let p = at.as_dvec3();
        let [x, y, z, origin] = self.affine;
        let radial: DVec3 = self.centers.iter().zip(&self.weights).map(|(c, w)| *w * p.distance(*c)).sum();
        (x * p.x + y * p.y + z * p.z + origin + radial).as_vec3()
    }

    /// Offset at the warped point of `at` for an offset at `at`.
    pub(super) fn offset(&self, at: Vec3, offset: Vec3) -> Vec3 {
        self.apply(at + offset) - self.apply(at)
    }
}

/// Solves a linear system by Gaussian elimination with partial pivoting; the solution replaces `right`.
/// `None` for a singular system.
fn solve(rows: &mut [Vec<f64>], right: &mut [DVec3]) -> Option<()> {
    let size = rows.len();
    let largest = rows.iter().flatten().fold(0.0_f64, |most, value| most.max(value.abs()));
    for column in 0..size {
        let pivot =
            (column..size).max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()))?;
        if rows[pivot][column].abs() <= largest * 1e-12 {
            return None;
        }
        rows.swap(column, pivot);
        right.swap(column, pivot);
        let (above, below) = rows.split_at_mut(column + 1);
        let top = &above[column];
        for (i, row) in below.iter_mut().enumerate() {
            let factor = row[column] / top[column];
            if factor != 0.0 {
                row.iter_mut().zip(top).skip(column).for_each(|(value, t)| *value -= factor * t);
                let known = right[column];
                right[column + 1 + i] -= known * factor;
            }
        }
    }
    for column in (0..size).rev() {
        let known: DVec3 = (column + 1..size).map(|k| right[k] * rows[column][k]).sum();
        right[column] = (right[column] - known) / rows[column][column];
    }
    right.iter().all(|value| value.is_finite()).then_some(())
}
