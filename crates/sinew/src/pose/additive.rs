//! Additive blending: the difference of a pose from a reference pose, added to another pose. Rotation
//! differences are in the joint's own axes, so that they have the same effect in any direction of the limb.

use super::same_length::expect_same_length;
use crate::math::{Transform, axis_angle, ratio, slerp_shortest};
use crate::skeleton::JointMask;
use glam::{Quat, Vec3};

/// Adds the difference of `other` from `reference` to `pose`, multiplied by `weight` and by the weights of
/// `mask`. All slices have one entry per joint. Negative weights subtract, weights above 1 exaggerate.
///
/// # Panics
/// When the slices or the mask differ from `pose` in length.
pub fn apply_additive(
    pose: &mut [Transform],
    other: &[Transform],
    reference: &[Transform],
    weight: f32,
    mask: Option<&JointMask>,
) {
    expect_same_length(pose.len(), [other, reference], [mask]);
    let add = |pose: &mut Transform, other: &Transform, reference: &Transform, weight: f32| {
        if other == reference || weight == 0.0 {
            return;
        }
        let turn = reference.rotation.inverse() * other.rotation;
        let turn = if turn.w < 0.0 { -turn } else { turn };
        pose.translation += (other.translation - reference.translation) * weight;
        pose.rotation = (pose.rotation * part(turn, weight)).normalize();
        pose.scale *= Vec3::ONE + (ratio(other.scale, reference.scale) - 1.0) * weight;
    };
    let joints = pose.iter_mut().zip(other).zip(reference);
    match mask {
        None => joints.for_each(|((pose, other), reference)| add(pose, other, reference, weight)),
        Some(mask) => {
            for (((pose, other), reference), share) in joints.zip(mask.as_slice()) {
                add(pose, other, reference, weight * share);
            }
        }
    }
}

/// A rotation multiplied by `weight`.
fn part(turn: Quat, weight: f32) -> Quat {
    if (0.0..=1.0).contains(&weight) {
        return slerp_shortest(Quat::IDENTITY, turn, weight);
    }
    axis_angle::from_scaled_axis(axis_angle::to_scaled_axis(turn) * weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_added_to_its_reference_is_the_pose() {
        let reference = Transform {
            translation: Vec3::new(1.0, 2.0, 3.0),
            rotation: Quat::from_rotation_x(0.7),
            scale: Vec3::new(1.0, 2.0, 0.0),
        };
        let other = Transform {
            translation: Vec3::new(0.0, 2.5, 3.0),
            rotation: Quat::from_rotation_z(-2.0),
            scale: Vec3::new(2.0, 1.0, 0.0),
        };
        let mut pose = [reference];
        apply_additive(&mut pose, &[other], &[reference], 1.0, None);
        assert!(pose[0].to_affine().abs_diff_eq(other.to_affine(), 1e-6));
        for (weight, turns) in [(0.5, 0.5), (2.0, 2.0), (-1.0, -1.0)] {
            let mut pose = [Transform::IDENTITY];
            let turned = Transform::from_rotation(Quat::from_rotation_y(0.4));
            apply_additive(&mut pose, &[turned], &[Transform::IDENTITY], weight, None);
            assert!(pose[0].rotation.abs_diff_eq(Quat::from_rotation_y(0.4 * turns), 1e-6), "{weight}");
        }
    }

    #[test]
    fn an_unchanged_pose_adds_nothing() {
        let mut pose = [Transform::from_rotation(Quat::from_rotation_x(1.0))];
        let before = pose;
        let still = [Transform::from_translation(Vec3::Y)];
        apply_additive(&mut pose, &still, &still, 1.0, None);
        assert_eq!(pose, before);
    }
}
