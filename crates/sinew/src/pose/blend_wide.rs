//! Eight joints at a time: rotations side by side, of each joint the rest at once. Bit for bit what one joint after the
//! other gives where poses are finite, but for the sign of zeros where a mask leaves a pose out.

#![allow(unsafe_code, reason = "called only where the processor has the instructions")]

use super::blend::{BlendLayer, SHORTEST, counted};
use crate::math::lanes::{LANES, dot, load, rotations, transposed};
use crate::math::{DUST, Transform};
use glam::Quat;
use std::arch::x86_64::*;

pub(super) use crate::math::lanes::is_possible;

type Eight = [Transform; LANES];

pub(super) fn blend(layers: &[BlendLayer<'_>], out: &mut [Transform]) {
    let is_masked = layers.iter().any(|layer| layer.mask.is_some());
    let done = match (layers.len(), is_masked) {
        (2, false) => blend_alike::<1>(layers, out),
        (3, false) => blend_alike::<2>(layers, out),
        (4, false) => blend_alike::<3>(layers, out),
        (5, false) => blend_alike::<4>(layers, out),
        (6, false) => blend_alike::<5>(layers, out),
        (7, false) => blend_alike::<6>(layers, out),
        (8, false) => blend_alike::<7>(layers, out),
        (2, true) => blend_masked::<1>(layers, out),
        (3, true) => blend_masked::<2>(layers, out),
        (4, true) => blend_masked::<3>(layers, out),
        _ => None,
    };
    if done.is_none() {
        // SAFETY: the caller has looked.
        unsafe { blend_joints(layers, out) };
    }
}

/// One joint after the other, in this processor's instructions.
#[target_feature(enable = "avx2,fma")]
fn blend_joints(layers: &[BlendLayer<'_>], out: &mut [Transform]) {
    super::blend::blend_joints(layers, out);
}

/// A first layer and `N` others.
fn blend_alike<const N: usize>(layers: &[BlendLayer<'_>], out: &mut [Transform]) -> Option<()> {
    let share = 1.0 / layers.iter().map(|layer| counted(layer.weight)).sum::<f32>();
    let weigh = |layer: &BlendLayer<'_>| Alike(counted(layer.weight) * share);
    let (first, others) = layers.split_first()?;
    let weights = (weigh(first), others.first_chunk::<N>()?.each_ref().map(weigh));
    each_eight(layers, out, |_, poses, out| {
        // SAFETY: the caller has looked.
        unsafe { blend_eight::<true, N>(0, poses, &weights, out) };
    })
}

fn blend_masked<const N: usize>(layers: &[BlendLayer<'_>], out: &mut [Transform]) -> Option<()> {
    let (first, others) = layers.split_first()?;
    let others: &[BlendLayer<'_>; N] = others.first_chunk()?;
    each_eight(layers, out, |joint, poses, out| {
        let others = others.each_ref().map(|layer| masked(layer, joint));
        // SAFETY: the caller has looked.
        unsafe { blend_eight_masked(poses, masked(first, joint), others, out) };
    })
}

/// How much a layer counts, and in each of eight joints.
#[inline(always)]
fn masked<'a>(layer: &BlendLayer<'a>, joint: usize) -> (f32, &'a [f32; LANES]) {
    let mask = layer.mask.and_then(|mask| mask.as_slice()[joint..].first_chunk());
    (counted(layer.weight), mask.unwrap_or(&[1.0; LANES]))
}

#[target_feature(enable = "avx2,fma")]
fn blend_eight_masked<const N: usize>(
    poses: Poses<'_, N>,
    first: (f32, &[f32; LANES]),
    others: [(f32, &[f32; LANES]); N],
    out: &mut Eight,
) {
    let (first, mut weights) = (weights(first), [_mm256_setzero_ps(); N]);
    let mut total = first;
    for (weight, other) in weights.iter_mut().zip(others) {
        *weight = self::weights(other);
        total = _mm256_add_ps(total, *weight);
    }
    let share = _mm256_div_ps(_mm256_set1_ps(1.0), total);
    let each = |weight: __m256| Each(bytemuck::cast(_mm256_mul_ps(weight, share)));
    blend_where(total, poses, &(each(first), weights.map(each)), out);
}

/// Nothing where they are next to nothing.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn weights((weight, mask): (f32, &[f32; LANES])) -> __m256 {
    let weights = _mm256_mul_ps(_mm256_set1_ps(weight), load(mask));
    _mm256_and_ps(weights, _mm256_cmp_ps::<_CMP_GE_OQ>(weights, _mm256_set1_ps(DUST)))
}

/// None where there are fewer joints than [`LANES`], or layers that do not count. The last eight may be some of those
/// before them once more.
#[inline(always)]
fn each_eight<const N: usize>(
    layers: &[BlendLayer<'_>],
    out: &mut [Transform],
    mut blend: impl FnMut(usize, Poses<'_, N>, &mut Eight),
) -> Option<()> {
    let (first, others) = layers.split_first()?;
    let others: &[BlendLayer<'_>; N] = others.first_chunk()?;
    let last = out.len().checked_sub(LANES)?;
    if !layers.iter().all(|layer| counted(layer.weight) > 0.0) {
        return None;
    }
    for joint in (0..last).step_by(LANES).chain([last]) {
        let first: &Eight = first.pose[joint..].first_chunk()?;
        let mut poses = [first; N];
        for (pose, layer) in poses.iter_mut().zip(others) {
            *pose = layer.pose[joint..].first_chunk()?;
        }
        blend(joint, (Some(first), poses), out[joint..].first_chunk_mut()?);
    }
    Some(())
}

pub(super) fn blend_over(pose: &mut [Transform], other: &[Transform], share: f32, mask: Option<&[f32]>) {
    let (eights, rest) = pose.as_chunks_mut();
    let done = eights.len() * LANES;
    for (n, (pose, other)) in eights.iter_mut().zip(other.as_chunks().0).enumerate() {
        let mask = mask.and_then(|mask| mask.as_chunks().0.get(n));
        // SAFETY: the caller has looked.
        unsafe { blend_eight_over(pose, other, share, mask.unwrap_or(&[1.0; LANES])) };
    }
    // SAFETY: the caller has looked.
    unsafe { blend_joints_over(rest, &other[done..], share, mask.map(|mask| &mask[done..])) };
}

/// One joint after the other, in this processor's instructions.
#[target_feature(enable = "avx2,fma")]
fn blend_joints_over(pose: &mut [Transform], other: &[Transform], share: f32, mask: Option<&[f32]>) {
    super::blend::blend_joints_over(pose, other, share, mask);
}

#[target_feature(enable = "avx2,fma")]
fn blend_eight_over(pose: &mut Eight, other: &Eight, share: f32, mask: &[f32; LANES]) {
    let share = _mm256_mul_ps(_mm256_set1_ps(share), load(mask));
    let rest = _mm256_sub_ps(_mm256_set1_ps(1.0), share);
    let weights = (Each(bytemuck::cast(rest)), [Each(bytemuck::cast(share))]);
    blend_where(share, (None, [other]), &weights, pose);
}

/// Where `counts` is more than 0.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn blend_where<const N: usize>(
    counts: __m256,
    poses: Poses<'_, N>,
    weights: &(Each, [Each; N]),
    out: &mut Eight,
) {
    let counts = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GT_OQ>(counts, _mm256_setzero_ps()));
    match counts {
        0 => {}
        0xff => blend_eight::<true, N>(counts, poses, weights, out),
        _ => blend_eight::<false, N>(counts, poses, weights, out),
    }
}

/// A first pose, without one that which is written to, and `N` others.
type Poses<'a, const N: usize> = (Option<&'a Eight>, [&'a Eight; N]);

/// Writes joints that have their bit in `counts`, or `ALL`.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn blend_eight<const ALL: bool, const N: usize>(
    counts: i32,
    (first, others): Poses<'_, N>,
    weights: &(impl Weights, [impl Weights; N]),
    out: &mut Eight,
) {
    let own = rotations(first.unwrap_or(out));
    let mut sum = own.map(|c| _mm256_mul_ps(c, weights.0.all()));
    for (other, weight) in others.into_iter().zip(&weights.1) {
        let turns = rotations(other);
        let sign = _mm256_and_ps(dot(sum, turns), _mm256_set1_ps(-0.0));
        let signed = _mm256_or_ps(weight.all(), sign);
        sum = [0, 1, 2, 3].map(|c| _mm256_fmadd_ps(turns[c], signed, sum[c]));
    }
    let square = dot(sum, sum);
    let share = _mm256_div_ps(_mm256_set1_ps(1.0), _mm256_sqrt_ps(square));
    let mut unit = sum.map(|c| _mm256_mul_ps(c, share));
    let is_lost = _mm256_cmp_ps::<_CMP_NGT_UQ>(square, _mm256_set1_ps(SHORTEST));
    if _mm256_movemask_ps(is_lost) != 0 {
        let own = rotations(first.unwrap_or(out));
        unit = [0, 1, 2, 3].map(|c| _mm256_blendv_ps(unit[c], own[c], is_lost));
    }
    let turns = transposed(unit);
    for lane in 0..LANES {
        if !ALL && counts >> lane & 1 == 0 {
            continue;
        }
        let mut rest = _mm256_mul_ps(rest(first.unwrap_or(out), lane), weights.0.one(lane));
        for (other, weight) in others.into_iter().zip(&weights.1) {
            rest = _mm256_fmadd_ps(self::rest(other, lane), weight.one(lane), rest);
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
#[target_feature(enable = "avx2,fma")]
#[inline]
fn rest(pose: &Eight, lane: usize) -> __m256 {
    pose[lane].lanes().last_chunk().map_or(_mm256_setzero_ps(), load)
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn write_rest(pose: &mut Eight, lane: usize, rest: __m256) {
    if let Some(last) = pose[lane].lanes_mut().last_chunk_mut::<LANES>() {
        *last = bytemuck::cast(rest);
    }
}
