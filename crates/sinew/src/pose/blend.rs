//! Weighted blending of poses: means of translations and scales, and normalized means of quaternions in one
//! hemisphere (the mean of Markley et al., *Averaging Quaternions*, 2007, to first order).

use super::blend_layer::{BlendLayer, counted};
use super::blend_scalar::{blend_joints, blend_joints_over};
use super::blend_wide as wide;
use super::same_length::expect_same_length;
use crate::math::Transform;
use crate::math::simd::native;
use crate::skeleton::JointMask;

/// Writes the weighted mean of any number of poses into `out`. Weights need not sum to 1. Joints without any
/// weight keep their transform in `out`; joints whose rotations cancel out take the rotation of the layer
/// with the largest weight. All slices have one entry per joint.
///
/// # Panics
/// When a pose or a mask differs from `out` in length.
pub fn blend(layers: &[BlendLayer<'_>], out: &mut [Transform]) {
    expect_same_length(
        out.len(),
        layers.iter().map(|layer| layer.pose),
        layers.iter().map(|layer| layer.mask),
    );
    if let [only] = layers
        && only.mask.is_none()
        && counted(only.weight) > 0.0
    {
        return out.copy_from_slice(only.pose);
    }
    if let Some(simd) = native() {
        return wide::blend(simd, layers, out);
    }
    blend_joints(layers, out);
}

/// Writes the blend of `a` (`t` = 0) and `b` (`t` = 1) into `out`.
///
/// # Panics
/// When the lengths differ.
pub fn blend_two(a: &[Transform], b: &[Transform], t: f32, out: &mut [Transform]) {
    let layer = |pose, weight| BlendLayer { pose, weight, mask: None };
    blend(&[layer(a, 1.0 - t), layer(b, t)], out);
}

/// Blends `pose` towards `other` in place by `weight` (0..1), multiplied by the weights of `mask`.
///
/// # Panics
/// When the lengths differ.
pub fn blend_over(pose: &mut [Transform], other: &[Transform], weight: f32, mask: Option<&JointMask>) {
    expect_same_length(pose.len(), [other], [mask]);
    let mask = mask.map(JointMask::as_slice);
    if let Some(simd) = native() {
        return wide::blend_over(simd, pose, other, weight, mask);
    }
    blend_joints_over(pose, other, weight, mask);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::simd::each_level;
    use glam::{Quat, Vec3};
    use test_needs::cases;

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
    fn eight_at_once_give_the_same_bits() {
        let poses: Vec<_> = (0..4).map(|n| random(n, 29)).collect();
        for mut random in cases(200) {
            let round = random.seed();
            let mut mask = JointMask::of(29, 1.0);
            let weights = [0.0, 0.4, 1.0];
            (0..29).for_each(|n| mask.set(crate::JointId(n), weights[random.usize(..3)]));
            let layers: Vec<BlendLayer<'_>> = poses[..random.usize(2..4)]
                .iter()
                .map(|pose| BlendLayer {
                    pose,
                    weight: random.f32() - 0.1,
                    mask: (random.bool() || round % 3 == 0).then_some(&mask),
                })
                .collect();
            let (mut wide, mut plain) = (poses[3].clone(), poses[3].clone());
            blend(&layers, &mut wide);
            blend_joints(&layers, &mut plain);
            assert_eq!(wide, plain);
            each_level!(simd => {
                let mut wide = poses[3].clone();
                wide::blend(simd, &layers, &mut wide);
                assert_eq!(wide, plain);
            });
            let share = random.f32();
            for mask in [None, Some(mask.as_slice())] {
                let mut over = plain.clone();
                blend_joints_over(&mut over, &poses[0], share, mask);
                each_level!(simd => {
                    let mut wide = plain.clone();
                    wide::blend_over(simd, &mut wide, &poses[0], share, mask);
                    assert_eq!(wide, over);
                });
            }
            blend_over(&mut wide, &poses[0], share, Some(&mask));
            blend_joints_over(&mut plain, &poses[0], share, Some(mask.as_slice()));
            assert_eq!(wide, plain);
            blend_over(&mut wide, &poses[1], share, None);
            blend_joints_over(&mut plain, &poses[1], share, None);
            assert_eq!(wide, plain);
        }
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
        half.set(crate::JointId(2), 1.0);
        blend(&[layer(&b, 1.0, Some(&half))], &mut out);
        assert_eq!((out[1], apart(&out[2..3], &b[2..3]) < 1e-6), (a[1], true));
    }

    #[test]
    fn weights_next_to_nothing_and_beyond_all_bounds_blend() {
        let (a, b) = (random(1, 21), random(2, 21));
        let layer = |pose, weight, mask| BlendLayer { pose, weight, mask };
        let faint = JointMask::of(21, 1e-30);
        for mask in [None, Some(&faint)] {
            let mut out = a.clone();
            blend(&[layer(&b, 1e-40, mask), layer(&b, 2e-30, None)], &mut out);
            assert_eq!(out, a, "next to nothing leaves what is there");
        }
        let mut out = a.clone();
        blend(&[layer(&a, f32::INFINITY, None), layer(&b, 3e38, None)], &mut out);
        let mut half = a.clone();
        blend_two(&a, &b, 0.5, &mut half);
        assert!(apart(&out, &half) < 1e-6);
    }

    #[test]
    fn rotations_without_a_mean_give_the_one_of_the_largest_weight() {
        let filled =
            |x, y| vec![Transform { rotation: Quat::from_xyzw(x, y, 0.0, 0.0), ..Transform::IDENTITY }; 13];
        // Too short to have a direction, and yet told apart.
        let (light, heavy) = (filled(1e-8, 0.0), filled(0.0, 1e-8));
        fn layer<'a>(pose: &'a [Transform], weight: f32, mask: Option<&'a JointMask>) -> BlendLayer<'a> {
            BlendLayer { pose, weight, mask }
        }
        let none = JointMask::of(13, 0.0);
        let hidden = [random(1, 13), random(2, 13)];
        let zero = [filled(0.0, 0.0)];
        for (firsts, weight, mask) in
            [(&hidden[..], 0.0, None), (&hidden, 5.0, Some(&none)), (&zero, 0.1, None), (&zero, 0.0, None)]
        {
            for first in firsts {
                let layers = [layer(first, weight, mask), layer(&light, 0.3, None), layer(&heavy, 0.7, None)];
                let mut plain = random(3, 13);
                blend_joints(&layers, &mut plain);
                assert_eq!(plain.iter().find(|joint| joint.rotation != heavy[0].rotation), None, "{weight}");
                each_level!(simd => {
                    let mut wide = random(3, 13);
                    wide::blend(simd, &layers, &mut wide);
                    assert_eq!(wide, plain, "{weight}");
                });
            }
        }
        for (share, expected) in [(0.3, &light), (0.5, &light), (0.7, &heavy)] {
            let mut plain = light.clone();
            blend_joints_over(&mut plain, &heavy, share, None);
            assert_eq!(plain[12].rotation, expected[0].rotation);
            each_level!(simd => {
                let mut wide = light.clone();
                wide::blend_over(simd, &mut wide, &heavy, share, None);
                assert_eq!(wide, plain);
            });
        }
    }

    #[test]
    #[should_panic(expected = "one skeleton")]
    fn a_short_mask_is_refused() {
        let (a, mut b) = (random(1, 16), random(2, 16));
        blend_over(&mut b, &a, 0.5, Some(&JointMask::of(12, 0.0)));
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
