//! Dual-quaternion skinning vertex by vertex, and its formulas for one vertex or several side by side.

use super::blended_matrix::BlendedMatrix;
use super::{DualQuatJoint, SkinInput, SkinOutput};
use crate::math::fused;
use crate::math::simd::Lane;
use std::ops::Range;

/// Joints of a skin.
pub(super) struct DualQuatJoints<'a> {
    pub(super) joints: &'a [DualQuatJoint],
    /// Whether no joint has a stretch.
    pub(super) are_rigid: bool,
}

/// Skins some vertices one by one.
pub(super) fn skin_scalar(
    vertices: Range<usize>,
    input: &SkinInput<'_>,
    joints: &DualQuatJoints<'_>,
    output: &mut SkinOutput<'_>,
) {
    for vertex in vertices {
        match input.influences.and_then(|influences| blend(influences.of_vertex(vertex), joints)) {
            Some(matrix) if joints.are_rigid => matrix.apply::<true>(vertex, input, output),
            Some(matrix) => matrix.apply::<false>(vertex, input, output),
            None => BlendedMatrix::from(&input.node).apply::<false>(vertex, input, output),
        }
    }
}

/// Blended transform as a matrix; `None` without weights.
#[inline(always)]
pub(super) fn blend(
    mut influences: impl Iterator<Item = (usize, f32)>,
    DualQuatJoints { joints, are_rigid }: &DualQuatJoints<'_>,
) -> Option<BlendedMatrix> {
    let (pivot, weight) = influences.next()?;
    let first = &joints[pivot];
    let pivot = first.real;
    let mut real = pivot.map(|number| number * weight);
    let mut dual = first.dual.map(|number| number * weight);
    let mut stretch = first.stretch.map(|column| column.map(|number| number * weight));
    for (joint, weight) in influences {
        let joint = &joints[joint];
        // The heaviest joint decides the hemisphere, so that every blend takes the shorter arc.
        let signed = if hemisphere(&pivot, &joint.real) < 0.0 { -weight } else { weight };
        add(&mut real, &joint.real, signed);
        add(&mut dual, &joint.dual, signed);
        for (sum, column) in stretch.iter_mut().zip(&joint.stretch) {
            add(sum, column, weight);
        }
    }
    let square = square(real);
    let rigid = if square > MIN_SQUARE { rigid(real, dual, square) } else { rigid(pivot, first.dual, 1.0) };
    let [x, y, z, t] =
        if *are_rigid { rigid } else { stretched(rigid, stretch.map(|[x, y, z, _]| [x, y, z])) };
    Some(BlendedMatrix { rows: [0, 1, 2].map(|r| [x[r], y[r], z[r], t[r]]) })
}

fn add(sum: &mut [f32; 4], other: &[f32; 4], weight: f32) {
    for (sum, other) in sum.iter_mut().zip(other) {
        *sum = fused(*other, weight, *sum);
    }
}

/// Below 0 for quaternions in different hemispheres. The order of the sum is that of the wide version.
#[inline(always)]
fn hemisphere([a, b, c, d]: &[f32; 4], [x, y, z, w]: &[f32; 4]) -> f32 {
    (a * x + b * y) + (c * z + d * w)
}

/// Squared length of a blended real part.
#[inline(always)]
pub(super) fn square<L: Lane>([x, y, z, w]: [L; 4]) -> L {
    x * x + y * y + z * z + w * w
}

/// Squared length of a blended real part at and below which its joints cancel.
pub(super) const MIN_SQUARE: f32 = 1e-24;

/// Columns of the matrix of a dual quaternion whose real part has the given squared length, the translation
/// last.
#[inline(always)]
pub(super) fn rigid<L: Lane>([x, y, z, w]: [L; 4], [a, b, c, d]: [L; 4], square: L) -> [[L; 3]; 4] {
    let one = square.all(1.0);
    let twice = square.all(2.0) / square;
    let (xs, ys, zs) = (x * twice, y * twice, z * twice);
    let (xx, yy, zz) = (x * xs, y * ys, z * zs);
    let (xy, yz, zx) = (x * ys, y * zs, z * xs);
    let (wx, wy, wz) = (w * xs, w * ys, w * zs);
    // Vector part of twice the dual part times the conjugate of the real part.
    let moved = |dual: L, real: L, i: L, k: L, j: L, l: L| (w * dual - d * real + (i * k - j * l)) * twice;
    [
        [one - (yy + zz), xy + wz, zx - wy],
        [xy - wz, one - (zz + xx), yz + wx],
        [zx + wy, yz - wx, one - (xx + yy)],
        [moved(a, x, y, c, z, b), moved(b, y, z, a, x, c), moved(c, z, x, b, y, a)],
    ]
}

/// A rigid motion after a stretch, given by its columns.
#[inline(always)]
pub(super) fn stretched<L: Lane>([x, y, z, t]: [[L; 3]; 4], stretch: [[L; 3]; 3]) -> [[L; 3]; 4] {
    let column = |[a, b, c]: [L; 3]| {
        let row = |r: usize| x[r] * a + y[r] * b + z[r] * c;
        [row(0), row(1), row(2)]
    };
    let [a, b, c] = stretch;
    [column(a), column(b), column(c), t]
}
