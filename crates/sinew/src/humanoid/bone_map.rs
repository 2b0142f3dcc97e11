use super::HumanBone;
use crate::skeleton::{JointIndex, Skeleton};

/// Which joint is which human bone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoneMap {
    joints: [Option<JointIndex>; HumanBone::COUNT],
}

/// Why bones and joints do not go together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoneMapError {
    /// A bone without which nothing is a humanoid.
    #[error("there is no {}", .0.name())]
    Missing(HumanBone),
    /// A bone given two joints.
    #[error("{} stands there twice", .0.name())]
    Twice(HumanBone),
    /// A joint that is two bones.
    #[error("one joint is {} and {}", .0.name(), .1.name())]
    Shared(HumanBone, HumanBone),
    /// A joint that the skeleton does not have.
    #[error("the joint of {} does not exist", .0.name())]
    NoJoint(HumanBone),
    /// A bone that does not hang below the one it should.
    #[error("{} is not below {}", .0.name(), .1.name())]
    NotBelow(HumanBone, HumanBone),
}

impl BoneMap {
    /// A map of these bones. Each must hang below the nearest of its parents that is there.
    ///
    /// # Errors
    /// When a required bone is missing, a bone or a joint is named twice, or bones hang on one another as they do on no
    /// body.
    pub fn new(
        skeleton: &Skeleton,
        bones: impl IntoIterator<Item = (HumanBone, JointIndex)>,
    ) -> Result<Self, BoneMapError> {
        let mut map = Self { joints: [None; HumanBone::COUNT] };
        for (bone, joint) in bones {
            if joint.index() >= skeleton.len() {
                return Err(BoneMapError::NoJoint(bone));
            }
            if let Some(other) = map.bone(joint).filter(|&other| other != bone) {
                return Err(BoneMapError::Shared(other, bone));
            }
            if map.joints[bone as usize].replace(joint).is_some() {
                return Err(BoneMapError::Twice(bone));
            }
        }
        if let Some(missing) = HumanBone::all().find(|&b| b.is_required() && map.joint(b).is_none()) {
            return Err(BoneMapError::Missing(missing));
        }
        for (bone, joint) in map.iter() {
            let Some((above, parent)) = map.nearest_parent(bone) else { continue };
            let mut up = std::iter::successors(skeleton.parent(joint), |&joint| skeleton.parent(joint));
            if !up.any(|joint| joint == parent) {
                return Err(BoneMapError::NotBelow(bone, above));
            }
        }
        Ok(map)
    }

    /// The joint of a bone, if the character has it.
    pub fn joint(&self, bone: HumanBone) -> Option<JointIndex> {
        self.joints[bone as usize]
    }

    /// The bone that a joint is, if any.
    pub fn bone(&self, joint: JointIndex) -> Option<HumanBone> {
        self.iter().find(|(_, j)| *j == joint).map(|(bone, _)| bone)
    }

    /// The bones that are there, parents before children.
    pub fn iter(&self) -> impl Iterator<Item = (HumanBone, JointIndex)> + '_ {
        HumanBone::all().filter_map(|bone| Some((bone, self.joint(bone)?)))
    }

    /// The nearest bone above that is there.
    pub fn nearest_parent(&self, bone: HumanBone) -> Option<(HumanBone, JointIndex)> {
        let mut above = std::iter::successors(bone.parent(), |bone| bone.parent());
        above.find_map(|bone| Some((bone, self.joint(bone)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Transform;
    use crate::skeleton::Joint;

    /// A skeleton of all required bones in a tree as bodies have it.
    fn body() -> (Skeleton, Vec<(HumanBone, JointIndex)>) {
        let bones: Vec<HumanBone> = HumanBone::all().filter(|b| b.is_required()).collect();
        let place = |bone: HumanBone| bones.iter().position(|b| *b == bone).map(|n| n as u32);
        let parent = |bone: HumanBone| std::iter::successors(bone.parent(), |b| b.parent()).find_map(place);
        let joints = bones.iter().map(|&bone| Joint {
            name: bone.name().into(),
            parent: parent(bone),
            rest: Transform::IDENTITY,
            in_scene: true,
        });
        let skeleton = Skeleton::new(joints.collect()).unwrap();
        let pairs = bones.iter().map(|&b| (b, skeleton.find(b.name()).unwrap())).collect();
        (skeleton, pairs)
    }

    #[test]
    fn a_body_and_what_is_none() {
        let (skeleton, pairs) = body();
        let map = BoneMap::new(&skeleton, pairs.clone()).unwrap();
        assert_eq!(map.iter().count(), 15);
        let head = map.joint(HumanBone::Head).unwrap();
        assert_eq!((skeleton.name(head), map.bone(head)), ("head", Some(HumanBone::Head)));
        assert_eq!(map.nearest_parent(HumanBone::Head).unwrap().0, HumanBone::Spine);
        let with = |change: fn(&mut Vec<(HumanBone, JointIndex)>)| {
            let mut pairs = pairs.clone();
            change(&mut pairs);
            BoneMap::new(&skeleton, pairs).unwrap_err()
        };
        assert_eq!(
            with(|p| p.retain(|(bone, _)| *bone != HumanBone::Hips)),
            BoneMapError::Missing(HumanBone::Hips)
        );
        assert_eq!(with(|p| p[1].1.0 = 99), BoneMapError::NoJoint(HumanBone::Spine));
        assert!(matches!(with(|p| p[1].1 = p[0].1), BoneMapError::Shared(..)));
        assert!(matches!(
            with(|p| p.push((p[0].0, p[1].1))),
            BoneMapError::Shared(..) | BoneMapError::Twice(_)
        ));
        let swapped = with(|p| {
            let (a, b) = (p[3].1, p[4].1);
            (p[3].1, p[4].1) = (b, a);
        });
        assert!(matches!(swapped, BoneMapError::NotBelow(..)), "{swapped}");
    }
}
