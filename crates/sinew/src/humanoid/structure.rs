//! Human bones by the structure of a skeleton alone: two pairs of limbs of equal lengths that hang from one trunk, of
//! which the one below are legs, the other arms, with a head between the arms. The idea of matching symmetric limbs is
//! that of Aujay et al., *Harmonic Skeleton for Realistic Character Animation* (2007), here on joints instead of surfaces.

use super::HumanBone::{self, *};
use super::Side;
use super::hand::fingers;
use super::head::{Shoulders, Style, neck_and_head};
use super::limb::{Pair, pairs};
use super::names::Bones;
use super::profile::FINGERS;
use super::stance::Stance;
use super::tree::Tree;
use super::trunk::spread_spine;
use glam::Vec3;

/// Pairs that are tried as legs and as arms.
const MAX_PAIRS: usize = 16;

/// Joints from the hips to the shoulders, at most.
const LONGEST_TRUNK: usize = 24;

/// Bodies that are less like one are none.
const MAX_COST: f32 = 12.0;

/// The most likely body, and how likely it is, from 0 to 1; none where there is nothing like one.
pub(super) fn by_structure(tree: &Tree) -> Option<(f32, Bones)> {
    let [legs, arms] = pairs(tree).map(likeliest);
    let mut best: Option<(f32, f32, Bones)> = None;
    for (legs, arms) in legs.iter().flat_map(|legs| arms.iter().map(move |arms| (legs, arms))) {
        let Some(body) = Body::new(tree, legs, arms) else { continue };
        let Some(cost) = body.cost().filter(|cost| *cost <= MAX_COST) else { continue };
        // Of two bodies in one skeleton the larger is meant.
        let sized = cost - 2.0 * body.size().ln();
        if best.as_ref().is_none_or(|(known, ..)| sized < *known)
            && let Some(bones) = body.bones()
        {
            best = Some((sized, 1.0 - cost.max(0.0) / (2.0 * MAX_COST), bones));
        }
    }
    best.map(|(_, likelihood, bones)| (likelihood, bones))
}

/// The longest and most fitting of all pairs.
fn likeliest(mut pairs: Vec<Pair>) -> Vec<Pair> {
    let merit = |pair: &Pair| pair.length.max(f32::MIN_POSITIVE).ln() - 0.25 * pair.cost;
    pairs.sort_by(|a, b| merit(b).total_cmp(&merit(a)).then(a.fork.cmp(&b.fork)));
    pairs.truncate(MAX_PAIRS);
    pairs
}

/// Two pairs of limbs on a trunk.
struct Body<'a> {
    tree: &'a Tree,
    legs: &'a Pair,
    arms: &'a Pair,
    hips: usize,
    /// From below the hips to the joint from which the arms hang.
    trunk: Vec<usize>,
    /// From the upper legs to the upper arms.
    spine: Vec3,
}

impl<'a> Body<'a> {
    fn new(tree: &'a Tree, legs: &'a Pair, arms: &'a Pair) -> Option<Self> {
        if legs.has(tree, arms.fork) || arms.has(tree, legs.fork) || share_a_limb(legs, arms) {
            return None;
        }
        let fork = std::iter::successors(Some(legs.fork), |j| tree.parent(*j));
        let hips = fork.take(LONGEST_TRUNK).find(|j| *j == arms.fork || tree.is_below(arms.fork, *j))?;
        let thighs = upper_middle(tree, legs);
        let hips = nearest_above(tree, hips, thighs);
        let trunk = tree.path(hips, arms.fork, LONGEST_TRUNK)?;
        let spine = upper_middle(tree, arms) - thighs;
        (spine.length() > 0.0).then_some(Self { tree, legs, arms, hips, trunk, spine })
    }

    fn size(&self) -> f32 {
        self.legs.length + self.arms.length + self.spine.length()
    }

    /// How unlike a human body it is; none if it is like none.
    fn cost(&self) -> Option<f32> {
        let (up, trunk) = (self.spine.normalize(), self.spine.length());
        let ends = [0, 1].map(|side| {
            let [upper, _, end] = self.legs.joints(side);
            self.tree.position(end) - self.tree.position(upper)
        });
        let down = -0.5 * (ends[0] + ends[1]).dot(up) / self.legs.length;
        let leg = (self.legs.length / trunk).ln();
        let arm = (self.arms.length / self.legs.length).ln();
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
        let links = &self.trunk[..self.trunk.len() - usize::from(neck == self.trunk.last().copied())];
        let [spine, chest, upper_chest] = spread_spine(links);
        let mut bones: Bones = [None; HumanBone::COUNT];
        bones[Hips.index()] = Some(self.hips);
        bones[Spine.index()] = Some(spine?);
        bones[Chest.index()] = chest;
        bones[UpperChest.index()] = upper_chest;
        bones[Neck.index()] = neck;
        bones[Head.index()] = Some(head);
        self.add_limbs(&mut bones, [Side::Left, Side::Right], [Side::Left, Side::Right], style);
        let stance = Stance::of(self.tree, &bones)?;
        let sides = |pair: &Pair| {
            let apart = [0, 1, 2].map(|n| stance.leftness(self.tree, pair.joints(0)[n], pair.joints(1)[n]));
            // Ends of limbs may cross.
            let aside = apart.into_iter().find(|aside| aside.abs() > 0.3).unwrap_or(apart[0]);
            if aside >= 0.0 { [Side::Left, Side::Right] } else { [Side::Right, Side::Left] }
        };
        self.add_limbs(&mut bones, sides(self.legs), sides(self.arms), style);
        Some(bones)
    }

    /// The bones of all four limbs, whose pairs are on these sides.
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
            set(LeftShoulder, side, (self.arms.places[0] > 0).then(|| self.arms.chains[n][0]));
            let found = fingers(self.tree, [joints[1], joints[2]], style);
            for (bone, joint) in FINGERS.into_iter().flatten().zip(found.into_iter().flatten()) {
                set(bone, side, joint);
            }
        }
    }

    /// The joint at the ball of the foot.
    fn toes(&self, [_, knee, ankle]: [usize; 3], style: Style) -> Option<usize> {
        let toes = *self.tree.chain(ankle, 2).get(1)?;
        let near = self.tree.distance(toes, ankle) < 1.2 * self.tree.distance(ankle, knee);
        (near && !style.is_end(self.tree, toes)).then_some(toes)
    }
}

fn share_a_limb(legs: &Pair, arms: &Pair) -> bool {
    legs.chains.iter().any(|leg| arms.chains.iter().any(|arm| leg[0] == arm[0]))
}

/// Halfway between both limbs' upper joints.
fn upper_middle(tree: &Tree, pair: &Pair) -> Vec3 {
    tree.position(pair.joints(0)[0]).midpoint(tree.position(pair.joints(1)[0]))
}

/// `joint`, or an ancestor that stands much nearer to `place`: some rigs hang the thighs from the first link of the spine.
fn nearest_above(tree: &Tree, joint: usize, place: Vec3) -> usize {
    let distance = |j: usize| tree.position(j).distance(place);
    let nearer = |j: &usize| tree.parent(*j).filter(|parent| distance(*parent) < 0.7 * distance(*j));
    std::iter::successors(Some(joint), nearer).take(LONGEST_TRUNK).last().unwrap_or(joint)
}
