//! Products added in one step, for functions that have a wide twin. Without such instructions a step is a
//! call: the twin inlines the plain function, so that it is compiled with them.

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
pub fn product(a: &Affine3A, b: &Affine3A) -> Affine3A {
    let (m, right) = (&a.matrix3, &b.matrix3);
    let column = |numbers, start| combined([m.x_axis, m.y_axis, m.z_axis], numbers, start);
    Affine3A {
        matrix3: glam::Mat3A::from_cols(
            column(right.x_axis, Vec3A::ZERO),
            column(right.y_axis, Vec3A::ZERO),
            column(right.z_axis, Vec3A::ZERO),
        ),
        translation: column(b.translation, a.translation),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec3};
    use test_needs::cases;

    #[test]
    fn a_product_is_what_multiplication_gives() {
        for mut random in cases(100) {
            let mut three = || Vec3::from_array(std::array::from_fn(|_| random.f32() - 0.5));
            let mut matrix = || {
                Affine3A::from_scale_rotation_translation(three(), Quat::from_scaled_axis(three()), three())
            };
            let (a, b) = (matrix(), matrix());
            assert!(product(&a, &b).abs_diff_eq(a * b, 1e-6));
        }
        assert_eq!(fused(2.0, 3.0, 1.0), 7.0);
    }
}
