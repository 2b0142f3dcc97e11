//! Blending joint by joint: the scalar version of `blend_wide`.

use super::blend_layer::{BlendLayer, counted};
use crate::math::{LANES, TINY, Transform, fused};

/// Effective weight of a layer at a joint.
#[inline(always)]
fn weight(layer: &BlendLayer<'_>, joint: usize) -> f32 {
    let weight = counted(layer.weight) * layer.mask.map_or(1.0, |mask| mask.as_slice()[joint]);
    if weight >= TINY { weight } else { 0.0 }
}

/// Blends every joint on its own.
#[inline(always)]
pub(super) fn blend_joints(layers: &[BlendLayer<'_>], out: &mut [Transform]) {
    for (joint, out) in out.iter_mut().enumerate() {
        blend_joint(layers, joint, out);
    }
}

/// Blends every joint towards `other`.
#[inline(always)]
pub(super) fn blend_joints_over(
    pose: &mut [Transform],
    other: &[Transform],
    share: f32,
    mask: Option<&[f32]>,
) {
    for (joint, (transform, other)) in pose.iter_mut().zip(other).enumerate() {
        let share = share * mask.map_or(1.0, |mask| mask[joint]);
        if share > 0.0 {
            let mut sum = Sum::of(transform, 1.0 - share);
            sum.add(other, share);
            *transform = sum.mean(if share > 1.0 - share { other } else { transform });
        }
    }
}

#[inline(always)]
fn blend_joint(layers: &[BlendLayer<'_>], joint: usize, out: &mut Transform) {
    let total: f32 = layers.iter().map(|layer| weight(layer, joint)).sum();
    let share = 1.0 / total;
    let mut sum: Option<Sum> = None;
    let mut heaviest: Option<(f32, &Transform)> = None;
    for layer in layers {
        let weight = weight(layer, joint);
        if weight == 0.0 {
            continue;
        }
        let (weight, transform) = (weight * share, &layer.pose[joint]);
        match &mut sum {
            None => sum = Some(Sum::of(transform, weight)),
            Some(sum) => sum.add(transform, weight),
        }
        if heaviest.is_none_or(|(largest, _)| weight > largest) {
            heaviest = Some((weight, transform));
        }
    }
    if let (Some(sum), Some((_, heaviest))) = (sum, heaviest) {
        *out = sum.mean(heaviest);
    }
}

/// Weighted sum of the floats of transforms; the weights sum to 1.
struct Sum([f32; LANES]);

impl Sum {
    #[inline(always)]
    fn of(first: &Transform, weight: f32) -> Self {
        Self(first.lanes().map(|number| number * weight))
    }

    /// Adds a transform; its rotation is flipped into the hemisphere of the sum.
    #[inline(always)]
    fn add(&mut self, transform: &Transform, weight: f32) {
        let signed = weight.copysign(dot(&self.0, transform.lanes()));
        for (c, (sum, number)) in self.0.iter_mut().zip(transform.lanes()).enumerate() {
            *sum = fused(*number, if c < ROTATION { signed } else { weight }, *sum);
        }
    }

    /// The mean with a normalized rotation. Where opposite rotations cancel out, it has that of `fallback`:
    /// the transform of the largest weight, the first of equal ones.
    #[inline(always)]
    fn mean(&self, fallback: &Transform) -> Transform {
        let mut mean = *fallback;
        mean.lanes_mut()[ROTATION..].copy_from_slice(&self.0[ROTATION..]);
        let square = dot(&self.0, &self.0);
        if square > SHORTEST {
            let share = 1.0 / square.sqrt();
            (0..ROTATION).for_each(|c| mean.lanes_mut()[c] = self.0[c] * share);
        }
        mean
    }
}

/// Number of floats of the rotation.
const ROTATION: usize = 4;

/// Dot product of two rotations; -0 only by underflow.
#[inline(always)]
fn dot(a: &[f32; LANES], b: &[f32; LANES]) -> f32 {
    fused(a[2], b[2], fused(a[0], b[0], 0.0)) + fused(a[3], b[3], a[1] * b[1])
}

/// Smallest squared length of a sum of rotations that still has a direction.
pub(super) const SHORTEST: f32 = 1e-12;
