use super::fused;
use super::shuffle::{columns_to_rows, splat_halves, splat_pairs, transpose};
use crate::math::Mat3x4;
use fearless_simd::prelude::*;
use fearless_simd::{f32x4, f32x8};
use glam::{Affine3A, Vec3A};

/// An affine matrix in two registers: its first two columns, and the third with the translation. The fourth
/// lane of each column holds anything.
#[derive(Clone, Copy)]
pub(crate) struct Columns<S: Simd>(pub(super) [f32x8<S>; 2]);

impl<S: Simd> Columns<S> {
    #[inline(always)]
    pub(crate) fn of(simd: S, matrix: &Affine3A) -> Self {
        let m = &matrix.matrix3;
        let xy = column(simd, m.x_axis).combine(column(simd, m.y_axis));
        Self([xy, column(simd, m.z_axis).combine(column(simd, matrix.translation))])
    }

    /// Out of rows: the first two in one register, and the third.
    #[inline(always)]
    pub(crate) fn of_rows(two: f32x8<S>, third: f32x4<S>) -> Self {
        let (a, b) = two.split();
        let [x, y, z, t] = transpose([a, b, third, f32x4::splat(two.simd, 0.0)]);
        Self([x.combine(y), z.combine(t)])
    }

    #[inline(always)]
    pub(crate) fn zero(simd: S) -> Self {
        Self([f32x8::splat(simd, 0.0); 2])
    }

    /// The sum of it and `weight` times another.
    #[inline(always)]
    pub(crate) fn plus(self, other: &Self, weight: f32) -> Self {
        let weight = f32x8::splat(self.0[0].simd, weight);
        let ([xy, zt], [other_xy, other_zt]) = (self.0, other.0);
        Self([fused(other_xy, weight, xy), fused(other_zt, weight, zt)])
    }

    /// The product with a vector of three numbers: a point where `w` is 1, a direction where it is 0. The
    /// fourth number is ignored, and the fourth of the result is anything.
    #[inline(always)]
    pub(crate) fn transform(self, numbers: &[f32; 4], w: f32) -> [f32; 4] {
        let simd = self.0[0].simd;
        let [xy, zw] = splat_pairs(f32x4::simd_from(simd, *numbers), w);
        let (low, high) = fused(self.0[0], xy, self.0[1] * zw).split();
        (low + high).into()
    }

    /// Columns without their signs.
    #[inline(always)]
    pub(crate) fn abs(self) -> Self {
        Self(self.0.map(|two| two.abs()))
    }

    /// The sum of the four columns, each times the factor that stands four times in `factors`.
    #[inline(always)]
    pub(crate) fn weighted(self, factors: &[[f32; 8]; 2]) -> f32x4<S> {
        let simd = self.0[0].simd;
        let [xy, zt] = factors.map(|two| f32x8::simd_from(simd, two));
        let (low, high) = fused(self.0[0], xy, self.0[1] * zt).split();
        low + high
    }

    /// The product `parent` · this.
    #[inline(always)]
    pub(crate) fn after(self, parent: &Affine3A) -> Self {
        let simd = self.0[0].simd;
        let m = &parent.matrix3;
        let axes = [
            f32x8::block_splat(column(simd, m.x_axis)),
            f32x8::block_splat(column(simd, m.y_axis)),
            f32x8::block_splat(column(simd, m.z_axis)),
        ];
        let zero = f32x4::splat(simd, 0.0);
        let translation = zero.combine(column(simd, parent.translation));
        let [xy, zt] = self.0;
        Self([combined(axes, xy, zero.combine(zero)), combined(axes, zt, translation)])
    }

    #[inline(always)]
    pub(crate) fn to_affine(self) -> Affine3A {
        let [xy, zt] = self.0;
        bytemuck::cast([<[f32; 8]>::from(xy), zt.into()])
    }

    #[inline(always)]
    pub(crate) fn to_rows(self) -> Mat3x4 {
        let (two, third) = columns_to_rows(self.0);
        let ((a, b), c) = (two.split(), third);
        Mat3x4 { rows: [a.into(), b.into(), c.into()] }
    }
}

/// The numbers of a vector; the fourth is anything.
#[inline(always)]
fn column<S: Simd>(simd: S, v: Vec3A) -> f32x4<S> {
    (&Column(v)).numbers().simd_into(simd)
}

/// A vector whose register is read as it is. Vectors of glam are registers unless some crate has switched on
/// its feature `scalar-math`; the compiler takes the first of the two traits that is implemented.
struct Column<T>(T);

#[allow(dead_code, reason = "which of the two is used depends on the features of glam")]
trait InRegister {
    fn numbers(self) -> [f32; 4];
}

/// Without a step that clears the fourth lane.
#[cfg(target_arch = "x86_64")]
impl<T: Copy + Into<std::arch::x86_64::__m128>> InRegister for &Column<T> {
    #[inline(always)]
    fn numbers(self) -> [f32; 4] {
        bytemuck::cast(self.0.into())
    }
}

#[allow(dead_code, reason = "which of the two is used depends on the features of glam")]
trait InNumbers {
    fn numbers(self) -> [f32; 4];
}

impl InNumbers for &&Column<Vec3A> {
    #[inline(always)]
    fn numbers(self) -> [f32; 4] {
        self.0.extend(0.0).to_array()
    }
}

/// The product of a matrix's first three columns with two columns, and `start`.
#[inline(always)]
fn combined<S: Simd>([x, y, z]: [f32x8<S>; 3], two: f32x8<S>, start: f32x8<S>) -> f32x8<S> {
    let [a, b, c] = splat_halves(two);
    fused(z, c, fused(y, b, fused(x, a, start)))
}
