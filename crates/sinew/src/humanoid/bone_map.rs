use super::HumanBone;
use crate::skeleton::{JointIndex, Skeleton};

/// Which joint is which bone, and the other way round. Every bone's joint hangs below the joints of all bones that it
/// hangs from in a body.
#[derive(Clone, Debug, PartialEq)]
pub struct BoneMap {
    joints: [Option<JointIndex>; HumanBone::COUNT],
    /// By joint.
    bones: Vec<(JointIndex, HumanBone)>,
}

/// Why joints do not make a body. Joints are told by their names and their numbers in the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoneMapError {
    /// A joint that the skeleton does not have.
    #[error("{bone}: there is no joint {joint} ({count} joints)")]
    NoSuchJoint {
        /// The bone.
        bone: HumanBone,
        /// The joint's place in the skeleton.
        joint: u32,
        /// How many joints there are.
        count: usize,
    },
    /// A bone that two joints are to be.
    #[error("{bone} is both {first} and {second}")]
    BoneTwice {
        /// The bone.
        bone: HumanBone,
        /// One joint.
        first: String,
        /// The other.
        second: String,
    },
    /// A joint that is to be two bones.
    #[error("{joint} is both {first} and {second}")]
    JointTwice {
        /// The joint.
        joint: String,
        /// One bone.
        first: HumanBone,
        /// The other.
        second: HumanBone,
    },
    /// A joint that does not hang below the one it should.
    #[error("{bone} ({joint}) does not hang below {parent} ({parent_joint})")]
    NotBelow {
        /// The bone.
        bone: HumanBone,
        /// Its joint.
        joint: String,
        /// The bone it should hang from.
        parent: HumanBone,
        /// That bone's joint.
        parent_joint: String,
    },
}

impl BoneMap {
    /// A map of these pairs. It may lack bones, required ones too.
    ///
    /// # Errors
    /// When a joint does not exist, a bone or a joint comes twice, or a joint does not hang below the joint of the
    /// nearest bone that its own hangs from.
    pub fn new(
        skeleton: &Skeleton,
        pairs: impl IntoIterator<Item = (HumanBone, JointIndex)>,
    ) -> Result<Self, BoneMapError> {
        let called =
            |joint: JointIndex| format!("{:?} (node {})", skeleton.name(joint), skeleton.source(joint));
        let mut joints = [None; HumanBone::COUNT];
        for (bone, joint) in pairs {
            if joint.index() >= skeleton.len() {
                return Err(BoneMapError::NoSuchJoint { bone, joint: joint.0, count: skeleton.len() });
            }
            if let Some(first) = joints[bone.index()].replace(joint) {
                return Err(BoneMapError::BoneTwice { bone, first: called(first), second: called(joint) });
            }
        }
        let mut map = Self { joints, bones: Vec::new() };
        map.bones = map.iter().map(|(bone, joint)| (joint, bone)).collect();
        map.bones.sort();
        if let Some([(joint, first), (_, second)]) = map.bones.array_windows().find(|[a, b]| a.0 == b.0) {
            let joint = called(*joint);
            return Err(BoneMapError::JointTwice { joint, first: *first, second: *second });
        }
        for (bone, joint) in map.iter() {
            let Some((parent, parent_joint)) = map.parent(bone) else { continue };
            if joint == parent_joint || !skeleton.is_descendant_of(joint, parent_joint) {
                let (joint, parent_joint) = (called(joint), called(parent_joint));
                return Err(BoneMapError::NotBelow { bone, joint, parent, parent_joint });
            }
        }
        Ok(map)
    }

    /// The joint that is `bone`.
    #[inline]
    pub fn joint(&self, bone: HumanBone) -> Option<JointIndex> {
        self.joints[bone.index()]
    }

    /// The bone that `joint` is.
    pub fn bone(&self, joint: JointIndex) -> Option<HumanBone> {
        let place = self.bones.binary_search_by_key(&joint, |(joint, _)| *joint).ok()?;
        Some(self.bones[place].1)
    }

    /// All pairs, in the order of [`HumanBone::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (HumanBone, JointIndex)> {
        HumanBone::ALL.into_iter().filter_map(|bone| Some((bone, self.joint(bone)?)))
    }

    /// How many bones it has.
    pub fn len(&self) -> usize {
        self.bones.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.bones.is_empty()
    }

    /// The nearest bone that `bone` hangs from and that is there, and its joint.
    pub fn parent(&self, bone: HumanBone) -> Option<(HumanBone, JointIndex)> {
        let mut above = std::iter::successors(bone.parent(), |b| b.parent());
        above.find_map(|bone| Some((bone, self.joint(bone)?)))
    }

    /// Bones that VRM requires and that are not there.
    pub fn missing(&self) -> impl Iterator<Item = HumanBone> {
        HumanBone::ALL.into_iter().filter(|b| b.is_required() && self.joint(*b).is_none())
    }
}
