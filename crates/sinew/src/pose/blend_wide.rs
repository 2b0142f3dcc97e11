//! Blending of eight joints at a time: rotations with a register per component, the other numbers joint by
//! joint. The bits are those of the scalar code where poses are finite, but for the sign of zeros where a
//! mask leaves a pose out.

use super::blend_layer::{BlendLayer, counted};
use super::blend_scalar::{self, SHORTEST};
use crate::math::simd::{LANES, dot, f32x8, from_lanes, fused, kernel, rotations};
use crate::math::simd::{Select, Simd, SimdBase, SimdFloat, SimdFrom, SimdMask};
use crate::math::{TINY, Transform};
use glam::Quat;

type Eight = [Transform; LANES];

pub(super) fn blend<S: Simd>(simd: S, layers: &[BlendLayer<'_>], out: &mut [Transform]) {
    let is_masked = layers.iter().any(|layer| layer.mask.is_some());
    let done = match (layers.len(), is_masked) {
        (2, false) => blend_unmasked::<1, _>(simd, layers, out),
        (3, false) => blend_unmasked::<2, _>(simd, layers, out),
        (4, false) => blend_unmasked::<3, _>(simd, layers, out),
        (5, false) => blend_unmasked::<4, _>(simd, layers, out),
        (6, false) => blend_unmasked::<5, _>(simd, layers, out),
        (7, false) => blend_unmasked::<6, _>(simd, layers, out),
        (8, false) => blend_unmasked::<7, _>(simd, layers, out),
        (2, true) => blend_masked::<1, _>(simd, layers, out),
        (3, true) => blend_masked::<2, _>(simd, layers, out),
        (4, true) => blend_masked::<3, _>(simd, layers, out),
        _ => None,
    };
    if done.is_none() {
        blend_joints(simd, layers, out);
    }
}

kernel! {
    /// The scalar code, compiled with these instructions.
    fn blend_joints<S>(simd: S, layers: &[BlendLayer<'_>], out: &mut [Transform]) {
        let _ = simd;
        blend_scalar::blend_joints(layers, out);
    }
}

/// Blends a first layer and `N` others without masks.
fn blend_unmasked<const N: usize, S: Simd>(
    simd: S,
    layers: &[BlendLayer<'_>],
    out: &mut [Transform],
) -> Option<()> {
    let share = 1.0 / layers.iter().map(|layer| counted(layer.weight)).sum::<f32>();
    let weigh = |layer: &BlendLayer<'_>| Uniform(counted(layer.weight) * share);
    let (first, others) = layers.split_first()?;
    let mut weights = (weigh(first), [Uniform(0.0); N]);
    for (weight, layer) in weights.1.iter_mut().zip(others) {
        *weight = weigh(layer);
    }
    each_eight(layers, out, |_, poses, out| blend_eight_unmasked::<S, N>(simd, poses, &weights, out))
}

kernel! {
    fn blend_eight_unmasked<S, const N: usize>(
        simd: S,
        poses: Poses<'_, N>,
        weights: &(Uniform, [Uniform; N]),
        out: &mut Eight,
    ) {
        blend_eight::<true, N, S>(simd, 0, poses, weights, out);
    }
}

/// Blends a first layer and `N` others, any of them masked.
fn blend_masked<const N: usize, S: Simd>(
    simd: S,
    layers: &[BlendLayer<'_>],
    out: &mut [Transform],
) -> Option<()> {
    let (first, others) = layers.split_first()?;
    let others: &[BlendLayer<'_>; N] = others.first_chunk()?;
    let mut weights = (counted(first.weight), [0.0; N]);
    for (weight, layer) in weights.1.iter_mut().zip(others) {
        *weight = counted(layer.weight);
    }
    each_eight(layers, out, |joint, poses, out| {
        let mut masks = [&[1.0; LANES]; N];
        for (layer_mask, layer) in masks.iter_mut().zip(others) {
            *layer_mask = mask(layer, joint);
        }
        blend_eight_masked::<S, N>(simd, poses, &weights, mask(first, joint), masks, out);
    })
}

/// The mask of a layer in eight joints from `joint` on.
#[inline(always)]
fn mask<'a>(layer: &BlendLayer<'a>, joint: usize) -> &'a [f32; LANES] {
    let mask = layer.mask.and_then(|mask| mask.as_slice()[joint..].first_chunk());
    mask.unwrap_or(&[1.0; LANES])
}

kernel! {
    fn blend_eight_masked<S, const N: usize>(
        simd: S,
        poses: Poses<'_, N>,
        weights: &(f32, [f32; N]),
        mask: &[f32; LANES],
        masks: [&[f32; LANES]; N],
        out: &mut Eight,
    ) {
        let first = masked(simd, weights.0, mask);
        let (mut others, mut total) = ([first; N], first);
        for (n, mask) in masks.into_iter().enumerate() {
            others[n] = masked(simd, weights.1[n], mask);
            total += others[n];
        }
        let share = f32x8::splat(simd, 1.0) / total;
        let mut shares = [PerJoint([0.0; LANES]); N];
        for (joint_share, weight) in shares.iter_mut().zip(others) {
            *joint_share = PerJoint((weight * share).into());
        }
        let joints = total.simd_gt(f32x8::splat(simd, 0.0)).to_bitmask();
        blend_eight_where(simd, joints, poses, &(PerJoint((first * share).into()), shares), out);
    }
}

/// Weights in eight joints; 0 where they are below [`TINY`].
#[inline(always)]
fn masked<S: Simd>(simd: S, weight: f32, mask: &[f32; LANES]) -> f32x8<S> {
    let weights = f32x8::splat(simd, weight) * f32x8::simd_from(simd, *mask);
    weights.simd_ge(f32x8::splat(simd, TINY)).select(weights, f32x8::splat(simd, 0.0))
}

/// Calls `blend` for every eight joints; the last eight overlap those before them where the count is not a
/// multiple of eight. None where there are fewer joints than [`LANES`], or layers whose weight counts as 0.
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

pub(super) fn blend_over<S: Simd>(
    simd: S,
    pose: &mut [Transform],
    other: &[Transform],
    share: f32,
    mask: Option<&[f32]>,
) {
    let (eights, rest) = pose.as_chunks_mut();
    let done = eights.len() * LANES;
    for (n, (pose, other)) in eights.iter_mut().zip(other.as_chunks().0).enumerate() {
        let mask = mask.and_then(|mask| mask.as_chunks().0.get(n));
        blend_eight_over(simd, pose, other, share, mask.unwrap_or(&[1.0; LANES]));
    }
    if !rest.is_empty() {
        // Eight at once here too, most of them copies: overlapping eights would blend some joints twice.
        let (mut padded, mut others) = ([Transform::IDENTITY; LANES], [Transform::IDENTITY; LANES]);
        let mut weights = [1.0; LANES];
        padded[..rest.len()].copy_from_slice(rest);
        others[..rest.len()].copy_from_slice(&other[done..]);
        if let Some(mask) = mask {
            weights[..rest.len()].copy_from_slice(&mask[done..]);
        }
        blend_eight_over(simd, &mut padded, &others, share, &weights);
        rest.copy_from_slice(&padded[..rest.len()]);
    }
}

kernel! {
    fn blend_eight_over<S>(simd: S, pose: &mut Eight, other: &Eight, share: f32, mask: &[f32; LANES]) {
        let share = f32x8::splat(simd, share) * f32x8::simd_from(simd, *mask);
        let rest = f32x8::splat(simd, 1.0) - share;
        let weights = (PerJoint(rest.into()), [PerJoint(share.into())]);
        let joints = share.simd_gt(f32x8::splat(simd, 0.0)).to_bitmask();
        blend_eight_where(simd, joints, (None, [other]), &weights, pose);
    }
}

kernel! {
    /// Blends the joints whose bit is set in `joints`. A function of its own, since weights of single joints
    /// are read from memory faster than out of a register.
    fn blend_eight_where<S, const N: usize>(
        simd: S,
        joints: u64,
        poses: Poses<'_, N>,
        weights: &(PerJoint, [PerJoint; N]),
        out: &mut Eight,
    ) {
        match joints {
            0 => {}
            0xff => blend_eight::<true, N, S>(simd, 0, poses, weights, out),
            _ => blend_eight::<false, N, S>(simd, joints, poses, weights, out),
        }
    }
}

/// A first pose, which is the one written to if it is absent, and `N` others.
type Poses<'a, const N: usize> = (Option<&'a Eight>, [&'a Eight; N]);

/// Writes the joints whose bit is set in `joints`, or `ALL` of them.
#[inline(always)]
fn blend_eight<const ALL: bool, const N: usize, S: Simd>(
    simd: S,
    joints: u64,
    (first, others): Poses<'_, N>,
    weights: &(impl Weights, [impl Weights; N]),
    out: &mut Eight,
) {
    let first_turns = rotations(simd, first.unwrap_or(out));
    let all = weights.0.all(simd);
    let mut sum = [first_turns[0] * all, first_turns[1] * all, first_turns[2] * all, first_turns[3] * all];
    for (other, weight) in others.into_iter().zip(&weights.1) {
        let turns = rotations(simd, other);
        // The side of the sum; weights are not negative.
        let sign = dot(sum, turns).to_bits() & (-0.0f32).to_bits();
        let signed = f32x8::from_bits(weight.all(simd).to_bits() | sign);
        for c in 0..4 {
            sum[c] = fused(turns[c], signed, sum[c]);
        }
    }
    let square = dot(sum, sum);
    let share = f32x8::splat(simd, 1.0) / square.sqrt();
    let mut unit = [sum[0] * share, sum[1] * share, sum[2] * share, sum[3] * share];
    let is_kept = square.simd_gt(f32x8::splat(simd, SHORTEST));
    if !is_kept.all_true() {
        let heaviest = heaviest(simd, (first.unwrap_or(out), others), weights);
        for c in 0..4 {
            unit[c] = is_kept.select(unit[c], heaviest[c]);
        }
    }
    let turns = from_lanes(unit);
    for lane in 0..LANES {
        if !ALL && joints >> lane & 1 == 0 {
            continue;
        }
        let mut rest = rest(simd, first.unwrap_or(out), lane) * weights.0.one(simd, lane);
        for (other, weight) in others.into_iter().zip(&weights.1) {
            rest = fused(self::rest(simd, other, lane), weight.one(simd, lane), rest);
        }
        write_rest(out, lane, rest);
        out[lane].rotation = Quat::from_vec4(turns[lane]);
    }
}

/// The rotations of the largest weight, of the first pose among equal ones: those of joints where opposite
/// rotations cancel out.
#[inline(always)]
fn heaviest<const N: usize, S: Simd>(
    simd: S,
    (first, others): (&Eight, [&Eight; N]),
    weights: &(impl Weights, [impl Weights; N]),
) -> [f32x8<S>; 4] {
    let (mut heaviest, mut largest) = (rotations(simd, first), weights.0.all(simd));
    for (other, weight) in others.into_iter().zip(&weights.1) {
        let (turns, weight) = (rotations(simd, other), weight.all(simd));
        let is_heavier = weight.simd_gt(largest);
        for c in 0..4 {
            heaviest[c] = is_heavier.select(turns[c], heaviest[c]);
        }
        largest = is_heavier.select(weight, largest);
    }
    heaviest
}

/// Weights of a pose in eight joints.
trait Weights {
    fn all<S: Simd>(&self, simd: S) -> f32x8<S>;
    fn one<S: Simd>(&self, simd: S, lane: usize) -> f32x8<S>;
}

/// One weight in all joints.
#[derive(Clone, Copy)]
struct Uniform(f32);

/// A weight per joint.
#[derive(Clone, Copy)]
struct PerJoint([f32; LANES]);

impl Weights for Uniform {
    #[inline(always)]
    fn all<S: Simd>(&self, simd: S) -> f32x8<S> {
        f32x8::splat(simd, self.0)
    }

    #[inline(always)]
    fn one<S: Simd>(&self, simd: S, _: usize) -> f32x8<S> {
        self.all(simd)
    }
}

impl Weights for PerJoint {
    #[inline(always)]
    fn all<S: Simd>(&self, simd: S) -> f32x8<S> {
        f32x8::simd_from(simd, self.0)
    }

    #[inline(always)]
    fn one<S: Simd>(&self, simd: S, lane: usize) -> f32x8<S> {
        f32x8::splat(simd, self.0[lane])
    }
}

/// The last eight of a joint's numbers: half of its rotation, its translation and its scale.
#[inline(always)]
fn rest<S: Simd>(simd: S, pose: &Eight, lane: usize) -> f32x8<S> {
    let numbers = pose[lane].lanes().last_chunk::<LANES>();
    f32x8::simd_from(simd, numbers.copied().unwrap_or_default())
}

#[inline(always)]
fn write_rest<S: Simd>(pose: &mut Eight, lane: usize, rest: f32x8<S>) {
    if let Some(last) = pose[lane].lanes_mut().last_chunk_mut::<LANES>() {
        *last = rest.into();
    }
}
