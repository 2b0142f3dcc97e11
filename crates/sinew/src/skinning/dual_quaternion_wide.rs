//! Dual-quaternion skinning of eight vertices at a time, with the bits of `skin_scalar` where palettes are
//! finite.

use super::dual_quaternion_scalar::{DualQuatJoints, MIN_SQUARE, rigid, skin_scalar, square, stretched};
use super::wide::{self, Columns, Rows};
use super::{DualQuatJoint, SkinInput, SkinOutput};
use crate::character::Influences;
use crate::math::simd::{LANES, f32x4, f32x8, fused, join_halves, kernel, quads, transpose};
use crate::math::simd::{Select, Simd, SimdBase, SimdFrom, SimdMask};

kernel! {
    pub(super) fn skin<S>(
        simd: S,
        input: &SkinInput<'_>,
        joints: &DualQuatJoints<'_>,
        output: &mut SkinOutput<'_>,
    ) {
        let fit = wide::fits(input, output);
        let done = match input
            .influences
            .filter(|_| fit)
            .map(|influences| (influences, influences.stride(), joints.are_rigid))
        {
            Some((influences, 4, true)) => skin_all::<S, 4, true>(simd, input, influences, joints, output),
            Some((influences, 4, false)) => skin_all::<S, 4, false>(simd, input, influences, joints, output),
            Some((influences, 8, true)) => skin_all::<S, 8, true>(simd, input, influences, joints, output),
            Some((influences, 8, false)) => skin_all::<S, 8, false>(simd, input, influences, joints, output),
            _ => None,
        };
        if done.is_none() {
            skin_scalar(0..input.positions.len(), input, joints, output);
        }
    }
}

/// Skins all vertices; the last eight overlap those before them where the count is not a multiple of eight.
/// `None`, and nothing done, where there are fewer than eight vertices.
#[inline(always)]
fn skin_all<S: Simd, const N: usize, const RIGID: bool>(
    simd: S,
    input: &SkinInput<'_>,
    influences: &Influences,
    joints: &DualQuatJoints<'_>,
    output: &mut SkinOutput<'_>,
) -> Option<()> {
    let last = input.positions.len().checked_sub(LANES)?;
    let (numbers, weights) =
        (influences.joints().as_chunks::<N>().0, influences.weights().as_chunks::<N>().0);
    for first in (0..last).step_by(LANES).chain([last]) {
        let (numbers, weights) = (numbers[first..].first_chunk()?, weights[first..].first_chunk()?);
        match columns::<S, N, RIGID>(simd, joints.joints, numbers, weights) {
            Some(columns) => columns.apply::<RIGID>(first, input, output),
            None => skin_scalar(first..first + LANES, input, joints, output),
        }
    }
    Some(())
}

/// The blended matrices of eight vertices; `None` where one has no weights or joints that cancel.
#[inline(always)]
fn columns<S: Simd, const N: usize, const RIGID: bool>(
    simd: S,
    joints: &[DualQuatJoint],
    numbers: &[[u16; N]; LANES],
    weights: &[[f32; N]; LANES],
) -> Option<Columns<S>> {
    let mut motions = [[0.0; LANES]; LANES];
    let mut stretches = Rows::ZERO;
    let mut all_weigh = true;
    for n in 0..LANES {
        all_weigh &= weights[n][0] > 0.0;
        let mut motion = f32x8::splat(simd, 0.0);
        let (mut two, mut third) = (motion, f32x4::splat(simd, 0.0));
        let pivot = numbers_of(joints, numbers[n][0]);
        for k in (0..N).step_by(4) {
            let four: [&[f32; 20]; 4] = [
                numbers_of(joints, numbers[n][k]),
                numbers_of(joints, numbers[n][k + 1]),
                numbers_of(joints, numbers[n][k + 2]),
                numbers_of(joints, numbers[n][k + 3]),
            ];
            let plain: [f32; 4] = [weights[n][k], weights[n][k + 1], weights[n][k + 2], weights[n][k + 3]];
            let signed = signed(simd, pivot, four, plain);
            for (j, joint) in four.into_iter().enumerate() {
                let [a, b] = [f32x8::from_slice(simd, &joint[..8]), f32x8::from_slice(simd, &joint[8..16])];
                let weight = f32x8::splat(simd, signed[j]);
                motion = if k + j == 0 { a * weight } else { fused(a, weight, motion) };
                if !RIGID {
                    let c = f32x4::from_slice(simd, &joint[16..20]);
                    let (wide, narrow) = (f32x8::splat(simd, plain[j]), f32x4::splat(simd, plain[j]));
                    (two, third) = match k + j {
                        0 => (b * wide, c * narrow),
                        _ => (fused(b, wide, two), fused(c, narrow, third)),
                    };
                }
            }
        }
        motions[n] = motion.into();
        if !RIGID {
            stretches.set(n, two.into(), third.into());
        }
    }
    let [a, b, c, d, e, f, g, h] = motions;
    let (low, high) =
        (quads(wide::registers(simd, [a, b, c, d])), quads(wide::registers(simd, [e, f, g, h])));
    let ([rx, dx], [ry, dy]) = (join_halves(low[0], high[0]), join_halves(low[1], high[1]));
    let ([rz, dz], [rw, dw]) = (join_halves(low[2], high[2]), join_halves(low[3], high[3]));
    let (real, dual) = ([rx, ry, rz, rw], [dx, dy, dz, dw]);
    let square = square(real);
    if !all_weigh || !square.simd_gt(f32x8::splat(simd, MIN_SQUARE)).all_true() {
        return None;
    }
    let matrix = rigid(real, dual, square);
    let [x, y, z, t] = match RIGID {
        true => matrix,
        false => {
            // The columns of each stretch stand in the rows.
            let Columns { x: [ax, bx, cx], y: [ay, by, cy], z: [az, bz, cz], .. } =
                Columns::of(simd, &stretches);
            stretched(matrix, [[ax, ay, az], [bx, by, bz], [cx, cy, cz]])
        }
    };
    Some(Columns { x, y, z, t })
}

/// The numbers of a joint: real, dual, stretch.
#[inline(always)]
fn numbers_of(joints: &[DualQuatJoint], number: u16) -> &[f32; 20] {
    bytemuck::cast_ref(&joints[usize::from(number)])
}

/// Weights, negative for joints in the other hemisphere than the pivot.
#[inline(always)]
fn signed<S: Simd>(simd: S, pivot: &[f32; 20], joints: [&[f32; 20]; 4], weights: [f32; 4]) -> [f32; 4] {
    let real = |numbers: &[f32; 20]| -> f32x4<S> {
        let [x, y, z, w, ..] = *numbers;
        f32x4::simd_from(simd, [x, y, z, w])
    };
    let [a, b, c, d] = joints;
    let pivot = real(pivot);
    let [x, y, z, w] = transpose([pivot * real(a), pivot * real(b), pivot * real(c), pivot * real(d)]);
    let dots = (x + y) + (z + w);
    let weights = f32x4::simd_from(simd, weights);
    dots.simd_lt(f32x4::splat(simd, 0.0)).select(-weights, weights).into()
}
