//! Weighted blending of poses: means of translations and scales, and of rotations as quaternions of one hemisphere,
//! brought back to unit length (the mean of Markley et al., *Averaging Quaternions*, 2007, to first order).

use crate::math::Transform;
use crate::skeleton::JointMask;
use glam::{Quat, Vec2, Vec3, Vec4};

/// A pose that takes part in a blend.
#[derive(Clone, Copy, Debug)]
pub struct BlendLayer<'a> {
    /// A transform per joint, relative to its parent.
    pub pose: &'a [Transform],
    /// How much it counts, beside the others; below 0 and no number count as 0.
    pub weight: f32,
    /// How much of that reaches each joint; all of it without a mask.
    pub mask: Option<&'a JointMask>,
}

/// Writes the weighted mean of any number of poses into `out`. Weights need not sum to 1. Where no layer has any weight,
/// `out` keeps what it holds. All slices have one entry per joint.
pub fn blend(layers: &[BlendLayer<'_>], out: &mut [Transform]) {
    match layers {
        [only] if only.mask.is_none() && only.weight > 0.0 => out.copy_from_slice(only.pose),
        [a, b] if a.mask.is_none() && b.mask.is_none() => {
            let (u, v) = (a.weight.max(0.0), b.weight.max(0.0));
            if u + v > 0.0 {
                blend_two(a.pose, b.pose, v / (u + v), out);
            }
        }
        _ if layers.iter().all(|layer| layer.mask.is_none()) => blend_plain(layers, out),
        _ => blend_masked(layers, out),
    }
}

/// Writes the pose `share` (0..1) of the way from `a` to `b` into `out`.
pub fn blend_two(a: &[Transform], b: &[Transform], share: f32, out: &mut [Transform]) {
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        *out = between(a, b, share);
    }
}

/// Moves `pose` by `share` of the way to `other`, by as much of it as `mask` lets through to each joint.
pub fn blend_over(pose: &mut [Transform], other: &[Transform], share: f32, mask: Option<&JointMask>) {
    match mask {
        None => pose.iter_mut().zip(other).for_each(|(a, b)| *a = between(a, b, share)),
        Some(mask) => {
            for ((a, b), weight) in pose.iter_mut().zip(other).zip(mask.as_slice()) {
                if *weight > 0.0 {
                    *a = between(a, b, share * weight);
                }
            }
        }
    }
}

#[inline(always)]
fn between(a: &Transform, b: &Transform, share: f32) -> Transform {
    let mut sum = Sum::of(a, 1.0 - share);
    sum.add(b, a, share);
    sum.mean(1.0, a)
}

fn blend_plain(layers: &[BlendLayer<'_>], out: &mut [Transform]) {
    let total: f32 = layers.iter().map(|layer| layer.weight.max(0.0)).sum();
    let Some((first, others)) = layers.split_first().filter(|_| total > 0.0) else { return };
    let share = 1.0 / total;
    for (joint, (out, own)) in out.iter_mut().zip(first.pose).enumerate() {
        let mut sum = Sum::of(own, first.weight.max(0.0) * share);
        for layer in others {
            sum.add(&layer.pose[joint], own, layer.weight.max(0.0) * share);
        }
        *out = sum.mean(1.0, own);
    }
}

fn blend_masked(layers: &[BlendLayer<'_>], out: &mut [Transform]) {
    for (joint, out) in out.iter_mut().enumerate() {
        let (mut sum, mut total) = (Sum::default(), 0.0);
        let mut first = None;
        for layer in layers {
            let weight = layer.weight.max(0.0) * layer.mask.map_or(1.0, |mask| mask.as_slice()[joint]);
            if weight > 0.0 {
                let own = &layer.pose[joint];
                sum.add(own, first.get_or_insert(own), weight);
                total += weight;
            }
        }
        if let Some(first) = first {
            *out = sum.mean(1.0 / total, first);
        }
    }
}

/// Transforms added up: rotation, translation and the first of scale, the rest of scale.
#[derive(Clone, Copy, Default)]
struct Sum {
    rotation: Vec4,
    place: Vec4,
    scale: Vec2,
}

impl Sum {
    #[inline(always)]
    fn of(transform: &Transform, weight: f32) -> Self {
        let lanes = transform.lanes();
        Self {
            rotation: Vec4::from_slice(&lanes[..4]) * weight,
            place: Vec4::from_slice(&lanes[4..8]) * weight,
            scale: Vec2::from_slice(&lanes[8..]) * weight,
        }
    }

    /// Adds one, its rotation on the side of `first`'s.
    #[inline(always)]
    fn add(&mut self, transform: &Transform, first: &Transform, weight: f32) {
        let lanes = transform.lanes();
        let rotation = Vec4::from_slice(&lanes[..4]);
        let sign = Vec4::from_slice(&first.lanes()[..4]).dot(rotation);
        self.rotation += rotation * weight.copysign(sign);
        self.place += Vec4::from_slice(&lanes[4..8]) * weight;
        self.scale += Vec2::from_slice(&lanes[8..]) * weight;
    }

    #[inline(always)]
    fn mean(&self, share: f32, first: &Transform) -> Transform {
        let (place, scale) = (self.place * share, self.scale * share);
        Transform {
            rotation: unit(self.rotation, first.rotation),
            translation: place.truncate(),
            scale: Vec3::new(place.w, scale.x, scale.y),
        }
    }
}

/// The rotation in the direction of `v`; `fallback` where opposite ones cancel out.
#[inline(always)]
fn unit(v: Vec4, fallback: Quat) -> Quat {
    let length = v.length_squared();
    if length > 1e-12 { Quat::from_vec4(v * (1.0 / length.sqrt())) } else { fallback }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(seed: u64, joints: usize) -> Vec<Transform> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut one = || random.f32() * 2.0 - 1.0;
        (0..joints)
            .map(|_| Transform {
                translation: Vec3::new(one(), one(), one()),
                rotation: Quat::from_xyzw(one(), one(), one(), one() + 1.1).normalize(),
                scale: Vec3::new(one(), one(), one()),
            })
            .collect()
    }

    fn apart(a: &[Transform], b: &[Transform]) -> f32 {
        let each = a.iter().zip(b).map(|(a, b)| {
            (a.translation - b.translation).length()
                + (a.scale - b.scale).length()
                + (1.0 - a.rotation.dot(b.rotation).abs())
        });
        each.fold(0.0, f32::max)
    }

    #[test]
    fn all_ways_to_blend_agree() {
        let (a, b, c) = (random(1, 9), random(2, 9), random(3, 9));
        let layer = |pose, weight, mask| BlendLayer { pose, weight, mask };
        let all = JointMask::of(9, 1.0);
        let mut outs = vec![a.clone(); 4];
        blend(&[layer(&a, 1.0, None), layer(&b, 3.0, None)], &mut outs[0]);
        blend(&[layer(&a, 1.0, Some(&all)), layer(&b, 3.0, None)], &mut outs[1]);
        blend(&[layer(&a, 0.25, None), layer(&b, 0.75, None), layer(&c, 0.0, None)], &mut outs[2]);
        blend_over(&mut outs[3], &b, 0.75, Some(&all));
        assert!(outs.iter().all(|out| apart(out, &outs[0]) < 1e-6));
        assert!(outs[0].iter().all(|t| (t.rotation.length() - 1.0).abs() < 1e-6));
        blend(&[layer(&b, 2.0, None)], &mut outs[1]);
        assert_eq!(outs[1], b);
    }

    #[test]
    fn nothing_that_weighs_nothing_counts() {
        let (a, b) = (random(1, 5), random(2, 5));
        let layer = |pose, weight, mask| BlendLayer { pose, weight, mask };
        let mut out = a.clone();
        for layers in [[0.0, 0.0], [-1.0, f32::NAN]].map(|[u, v]| [layer(&b, u, None), layer(&b, v, None)]) {
            blend(&layers, &mut out);
            assert_eq!(out, a);
        }
        let mut half = JointMask::of(5, 0.0);
        half.set(crate::JointIndex(2), 1.0);
        blend(&[layer(&b, 1.0, Some(&half))], &mut out);
        assert_eq!((out[1], apart(&out[2..3], &b[2..3]) < 1e-6), (a[1], true));
    }

    #[test]
    fn both_signs_of_a_quaternion_are_one_rotation() {
        let (a, mut b) = (random(1, 7), random(2, 7));
        let mut outs = [a.clone(), a.clone()];
        blend_two(&a, &b, 0.3, &mut outs[0]);
        b.iter_mut().for_each(|t| t.rotation = -t.rotation);
        blend_two(&a, &b, 0.3, &mut outs[1]);
        assert!(apart(&outs[0], &outs[1]) < 1e-6);
    }
}
