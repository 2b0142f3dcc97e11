use super::names::Bones;
use super::profile::FINGERS;
use super::stance::Stance;
use super::tree::{Tree, joint};
use super::{BoneMap, HumanBone, RestKind};
use crate::pose::ModelPose;
use crate::skeleton::{JointIndex, JointMask, Skeleton};

/// What is human about a skeleton.
#[derive(Clone, Debug, PartialEq)]
pub struct Humanoid {
    /// Which joint is which bone.
    pub map: BoneMap,
    /// How the bones were told: the kind of rig whose names they have, such as `mixamo`; `structure` where the names say
    /// nothing; or what the maker of the map says, such as `vrm`.
    pub profile: &'static str,
    /// How sure that is, from 0 to 1. A map that a file states is sure.
    pub confidence: f32,
    /// How the arms hang while nothing is animated.
    pub rest: RestKind,
    /// Whether the bones called left lie on the right of where the feet point: such a character is its own mirror
    /// image.
    pub mirrored: bool,
}

impl Humanoid {
    /// A humanoid whose bones are known, as those of a VRM file are.
    pub fn stated(skeleton: &Skeleton, map: BoneMap, profile: &'static str) -> Self {
        let tree = Tree::new(skeleton, ModelPose::rest(skeleton).as_slice());
        Self::new(&tree, map, profile, 1.0)
    }

    /// The joint that is a bone of the body's own: left is the body's left, whatever the file calls it.
    pub fn joint(&self, bone: HumanBone) -> Option<JointIndex> {
        self.map.joint(if self.mirrored { bone.mirrored() } else { bone })
    }

    /// Every joint but those of the fingers and what hangs from them: what is left to read of somebody far away.
    pub fn without_fingers(&self, skeleton: &Skeleton) -> JointMask {
        let mut mask = JointMask::uniform(skeleton, 1.0);
        self.leave_out_fingers(skeleton, &mut mask);
        mask
    }

    /// Takes the fingers and what hangs from them out of `mask`.
    pub fn leave_out_fingers(&self, skeleton: &Skeleton, mask: &mut JointMask) {
        for left in FINGERS.into_iter().flatten() {
            for joint in [left, left.mirrored()].into_iter().filter_map(|bone| self.map.joint(bone)) {
                mask.set_branch(skeleton, joint, 0.0);
            }
        }
    }

    pub(super) fn new(tree: &Tree, map: BoneMap, profile: &'static str, confidence: f32) -> Self {
        let mut bones: Bones = [None; HumanBone::COUNT];
        for (bone, joint) in map.iter() {
            bones[bone.index()] = Some(joint.index());
        }
        let rest = RestKind::of(tree, &bones);
        let mirrored = is_mirrored(tree, &bones);
        Self { map, profile, confidence, rest, mirrored }
    }
}

/// Whether both legs and arms are called by the wrong side.
fn is_mirrored(tree: &Tree, bones: &Bones) -> bool {
    use HumanBone::{LeftUpperArm, LeftUpperLeg};
    let Some(stance) = Stance::of(tree, bones).filter(|stance| stance.faces) else { return false };
    [LeftUpperLeg, LeftUpperArm].into_iter().all(|bone| {
        let pair = bones[bone.index()].zip(bones[bone.mirrored().index()]);
        pair.is_some_and(|(left, right)| stance.leftness(tree, left, right) < -0.7)
    })
}

/// A map of these bones; none if they do not hang from one another as they should.
pub(super) fn map_of(skeleton: &Skeleton, bones: &Bones) -> Option<BoneMap> {
    let pairs = HumanBone::ALL.into_iter().filter_map(|bone| Some((bone, joint(bones[bone.index()]?))));
    BoneMap::new(skeleton, pairs).ok()
}
