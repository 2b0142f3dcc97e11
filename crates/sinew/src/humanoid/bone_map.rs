use super::HumanBone;
use crate::skeleton::{JointId, Skeleton};

/// Two-way map between human bones and joints. The joint of a bone is always a descendant of the joints of
/// the bone's ancestors.
#[derive(Clone, Debug, PartialEq)]
pub struct BoneMap {
    joints: [Option<JointId>; HumanBone::COUNT],
    /// Sorted by joint.
    bones: Vec<(JointId, HumanBone)>,
}

/// Error of [`BoneMap::new`]. Messages identify joints by name and by node index in the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoneMapError {
    /// The skeleton does not have the joint.
    #[error("{bone}: joint {joint} does not exist (the skeleton has {count} joints)")]
    NoSuchJoint {
        /// The bone.
        bone: HumanBone,
        /// Index of the joint.
        joint: u32,
        /// Number of joints in the skeleton.
        count: usize,
    },
    /// Two joints are mapped to one bone.
    #[error("{bone}: mapped to two joints, {first} and {second}; expected one")]
    DuplicateBone {
        /// The bone.
        bone: HumanBone,
        /// The first joint.
        first: String,
        /// The second joint.
        second: String,
    },
    /// Two bones are mapped to one joint.
    #[error("{joint}: mapped to two bones, {first} and {second}; expected one")]
    DuplicateJoint {
        /// The joint.
        joint: String,
        /// The first bone.
        first: HumanBone,
        /// The second bone.
        second: HumanBone,
    },
    /// A joint is not a descendant of its parent bone's joint.
    #[error("{bone} ({joint}) is not a descendant of {parent} ({parent_joint})")]
    NotDescendant {
        /// The bone.
        bone: HumanBone,
        /// Its joint.
        joint: String,
        /// The nearest mapped ancestor of the bone.
        parent: HumanBone,
        /// Joint of that ancestor.
        parent_joint: String,
    },
}

impl BoneMap {
    /// Map from pairs of bone and joint. Bones may be missing, even required ones
    /// ([`missing`](Self::missing)).
    ///
    /// # Errors
    /// When a joint does not exist, a bone or a joint is listed twice, or a joint is not a descendant of the
    /// joint of its bone's nearest mapped ancestor.
    pub fn new(
        skeleton: &Skeleton,
        pairs: impl IntoIterator<Item = (HumanBone, JointId)>,
    ) -> Result<Self, BoneMapError> {
        let label =
            |joint: JointId| format!("{:?} (node {})", skeleton.name(joint), skeleton.file_index(joint));
        let mut joints = [None; HumanBone::COUNT];
        for (bone, joint) in pairs {
            if joint.index() >= skeleton.len() {
                return Err(BoneMapError::NoSuchJoint { bone, joint: joint.0, count: skeleton.len() });
            }
            if let Some(first) = joints[bone.index()].replace(joint) {
                return Err(BoneMapError::DuplicateBone { bone, first: label(first), second: label(joint) });
            }
        }
        let mut map = Self { joints, bones: Vec::new() };
        map.bones = map.iter().map(|(bone, joint)| (joint, bone)).collect();
        map.bones.sort();
        if let Some([(joint, first), (_, second)]) = map.bones.array_windows().find(|[a, b]| a.0 == b.0) {
            let joint = label(*joint);
            return Err(BoneMapError::DuplicateJoint { joint, first: *first, second: *second });
        }
        for (bone, joint) in map.iter() {
            let Some((parent, parent_joint)) = map.parent(bone) else { continue };
            if joint == parent_joint || !skeleton.is_descendant_of(joint, parent_joint) {
                let (joint, parent_joint) = (label(joint), label(parent_joint));
                return Err(BoneMapError::NotDescendant { bone, joint, parent, parent_joint });
            }
        }
        Ok(map)
    }

    /// Joint of a bone.
    #[inline]
    #[must_use]
    pub fn joint(&self, bone: HumanBone) -> Option<JointId> {
        self.joints[bone.index()]
    }

    /// Bone of a joint.
    #[must_use]
    pub fn bone(&self, joint: JointId) -> Option<HumanBone> {
        let index = self.bones.binary_search_by_key(&joint, |(joint, _)| *joint).ok()?;
        Some(self.bones[index].1)
    }

    /// All pairs, in the order of [`HumanBone::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (HumanBone, JointId)> {
        HumanBone::ALL.into_iter().filter_map(|bone| Some((bone, self.joint(bone)?)))
    }

    /// Number of mapped bones.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bones.len()
    }

    /// Whether no bone is mapped.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bones.is_empty()
    }

    /// Nearest ancestor of `bone` that is mapped, and its joint.
    #[must_use]
    pub fn parent(&self, bone: HumanBone) -> Option<(HumanBone, JointId)> {
        let mut above = std::iter::successors(bone.parent(), |b| b.parent());
        above.find_map(|bone| Some((bone, self.joint(bone)?)))
    }

    /// Bones that VRM requires and that are not mapped.
    pub fn missing(&self) -> impl Iterator<Item = HumanBone> {
        HumanBone::ALL.into_iter().filter(|b| b.is_required() && self.joint(*b).is_none())
    }
}
