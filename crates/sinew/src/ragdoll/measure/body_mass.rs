//! Masses of the parts of a human body, by its height and not by its volume: robes and armour make hulls of
//! many times the body's.
//!
//! Shares of the segments: P. de Leva, *Adjustments to Zatsiorsky-Seluyanov's segment inertia parameters*,
//! Journal of Biomechanics 29 (1996), table 4, the means of women and men. The mass of the whole grows with
//! the third power of the height (Rohrer's index), as it does from children to adults.

use crate::character::Character;
use crate::humanoid::HumanBone::{self, *};
use crate::humanoid::Humanoid;
use crate::ragdoll::assemble::joint_part;
use crate::skeleton::JointId;
use glam::Vec3;

/// Share of the trunk from the hip joints to the neck. Its thirds have the same mass per length within 3 %.
const TRUNK: f32 = 0.4302;

/// Share of the head with the neck.
const HEAD: f32 = 0.0681;

/// Shares of the segments of a leg and of an arm.
const LEG: [(HumanBone, f32); 3] = [(LeftUpperLeg, 0.1447), (LeftLowerLeg, 0.0457), (LeftFoot, 0.0133)];
const ARM: [(HumanBone, f32); 3] = [(LeftUpperArm, 0.0263), (LeftLowerArm, 0.0150), (LeftHand, 0.0059)];

/// Least length of a part of the trunk, relative to the whole trunk.
const MIN_TRUNK_PART: f32 = 0.05;

/// Parts of a humanoid's ragdoll.
pub(in crate::ragdoll) struct HumanParts<'a> {
    pub(in crate::ragdoll) character: &'a Character,
    pub(in crate::ragdoll) humanoid: &'a Humanoid,
    /// Joint of each part, parents first.
    pub(in crate::ragdoll) joints: &'a [JointId],
    pub(in crate::ragdoll) part_of_joint: &'a [u16],
}

impl HumanParts<'_> {
    /// Share of the mass of the whole body in each part; `None` where no part holds a segment of the body.
    /// Parts within a segment, and what hangs on one, such as a tail, divide its share by their volumes.
    pub(in crate::ragdoll) fn mass_shares(&self, volumes: &[f32]) -> Option<Vec<f32>> {
        let segments = self.segment_shares();
        let first = segments.iter().position(|share| *share > 0.0)?;
        let skeleton = self.character.skeleton();
        let mut owners = Vec::with_capacity(segments.len());
        for (n, &joint) in self.joints.iter().enumerate() {
            let above = skeleton.parent(joint).and_then(|parent| joint_part(self.part_of_joint, parent));
            owners.push(match segments[n] > 0.0 {
                true => n,
                false => above.map_or(first, |above| owners[above]),
            });
        }
        let mut sums = vec![0.0f32; segments.len()];
        owners.iter().zip(volumes).for_each(|(owner, volume)| sums[*owner] += volume);
        let share = |(owner, volume): (&usize, &f32)| segments[*owner] * volume / sums[*owner];
        Some(owners.iter().zip(volumes).map(share).collect())
    }

    /// Shares of the segments whose bones each part moves.
    fn segment_shares(&self) -> Vec<f32> {
        let mut shares = self.trunk_shares();
        let mut add = |part: Option<usize>, share: f32| {
            if let Some(part) = part {
                shares[part] += share;
            }
        };
        add(self.part_of(Head), HEAD);
        let chest = [UpperChest, Chest, Spine].into_iter().find_map(|bone| self.part_of(bone));
        for (limb, above) in [(LEG, self.part_of(Hips)), (ARM, chest)] {
            for side in [|bone| bone, HumanBone::mirrored] {
                // What has no bone belongs to the bone above.
                let mut part = above;
                for (bone, share) in limb {
                    part = self.part_of(side(bone)).or(part);
                    add(part, share);
                }
            }
        }
        shares
    }

    /// Shares of the parts of the trunk by their lengths from the hip joints to the neck; 0 for other parts.
    fn trunk_shares(&self) -> Vec<f32> {
        let mut shares = vec![0.0; self.joints.len()];
        let skeleton = self.character.skeleton();
        let reference = self.character.reference_model();
        let at = |joint: JointId| Vec3::from(reference[joint.index()].translation);
        let joint = |bone| self.humanoid.joint(bone);
        let (Some(hips), Some(neck)) = (joint(Hips), joint(Neck).or_else(|| joint(Head))) else {
            return shares;
        };
        let legs = joint(LeftUpperLeg).zip(joint(RightUpperLeg));
        let low = legs.map_or(at(hips), |(left, right)| at(left).midpoint(at(right)));
        let axis = (at(neck) - low) / at(neck).distance_squared(low).max(f32::MIN_POSITIVE);
        let holds_hips = |part: JointId| part == hips || skeleton.is_descendant_of(hips, part);
        let start = |part: JointId| match holds_hips(part) {
            true => 0.0,
            false => (at(part) - low).dot(axis).clamp(0.0, 1.0),
        };
        let is_trunk = |(_, part): &(usize, JointId)| *part != neck && skeleton.is_descendant_of(neck, *part);
        let parts: Vec<(usize, JointId)> = self.joints.iter().copied().enumerate().filter(is_trunk).collect();
        let Some(first) = parts.first() else { return shares };
        let ends = parts.iter().skip(1).map(|part| start(part.1)).chain([1.0]);
        let lengths: Vec<f32> =
            parts.iter().zip(ends).map(|(part, end)| (end - start(part.1)).max(MIN_TRUNK_PART)).collect();
        let whole = TRUNK * (1.0 - start(first.1)).max(MIN_TRUNK_PART) / lengths.iter().sum::<f32>();
        parts.iter().zip(&lengths).for_each(|(part, length)| shares[part.0] = whole * length);
        shares
    }

    fn part_of(&self, bone: HumanBone) -> Option<usize> {
        joint_part(self.part_of_joint, self.humanoid.joint(bone)?)
    }
}
