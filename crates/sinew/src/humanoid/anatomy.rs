//! Anatomy score: how well bones match a human body in symmetry, vertical order and proportions.

use super::HumanBone::{self, *};
use super::body_axes::{BodyAxes, middle};
use super::bone::Bones;
use super::joint_tree::JointTree;
use glam::Vec3;

/// Segments that come in pairs.
const PAIRED: [[HumanBone; 2]; 4] = [
    [LeftUpperLeg, LeftLowerLeg],
    [LeftLowerLeg, LeftFoot],
    [LeftUpperArm, LeftLowerArm],
    [LeftLowerArm, LeftHand],
];

/// Similarity of the bones to a resting human body, 0..1; `None` for an animal on four legs.
pub(super) fn anatomy_score(tree: &JointTree, bones: &Bones) -> Option<f32> {
    if walks_on_four(tree, bones) {
        return None;
    }
    Some(0.4 * symmetry(tree, bones) + 0.4 * order(tree, bones) + 0.2 * proportion(tree, bones))
}

/// Agreement of segment lengths between left and right, 0..1.
fn symmetry(tree: &JointTree, bones: &Bones) -> f32 {
    let agreement = PAIRED.map(|segment| {
        let (left, right) =
            (length(tree, bones, segment), length(tree, bones, segment.map(HumanBone::mirrored)));
        let (Some(left), Some(right)) = (left, right) else { return 0.0 };
        if left.max(right) > 0.0 { left.min(right) / left.max(right) } else { 0.0 }
    });
    agreement.iter().sum::<f32>() / agreement.len() as f32
}

/// Share of joint pairs in the right vertical order, 0..1.
fn order(tree: &JointTree, bones: &Bones) -> f32 {
    let Some(axes) = BodyAxes::of(tree, bones) else { return 0.0 };
    let height = |bone: HumanBone| Some(tree.position(bones[bone.index()]?).dot(axes.up));
    let above = [
        (Head, Hips),
        (Head, LeftUpperArm),
        (Head, RightUpperArm),
        (LeftUpperLeg, LeftLowerLeg),
        (RightUpperLeg, RightLowerLeg),
        (LeftLowerLeg, LeftFoot),
        (RightLowerLeg, RightFoot),
        (LeftHand, LeftFoot),
        (RightHand, RightFoot),
    ];
    let right =
        above.iter().filter(|(high, low)| height(*high).zip(height(*low)).is_some_and(|(h, l)| h > l));
    let upright = axes.up.y > 0.5;
    (right.count() + usize::from(upright)) as f32 / (above.len() + 1) as f32
}

/// Agreement of the lengths of legs, arms and trunk with human proportions, cartoons included, 0..1.
fn proportion(tree: &JointTree, bones: &Bones) -> f32 {
    let limb = |a: HumanBone, b: HumanBone, c: HumanBone| {
        Some(length(tree, bones, [a, b])? + length(tree, bones, [b, c])?)
    };
    let leg = limb(LeftUpperLeg, LeftLowerLeg, LeftFoot).unwrap_or_default();
    let arm = limb(LeftUpperArm, LeftLowerArm, LeftHand).unwrap_or_default();
    let ends = middle(tree, bones, [LeftUpperLeg, RightUpperLeg]).zip(middle(
        tree,
        bones,
        [LeftUpperArm, RightUpperArm],
    ));
    let trunk = ends.map_or(0.0, |(a, b)| a.distance(b));
    let fits = |a: f32, b: f32, min: f32, max: f32| f32::from(u8::from(a > min * b && a < max * b)) / 3.0;
    fits(leg, trunk, 0.3, 4.0) + fits(arm, leg, 0.3, 2.5) + fits(arm, trunk, 0.3, 3.0)
}

/// Whether arms and legs point the same way below a level trunk.
fn walks_on_four(tree: &JointTree, bones: &Bones) -> bool {
    let Some(axes) = BodyAxes::of(tree, bones) else { return false };
    // The ends of limbs may be missing from the names.
    let limb = |first, end, before_end| {
        pointing(tree, bones, first, end).or_else(|| pointing(tree, bones, first, before_end))
    };
    let legs = limb(LeftUpperLeg, LeftFoot, LeftLowerLeg);
    let arms = limb(LeftUpperArm, LeftHand, LeftLowerArm);
    legs.zip(arms).is_some_and(|(legs, arms)| axes.up.dot(legs) > -0.5 && arms.dot(legs) > 0.5)
}

/// Common unit direction of both limbs of a pair, given by its left bones; `None` where they point apart.
fn pointing(tree: &JointTree, bones: &Bones, first: HumanBone, last: HumanBone) -> Option<Vec3> {
    let both = |bone: HumanBone| middle(tree, bones, [bone, bone.mirrored()]);
    let (from, to) = (both(first)?, both(last)?);
    let left = length(tree, bones, [first, last])?;
    let right = length(tree, bones, [first.mirrored(), last.mirrored()])?;
    (to - from).try_normalize().filter(|_| from.distance(to) > 0.5 * left.max(right))
}

fn length(tree: &JointTree, bones: &Bones, [a, b]: [HumanBone; 2]) -> Option<f32> {
    Some(tree.distance(bones[a.index()]?, bones[b.index()]?))
}
