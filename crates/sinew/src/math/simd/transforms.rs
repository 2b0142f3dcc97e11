//! Eight transforms at once, as rotations and as matrices in registers.

use super::shuffle::{join_halves, quads, to_lanes};
use super::{Columns, LANES};
use crate::math::Transform;
use fearless_simd::prelude::*;
use fearless_simd::{f32x4, f32x8};
use glam::Vec4;

/// Rotations of eight transforms, xyzw, a register per component.
#[inline(always)]
pub(crate) fn rotations<S: Simd>(simd: S, transforms: &[Transform; LANES]) -> [f32x8<S>; 4] {
    let turn = |n: usize| transforms[n].rotation.into();
    to_lanes(simd, [turn(0), turn(1), turn(2), turn(3), turn(4), turn(5), turn(6), turn(7)])
}

/// Eight transforms as matrices, with the bits of [`Transform::to_affine`].
#[inline(always)]
pub(crate) fn matrices<S: Simd>(simd: S, transforms: &[Transform; LANES]) -> [Columns<S>; LANES] {
    let [x, y, z, w] = rotations(simd, transforms);
    let [_, sx, sy, sz] = to_lanes(simd, numbers::<6>(transforms));

    let (dx, dy, dz) = (x + x, y + y, z + z);
    let (xx, yy, zz) = (x * dx, y * dy, z * dz);
    let (xy, xz, yz) = (x * dy, x * dz, y * dz);
    let (wx, wy, wz) = (w * dx, w * dy, w * dz);
    let zero = f32x8::splat(simd, 0.0);
    let first = quads([one_less(yy, zz) * sx, (xy + wz) * sx, (xz - wy) * sx, zero]);
    let second = quads([(xy - wz) * sy, one_less(xx, zz) * sy, (yz + wx) * sy, zero]);
    let third = quads([(xz + wy) * sz, (yz - wx) * sz, one_less(xx, yy) * sz, zero]);
    let translations = numbers::<4>(transforms);
    let lower = |n: usize| {
        let [low, _] = join_halves(first[n], second[n]);
        Columns([low, third[n].split().0.combine(f32x4::simd_from(simd, translations[n].to_array()))])
    };
    let upper = |n: usize| {
        let [_, high] = join_halves(first[n], second[n]);
        Columns([high, third[n].split().1.combine(f32x4::simd_from(simd, translations[n + 4].to_array()))])
    };
    [lower(0), lower(1), lower(2), lower(3), upper(0), upper(1), upper(2), upper(3)]
}

/// 1 - a - b, in the order of the scalar code.
#[inline(always)]
fn one_less<S: Simd>(a: f32x8<S>, b: f32x8<S>) -> f32x8<S> {
    f32x8::splat(a.simd, 1.0) + ((f32x8::splat(a.simd, 0.0) - a) - b)
}

/// Four numbers of each transform, from number `FIRST` on: see [`Transform::lanes`].
#[inline(always)]
fn numbers<const FIRST: usize>(transforms: &[Transform; LANES]) -> [Vec4; LANES] {
    let mut numbers = [Vec4::ZERO; LANES];
    for (numbers, transform) in numbers.iter_mut().zip(transforms) {
        *numbers = Vec4::from_slice(&transform.lanes()[FIRST..]);
    }
    numbers
}
