//! Detection of human bones by the structure of a skeleton alone: two pairs of limbs of equal lengths on one
//! trunk, the lower ones legs, the upper ones arms, with a head between the arms. The idea of matching
//! symmetric limbs is that of Aujay et al., *Harmonic Skeleton for Realistic Character Animation* (2007),
//! here on joints instead of surfaces.

use super::HumanBone::{self, *};
use super::Side;
use super::body_axes::BodyAxes;
use super::bone::Bones;
use super::fingers::fingers;
use super::head::{Shoulders, Style, neck_and_head};
use super::joint_tree::JointTree;
use super::limb_pair::{LimbPair, limb_pairs};
use super::profile::FINGERS;
use super::spine::{above_hips, spine_bones};
use crate::math::ops;
use glam::Vec3;

/// Largest number of pairs tried as legs and as arms.
const MAX_PAIRS: usize = 16;

/// Largest number of joints from the hips to the shoulders.
const MAX_TRUNK: usize = 24;

/// Largest cost of a body.
const MAX_COST: f32 = 12.0;

/// The most likely body and its likelihood, 0..1; `None` where nothing resembles a body.
pub(super) fn detect_by_structure(tree: &JointTree) -> Option<(f32, Bones)> {
    let [legs, arms] = limb_pairs(tree).map(most_likely);
    let mut best: Option<(f32, f32, Bones)> = None;
    for (legs, arms) in legs.iter().flat_map(|legs| arms.iter().map(move |arms| (legs, arms))) {
        let Some(body) = Body::new(tree, legs, arms) else { continue };
        let Some(cost) = body.cost().filter(|cost| *cost <= MAX_COST) else { continue };
        // Of two bodies in one skeleton the larger one is preferred.
        let sized = cost - 2.0 * ops::ln(body.size());
        if best.as_ref().is_none_or(|(known, ..)| sized < *known)
            && let Some(bones) = body.bones()
        {
            best = Some((sized, 1.0 - cost.max(0.0) / (2.0 * MAX_COST), bones));
        }
    }
    best.map(|(_, likelihood, bones)| (likelihood, bones))
}

/// The best pairs by length and cost.
fn most_likely(mut pairs: Vec<LimbPair>) -> Vec<LimbPair> {
    let merit = |pair: &LimbPair| ops::ln(pair.length.max(f32::MIN_POSITIVE)) - 0.25 * pair.cost;
    pairs.sort_by(|a, b| merit(b).total_cmp(&merit(a)).then(a.fork.cmp(&b.fork)));
    pairs.truncate(MAX_PAIRS);
    pairs
}

/// Two pairs of limbs on a trunk.
struct Body<'a> {
    tree: &'a JointTree,
    legs: &'a LimbPair,
    arms: &'a LimbPair,
    hips: usize,
    /// Joints from below the hips to the parent of the arms.
    trunk: Vec<usize>,
    /// Vector from the upper legs to the upper arms.
    spine: Vec3,
}

impl<'a> Body<'a> {
    /// Body of these limbs; `None` where they do not hang from one trunk.
    fn new(tree: &'a JointTree, legs: &'a LimbPair, arms: &'a LimbPair) -> Option<Self> {
        if legs.has(tree, arms.fork) || arms.has(tree, legs.fork) || share_a_limb(legs, arms) {
            return None;
        }
        let fork = std::iter::successors(Some(legs.fork), |j| tree.parent(*j));
        let hips = fork.take(MAX_TRUNK).find(|j| *j == arms.fork || tree.is_below(arms.fork, *j))?;
        let thighs = upper_middle(tree, legs);
        let hips = nearest_ancestor(tree, hips, thighs);
        let trunk = tree.path(hips, arms.fork, MAX_TRUNK)?;
        let spine = upper_middle(tree, arms) - thighs;
        (spine.length() > 0.0).then_some(Self { tree, legs, arms, hips, trunk, spine })
    }

    fn size(&self) -> f32 {
        self.legs.length + self.arms.length + self.spine.length()
    }

    /// Difference from a human body; `None` beyond all bounds.
    fn cost(&self) -> Option<f32> {
        let (up, trunk) = (self.spine.normalize(), self.spine.length());
        let ends = [0, 1].map(|side| {
            let [upper, _, end] = self.legs.joints(side);
            self.tree.position(end) - self.tree.position(upper)
        });
        let down = -0.5 * (ends[0] + ends[1]).dot(up) / self.legs.length;
        let leg = ops::ln(self.legs.length / trunk);
        let arm = ops::ln(self.arms.length / self.legs.length);
        if down < 0.3 || leg.abs() > 1.6 || arm.abs() > 1.1 {
            return None;
        }
        let posture = ((0.9 - down).max(0.0) / 0.4).powi(2) + 1.0 - up.y;
        Some(posture + leg * leg + arm * arm + self.legs.cost + self.arms.cost)
    }

    fn bones(&self) -> Option<Bones> {
        let style = Style::of(self.tree, self.legs);
        let shoulders = Shoulders {
            arms: self.arms,
            middle: upper_middle(self.tree, self.arms),
            up: self.spine.normalize(),
            trunk: self.spine.length(),
        };
        let (neck, head) = neck_and_head(self.tree, &shoulders, style)?;
        let joints = &self.trunk[..self.trunk.len() - usize::from(neck == self.trunk.last().copied())];
        let [spine, chest, upper_chest] = spine_bones(&above_hips(self.tree, self.hips, joints));
        let mut bones: Bones = [None; HumanBone::COUNT];
        bones[Hips.index()] = Some(self.hips);
        bones[Spine.index()] = Some(spine?);
        bones[Chest.index()] = chest;
        bones[UpperChest.index()] = upper_chest;
        bones[Neck.index()] = neck;
        bones[Head.index()] = Some(head);
        self.add_limbs(&mut bones, [Side::Left, Side::Right], [Side::Left, Side::Right], style);
        let axes = BodyAxes::of(self.tree, &bones)?;
        let sides = |pair: &LimbPair| {
            let leftness = [0, 1, 2].map(|n| axes.leftness(self.tree, pair.joints(0)[n], pair.joints(1)[n]));
            // Ends of limbs may cross.
            let side = leftness.into_iter().find(|side| side.abs() > 0.3).unwrap_or(leftness[0]);
            if side >= 0.0 { [Side::Left, Side::Right] } else { [Side::Right, Side::Left] }
        };
        self.add_limbs(&mut bones, sides(self.legs), sides(self.arms), style);
        Some(bones)
    }

    /// Adds the bones of all four limbs; `legs` and `arms` give the side of each limb.
    fn add_limbs(&self, bones: &mut Bones, legs: [Side; 2], arms: [Side; 2], style: Style) {
        let mut set = |bone: HumanBone, side: Side, joint: Option<usize>| {
            if let Some(bone) = bone.on(side) {
                bones[bone.index()] = joint;
            }
        };
        for (n, side) in legs.into_iter().enumerate() {
            let joints = self.legs.joints(n);
            for (bone, joint) in [LeftUpperLeg, LeftLowerLeg, LeftFoot].into_iter().zip(joints) {
                set(bone, side, Some(joint));
            }
            set(LeftToes, side, self.toes(joints, style));
        }
        for (n, side) in arms.into_iter().enumerate() {
            let joints = self.arms.joints(n);
            for (bone, joint) in [LeftUpperArm, LeftLowerArm, LeftHand].into_iter().zip(joints) {
                set(bone, side, Some(joint));
            }
            set(LeftShoulder, side, (self.arms.indices[0] > 0).then(|| self.arms.chains[n][0]));
            let found = fingers(self.tree, [joints[1], joints[2]], style);
            for (bone, joint) in FINGERS.into_iter().flatten().zip(found.into_iter().flatten()) {
                set(bone, side, joint);
            }
        }
    }

    /// Joint at the ball of the foot.
    fn toes(&self, [_, knee, ankle]: [usize; 3], style: Style) -> Option<usize> {
        let toes = *self.tree.chain(ankle, 2).get(1)?;
        let near = self.tree.distance(toes, ankle) < 1.2 * self.tree.distance(ankle, knee);
        (near && !style.is_end(self.tree, toes)).then_some(toes)
    }
}

fn share_a_limb(legs: &LimbPair, arms: &LimbPair) -> bool {
    legs.chains.iter().any(|leg| arms.chains.iter().any(|arm| leg[0] == arm[0]))
}

/// Midpoint of the upper joints of both limbs.
fn upper_middle(tree: &JointTree, pair: &LimbPair) -> Vec3 {
    tree.position(pair.joints(0)[0]).midpoint(tree.position(pair.joints(1)[0]))
}

/// `joint`, or an ancestor much nearer to `position`: in some rigs the thighs are children of the first spine
/// joint.
fn nearest_ancestor(tree: &JointTree, joint: usize, position: Vec3) -> usize {
    let distance = |j: usize| tree.position(j).distance(position);
    let nearer = |j: &usize| tree.parent(*j).filter(|parent| distance(*parent) < 0.7 * distance(*j));
    std::iter::successors(Some(joint), nearer).take(MAX_TRUNK).last().unwrap_or(joint)
}
