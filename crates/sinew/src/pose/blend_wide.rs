//! Eight joints at once, bit for bit: layers that count everywhere alike. Those with masks are rare.

#![allow(unsafe_code, reason = "called only where the processor has the instructions")]

use super::blend::{BlendLayer, SHORTEST};
use crate::math::Transform;
use crate::math::lanes::{LANES, dot, load, rotations, transposed};
use crate::skeleton::JointMask;
use glam::Vec4;
use std::arch::x86_64::*;

pub(super) use crate::math::lanes::is_possible;

type Eight = [Transform; LANES];

/// Gives how many joints are left to do, from the first on.
pub(super) fn blend(layers: &[BlendLayer<'_>], out: &mut [Transform]) -> usize {
    let done = match layers.len() {
        _ if layers.iter().any(|layer| layer.mask.is_some()) => None,
        2 => blend_all::<2>(layers, out),
        3 => blend_all::<3>(layers, out),
        4 => blend_all::<4>(layers, out),
        5 => blend_all::<5>(layers, out),
        6 => blend_all::<6>(layers, out),
        7 => blend_all::<7>(layers, out),
        8 => blend_all::<8>(layers, out),
        _ => None,
    };
    if done.is_some() { 0 } else { out.len() }
}

/// None where there are fewer joints than [`LANES`], or layers that do not count.
fn blend_all<const N: usize>(layers: &[BlendLayer<'_>], out: &mut [Transform]) -> Option<()> {
    let layers: &[BlendLayer<'_>; N] = layers.first_chunk()?;
    let last = out.len().checked_sub(LANES)?;
    if !layers.iter().all(|layer| layer.weight > 0.0) {
        return None;
    }
    let share = 1.0 / layers.iter().map(|layer| layer.weight).sum::<f32>();
    let weights = layers.map(|layer| layer.weight * share);
    // The last eight may be some of those before them once more.
    for first in (0..last).step_by(LANES).chain([last]) {
        let mut poses = [layers[0].pose.first_chunk()?; N];
        for (pose, layer) in poses.iter_mut().zip(layers) {
            *pose = layer.pose[first..].first_chunk()?;
        }
        // SAFETY: the caller has looked.
        unsafe { blend_eight(poses, weights, out[first..].first_chunk_mut()?) };
    }
    Some(())
}

#[target_feature(enable = "avx2")]
#[inline]
fn blend_eight<const N: usize>(poses: [&Eight; N], weights: [f32; N], out: &mut Eight) {
    let mut mean = Mean::of(poses[0], _mm256_set1_ps(weights[0]));
    (1..N).for_each(|n| mean.add(poses[n], _mm256_set1_ps(weights[n])));
    let rotations = mean.rotations();
    for lane in (0..LANES).step_by(2) {
        let mut two = Two::of(poses[0], lane, [weights[0]; 2]);
        (1..N).for_each(|n| two.add(poses[n], lane, [weights[n]; 2]));
        two.write(out, lane, &rotations, [true; 2]);
    }
}

/// Gives how many joints are done, from the first on.
pub(super) fn blend_over(
    pose: &mut [Transform],
    other: &[Transform],
    share: f32,
    mask: Option<&JointMask>,
) -> usize {
    let (eights, _) = pose.as_chunks_mut();
    for (n, (own, other)) in eights.iter_mut().zip(other.as_chunks().0).enumerate() {
        let mask = mask.and_then(|mask| mask.as_slice().as_chunks().0.get(n));
        let shares = mask.map_or([share; LANES], |mask| mask.map(|weight| share * weight));
        // SAFETY: the caller has looked.
        unsafe { blend_eight_over(own, other, shares) };
    }
    eights.len() * LANES
}

#[target_feature(enable = "avx2")]
fn blend_eight_over(pose: &mut Eight, other: &Eight, shares: [f32; LANES]) {
    let share = load(&shares);
    let mut mean = Mean::of(pose, _mm256_sub_ps(_mm256_set1_ps(1.0), share));
    mean.add(other, share);
    let rotations = mean.rotations();
    for lane in (0..LANES).step_by(2) {
        let shares = [shares[lane], shares[lane + 1]];
        let mut two = Two::of(pose, lane, shares.map(|share| 1.0 - share));
        two.add(other, lane, shares);
        two.write(pose, lane, &rotations, shares.map(|share| share > 0.0));
    }
}

/// Rotations added up, side by side.
struct Mean {
    sum: [__m256; 4],
    first: [__m256; 4],
}

impl Mean {
    #[target_feature(enable = "avx2")]
    #[inline]
    fn of(pose: &Eight, weight: __m256) -> Self {
        let first = rotations(pose);
        Self { sum: first.map(|c| _mm256_mul_ps(c, weight)), first }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn add(&mut self, pose: &Eight, weight: __m256) {
        let rotations = rotations(pose);
        let sign = _mm256_and_ps(dot(self.first, rotations), _mm256_set1_ps(-0.0));
        let signed = _mm256_or_ps(weight, sign);
        self.sum = [0, 1, 2, 3].map(|c| _mm256_add_ps(self.sum[c], _mm256_mul_ps(rotations[c], signed)));
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn rotations(&self) -> [Vec4; LANES] {
        let square = dot(self.sum, self.sum);
        let share = _mm256_div_ps(_mm256_set1_ps(1.0), _mm256_sqrt_ps(square));
        let mut unit = self.sum.map(|c| _mm256_mul_ps(c, share));
        let is_lost = _mm256_cmp_ps::<_CMP_NGT_UQ>(square, _mm256_set1_ps(SHORTEST));
        if _mm256_movemask_ps(is_lost) != 0 {
            unit = [0, 1, 2, 3].map(|c| _mm256_blendv_ps(unit[c], self.first[c], is_lost));
        }
        transposed(unit)
    }
}

/// Of two joints all but their rotations: of each its translation and the first of its scale, of both the rest of
/// their scales. One alone would be read with what stands behind its last number, and such rubbish can be very slow to
/// multiply.
struct Two([__m128; 3]);

impl Two {
    /// Those at `lane` and behind it.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn of(pose: &Eight, lane: usize, weights: [f32; 2]) -> Self {
        let [a, b] = [&pose[lane], &pose[lane + 1]];
        let place = |own: &Transform| __m128::from(Vec4::from_slice(&own.lanes()[4..8]));
        let scale = |own: &Transform| bytemuck::cast::<_, i64>([own.scale.y, own.scale.z]);
        let scales = _mm_castsi128_ps(_mm_set_epi64x(scale(b), scale(a)));
        let [u, v] = weights.map(|weight| _mm_set1_ps(weight));
        Self([_mm_mul_ps(place(a), u), _mm_mul_ps(place(b), v), _mm_mul_ps(scales, _mm_movelh_ps(u, v))])
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn add(&mut self, pose: &Eight, lane: usize, weights: [f32; 2]) {
        let Self(others) = Self::of(pose, lane, weights);
        self.0 = [0, 1, 2].map(|n| _mm_add_ps(self.0[n], others[n]));
    }

    /// Where `counts` says so.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn write(self, out: &mut Eight, lane: usize, rotations: &[Vec4; LANES], counts: [bool; 2]) {
        let [a, b, scales] = self.0;
        let scales: [[f32; 2]; 2] = bytemuck::cast(scales);
        for (n, place) in [a, b].into_iter().enumerate().filter(|(n, _)| counts[*n]) {
            let numbers = out[lane + n].lanes_mut();
            rotations[lane + n].write_to_slice(&mut numbers[..4]);
            Vec4::from(place).write_to_slice(&mut numbers[4..8]);
            numbers[8..].copy_from_slice(&scales[n]);
        }
    }
}
