//! Whether bones make a human body: pairs of equal length, joints above one another in the right order, limbs that fit
//! the trunk.

use super::HumanBone::{self, *};
use super::names::Bones;
use super::stance::{Stance, middle};
use super::tree::Tree;
use glam::Vec3;

/// Segments that come in pairs.
const PAIRED: [[HumanBone; 2]; 4] = [
    [LeftUpperLeg, LeftLowerLeg],
    [LeftLowerLeg, LeftFoot],
    [LeftUpperArm, LeftLowerArm],
    [LeftLowerArm, LeftHand],
];

/// How far the bones look like a human body that rests, from 0 to 1; none where they are surely something else: an
/// animal on four legs.
pub(super) fn plausibility(tree: &Tree, bones: &Bones) -> Option<f32> {
    if walks_on_four(tree, bones) {
        return None;
    }
    Some(0.4 * symmetry(tree, bones) + 0.4 * order(tree, bones) + 0.2 * proportion(tree, bones))
}

/// How much the lengths of limbs agree between left and right, from 0 to 1.
fn symmetry(tree: &Tree, bones: &Bones) -> f32 {
    let agreement = PAIRED.map(|segment| {
        let (left, right) =
            (length(tree, bones, segment), length(tree, bones, segment.map(HumanBone::mirrored)));
        let (Some(left), Some(right)) = (left, right) else { return 0.0 };
        if left.max(right) > 0.0 { left.min(right) / left.max(right) } else { 0.0 }
    });
    agreement.iter().sum::<f32>() / agreement.len() as f32
}

/// The share of joints that stand above the one they should.
fn order(tree: &Tree, bones: &Bones) -> f32 {
    let Some(stance) = Stance::of(tree, bones) else { return 0.0 };
    let height = |bone: HumanBone| Some(tree.position(bones[bone.index()]?).dot(stance.up));
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
    let upright = stance.up.y > 0.5;
    (right.count() + usize::from(upright)) as f32 / (above.len() + 1) as f32
}

/// Whether legs, arms and trunk are of sizes that go together, cartoons included.
fn proportion(tree: &Tree, bones: &Bones) -> f32 {
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
    let fits =
        |a: f32, b: f32, least: f32, most: f32| f32::from(u8::from(a > least * b && a < most * b)) / 3.0;
    fits(leg, trunk, 0.3, 4.0) + fits(arm, leg, 0.3, 2.5) + fits(arm, trunk, 0.3, 3.0)
}

/// Whether arms stand on the ground as legs do, under a trunk that lies.
fn walks_on_four(tree: &Tree, bones: &Bones) -> bool {
    let Some(stance) = Stance::of(tree, bones) else { return false };
    // Names may leave the ends of limbs out.
    let limb = |first, end, before_end| {
        pointing(tree, bones, first, end).or_else(|| pointing(tree, bones, first, before_end))
    };
    let legs = limb(LeftUpperLeg, LeftFoot, LeftLowerLeg);
    let arms = limb(LeftUpperArm, LeftHand, LeftLowerArm);
    legs.zip(arms).is_some_and(|(legs, arms)| stance.up.dot(legs) > -0.5 && arms.dot(legs) > 0.5)
}

/// Where both limbs of a pair point, of length 1; none where they point apart. Bones are named by their left ones.
fn pointing(tree: &Tree, bones: &Bones, first: HumanBone, last: HumanBone) -> Option<Vec3> {
    let both = |bone: HumanBone| middle(tree, bones, [bone, bone.mirrored()]);
    let (from, to) = (both(first)?, both(last)?);
    let left = length(tree, bones, [first, last])?;
    let right = length(tree, bones, [first.mirrored(), last.mirrored()])?;
    (to - from).try_normalize().filter(|_| from.distance(to) > 0.5 * left.max(right))
}

fn length(tree: &Tree, bones: &Bones, [a, b]: [HumanBone; 2]) -> Option<f32> {
    Some(tree.distance(bones[a.index()]?, bones[b.index()]?))
}
