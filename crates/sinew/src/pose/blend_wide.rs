//! Eight joints at a time, bit for bit: rotations side by side, of each joint the rest at once.

#![allow(unsafe_code, reason = "called only where the processor has the instructions")]

use super::blend::{BlendLayer, SHORTEST, counted};
use crate::math::lanes::{LANES, dot, load, rotations, transposed};
use crate::math::{DUST, Transform};
use crate::skeleton::JointMask;
use glam::Quat;
use std::arch::x86_64::*;

pub(super) use crate::math::lanes::is_possible;

type Eight = [Transform; LANES];

/// Gives how many joints are left to do, from the first on.
pub(super) fn blend(layers: &[BlendLayer<'_>], out: &mut [Transform]) -> usize {
    let is_masked = layers.iter().any(|layer| layer.mask.is_some());
    let done = match (layers.len(), is_masked) {
        (2, false) => blend_alike::<2>(layers, out),
        (3, false) => blend_alike::<3>(layers, out),
        (4, false) => blend_alike::<4>(layers, out),
        (5, false) => blend_alike::<5>(layers, out),
        (6, false) => blend_alike::<6>(layers, out),
        (7, false) => blend_alike::<7>(layers, out),
        (8, false) => blend_alike::<8>(layers, out),
        (2, true) => blend_masked::<2>(layers, out),
        (3, true) => blend_masked::<3>(layers, out),
        (4, true) => blend_masked::<4>(layers, out),
        _ => None,
    };
    if done.is_some() { 0 } else { out.len() }
}

fn blend_alike<const N: usize>(layers: &[BlendLayer<'_>], out: &mut [Transform]) -> Option<()> {
    let counted = layers.first_chunk::<N>()?.map(|layer| counted(layer.weight));
    let share = 1.0 / counted.iter().sum::<f32>();
    let weights = counted.map(|weight| Alike(weight * share));
    each_eight(layers, out, |_, poses, out| {
        // SAFETY: the caller has looked.
        unsafe { blend_eight(poses, &weights, out) };
    })
}

fn blend_masked<const N: usize>(layers: &[BlendLayer<'_>], out: &mut [Transform]) -> Option<()> {
    let own: &[BlendLayer<'_>; N] = layers.first_chunk()?;
    each_eight(layers, out, |first, poses, out| {
        let mask = |layer: &BlendLayer<'_>| match layer.mask {
            Some(mask) => mask.as_slice()[first..].first_chunk().copied(),
            None => Some([1.0; LANES]),
        };
        let mut masks = [[0.0; LANES]; N];
        for (weights, layer) in masks.iter_mut().zip(own) {
            *weights = mask(layer).unwrap_or_default();
        }
        // SAFETY: the caller has looked.
        unsafe { blend_eight_masked(poses, own.map(|layer| counted(layer.weight)), &masks, out) };
    })
}

#[target_feature(enable = "avx2")]
fn blend_eight_masked<const N: usize>(
    poses: [&Eight; N],
    weights: [f32; N],
    masks: &[[f32; LANES]; N],
    out: &mut Eight,
) {
    let weights: [__m256; N] =
        std::array::from_fn(|n| without_dust(_mm256_mul_ps(_mm256_set1_ps(weights[n]), load(&masks[n]))));
    let total = (1..N).fold(weights[0], |total, n| _mm256_add_ps(total, weights[n]));
    let share = _mm256_div_ps(_mm256_set1_ps(1.0), total);
    let weights = weights.map(|weight| Each(bytemuck::cast(_mm256_mul_ps(weight, share))));
    blend_where(total, poses, &weights, out);
}

/// None where there are fewer joints than [`LANES`], or layers that do not count. The last eight may be some of those
/// before them once more.
#[inline(always)]
fn each_eight<const N: usize>(
    layers: &[BlendLayer<'_>],
    out: &mut [Transform],
    mut blend: impl FnMut(usize, [&Eight; N], &mut Eight),
) -> Option<()> {
    let layers: &[BlendLayer<'_>; N] = layers.first_chunk()?;
    let last = out.len().checked_sub(LANES)?;
    if !layers.iter().all(|layer| counted(layer.weight) > 0.0) {
        return None;
    }
    for first in (0..last).step_by(LANES).chain([last]) {
        let mut poses = [layers[0].pose.first_chunk()?; N];
        for (pose, layer) in poses.iter_mut().zip(layers) {
            *pose = layer.pose[first..].first_chunk()?;
        }
        blend(first, poses, out[first..].first_chunk_mut()?);
    }
    Some(())
}

/// Nothing where a weight is next to nothing.
#[target_feature(enable = "avx2")]
#[inline]
fn without_dust(weights: __m256) -> __m256 {
    _mm256_and_ps(weights, _mm256_cmp_ps::<_CMP_GE_OQ>(weights, _mm256_set1_ps(DUST)))
}

/// Gives how many joints are done, from the first on.
pub(super) fn blend_over(
    pose: &mut [Transform],
    other: &[Transform],
    share: f32,
    mask: Option<&JointMask>,
) -> usize {
    let (eights, _) = pose.as_chunks_mut();
    for (n, (pose, other)) in eights.iter_mut().zip(other.as_chunks().0).enumerate() {
        let mask = mask.and_then(|mask| mask.as_slice().as_chunks().0.get(n));
        // SAFETY: the caller has looked.
        unsafe { blend_eight_over(pose, other, share, mask.unwrap_or(&[1.0; LANES])) };
    }
    eights.len() * LANES
}

#[target_feature(enable = "avx2")]
fn blend_eight_over(pose: &mut Eight, other: &Eight, share: f32, mask: &[f32; LANES]) {
    let own = *pose;
    let share = _mm256_mul_ps(_mm256_set1_ps(share), load(mask));
    let rest = _mm256_sub_ps(_mm256_set1_ps(1.0), share);
    let weights = [rest, share].map(|weight| Each(bytemuck::cast(weight)));
    blend_where(share, [&own, other], &weights, pose);
}

/// Where `counts` is more than 0.
#[target_feature(enable = "avx2")]
#[inline]
fn blend_where<const N: usize>(counts: __m256, poses: [&Eight; N], weights: &[Each; N], out: &mut Eight) {
    let counts = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GT_OQ>(counts, _mm256_setzero_ps()));
    match counts {
        0 => {}
        0xff => blend_eight(poses, weights, out),
        _ => {
            let mut blended = *out;
            blend_eight(poses, weights, &mut blended);
            (0..LANES).filter(|n| counts >> n & 1 == 1).for_each(|n| out[n] = blended[n]);
        }
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn blend_eight<const N: usize>(poses: [&Eight; N], weights: &[impl Weights; N], out: &mut Eight) {
    let mut sum = rotations(poses[0]).map(|c| _mm256_mul_ps(c, weights[0].all()));
    for n in 1..N {
        let turns = rotations(poses[n]);
        // A zero keeps no sign when zero is added.
        let side = _mm256_add_ps(dot(sum, turns), _mm256_setzero_ps());
        let sign = _mm256_and_ps(side, _mm256_set1_ps(-0.0));
        let signed = _mm256_or_ps(weights[n].all(), sign);
        sum = [0, 1, 2, 3].map(|c| _mm256_add_ps(sum[c], _mm256_mul_ps(turns[c], signed)));
    }
    let square = dot(sum, sum);
    let share = _mm256_div_ps(_mm256_set1_ps(1.0), _mm256_sqrt_ps(square));
    let mut unit = sum.map(|c| _mm256_mul_ps(c, share));
    let is_lost = _mm256_cmp_ps::<_CMP_NGT_UQ>(square, _mm256_set1_ps(SHORTEST));
    if _mm256_movemask_ps(is_lost) != 0 {
        let first = rotations(poses[0]);
        unit = [0, 1, 2, 3].map(|c| _mm256_blendv_ps(unit[c], first[c], is_lost));
    }
    let turns = transposed(unit);
    for lane in 0..LANES {
        let mut rest = _mm256_mul_ps(rest(poses[0], lane), weights[0].one(lane));
        for n in 1..N {
            rest = _mm256_add_ps(rest, _mm256_mul_ps(self::rest(poses[n], lane), weights[n].one(lane)));
        }
        write_rest(out, lane, rest);
        out[lane].rotation = Quat::from_vec4(turns[lane]);
    }
}

/// How much a pose counts in eight joints.
trait Weights {
    fn all(&self) -> __m256;
    fn one(&self, lane: usize) -> __m256;
}

/// As much in every joint.
struct Alike(f32);

/// More in some.
struct Each([f32; LANES]);

impl Weights for Alike {
    #[inline(always)]
    fn all(&self) -> __m256 {
        // SAFETY: the caller has looked.
        unsafe { _mm256_set1_ps(self.0) }
    }

    #[inline(always)]
    fn one(&self, _: usize) -> __m256 {
        self.all()
    }
}

impl Weights for Each {
    #[inline(always)]
    fn all(&self) -> __m256 {
        load(&self.0)
    }

    #[inline(always)]
    fn one(&self, lane: usize) -> __m256 {
        // SAFETY: the caller has looked.
        unsafe { _mm256_set1_ps(self.0[lane]) }
    }
}

/// The last eight of a joint's numbers: the end of its rotation, its translation and its scale.
#[target_feature(enable = "avx2")]
#[inline]
fn rest(pose: &Eight, lane: usize) -> __m256 {
    pose[lane].lanes().last_chunk().map_or(_mm256_setzero_ps(), load)
}

#[target_feature(enable = "avx2")]
#[inline]
fn write_rest(pose: &mut Eight, lane: usize, rest: __m256) {
    if let Some(last) = pose[lane].lanes_mut().last_chunk_mut::<LANES>() {
        *last = bytemuck::cast(rest);
    }
}
