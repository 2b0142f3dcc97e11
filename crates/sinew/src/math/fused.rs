//! Products added in one step, for functions that have a wide twin. Without such instructions a step is a call: the twin
//! inlines the plain function, so that it is compiled with them.

use glam::{Affine3A, Vec3A};

/// a · b + c, rounded once; rounded twice on WebAssembly, which cannot do it at once.
#[inline(always)]
pub(crate) fn fused(a: f32, b: f32, c: f32) -> f32 {
    if cfg!(target_family = "wasm") { a * b + c } else { a.mul_add(b, c) }
}

/// As much of each column as `numbers` say, and `start`.
#[inline(always)]
pub(crate) fn combined(columns: [Vec3A; 3], numbers: Vec3A, start: Vec3A) -> Vec3A {
    let (columns, numbers) = (columns.map(|c| c.to_array()), numbers.to_array());
    let row = |r: usize| (0..3).fold(start[r], |sum, c| fused(columns[c][r], numbers[c], sum));
    Vec3A::new(row(0), row(1), row(2))
}

/// `a` times `b`.
#[inline(always)]
pub(crate) fn product(a: &Affine3A, b: &Affine3A) -> Affine3A {
    let (m, own) = (&a.matrix3, &b.matrix3);
    let column = |numbers, start| combined([m.x_axis, m.y_axis, m.z_axis], numbers, start);
    Affine3A {
        matrix3: glam::Mat3A::from_cols(
            column(own.x_axis, Vec3A::ZERO),
            column(own.y_axis, Vec3A::ZERO),
            column(own.z_axis, Vec3A::ZERO),
        ),
        translation: column(b.translation, a.translation),
    }
}
