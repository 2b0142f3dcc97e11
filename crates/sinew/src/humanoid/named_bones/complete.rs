//! Humanoid from bones that a user names, completed by the detected ones.

use crate::humanoid::{BoneMap, BoneMapError, HumanBone, Humanoid};
use crate::skeleton::{JointId, Skeleton};

impl Humanoid {
    /// Humanoid of the `named` bones, completed by those of `found` that fit: for rigs of which detection
    /// finds some bones or none.
    ///
    /// # Errors
    /// As [`BoneMap::new`], for the named bones.
    ///
    /// ```
    /// use sinew::humanoid::{HumanBone, Humanoid};
    /// use sinew::skeleton::{Joint, Skeleton};
    /// use sinew::{JointId, Transform};
    ///
    /// let rest = Transform::IDENTITY;
    /// let joint = |name: &str, parent| Joint { name: name.into(), parent, rest, in_scene: true };
    /// let joints = vec![joint("root", None), joint("stalk", Some(0)), joint("bulb", Some(1))];
    /// let skeleton = Skeleton::new(joints)?;
    /// let named = [(HumanBone::Hips, JointId(1)), (HumanBone::Head, JointId(2))];
    /// let humanoid = Humanoid::with_named_bones(&skeleton, &named, None)?;
    /// assert_eq!(humanoid.joint(HumanBone::Head), skeleton.find("bulb"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_named_bones(
        skeleton: &Skeleton,
        named: &[(HumanBone, JointId)],
        found: Option<&Self>,
    ) -> Result<Self, BoneMapError> {
        let mut map = BoneMap::new(skeleton, named.iter().copied())?;
        for (bone, joint) in found.into_iter().flat_map(|found| found.named_bones.iter()) {
            if map.joint(bone).is_some() {
                continue;
            }
            // A bone that was found does not fit where its joint has another name,
            // or lies elsewhere than a named one.
            if let Ok(larger) = BoneMap::new(skeleton, map.iter().chain([(bone, joint)])) {
                map = larger;
            }
        }
        Ok(Self::of_map(skeleton, map, "named"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Transform;
    use crate::skeleton::Joint;
    use glam::Vec3;

    /// A body with names of Mixamo, and a second joint below each elbow.
    fn skeleton() -> Skeleton {
        let joints = [
            ("Hips", None, [0.0, 1.0, 0.0]),
            ("Spine", Some(0), [0.0, 0.2, 0.0]),
            ("Head", Some(1), [0.0, 0.4, 0.0]),
            ("LeftUpLeg", Some(0), [0.1, 0.0, 0.0]),
            ("LeftLeg", Some(3), [0.0, -0.5, 0.0]),
            ("LeftFoot", Some(4), [0.0, -0.4, 0.0]),
            ("RightUpLeg", Some(0), [-0.1, 0.0, 0.0]),
            ("RightLeg", Some(6), [0.0, -0.5, 0.0]),
            ("RightFoot", Some(7), [0.0, -0.4, 0.0]),
            ("LeftArm", Some(1), [0.2, 0.25, 0.0]),
            ("LeftForeArm", Some(9), [0.25, 0.0, 0.0]),
            ("LeftHand", Some(10), [0.25, 0.0, 0.0]),
            ("RightArm", Some(1), [-0.2, 0.25, 0.0]),
            ("RightForeArm", Some(12), [-0.25, 0.0, 0.0]),
            ("RightHand", Some(13), [-0.25, 0.0, 0.0]),
            ("Claw", Some(10), [0.2, 0.1, 0.0]),
        ];
        let joints = joints.map(|(name, parent, at)| Joint {
            name: name.into(),
            parent,
            rest: Transform::from_translation(Vec3::from(at)),
            in_scene: true,
        });
        Skeleton::new(joints.into()).unwrap()
    }

    #[test]
    fn named_bones_go_before_found_ones() {
        use HumanBone::*;
        let skeleton = skeleton();
        let found = Humanoid::detect(&skeleton).unwrap();
        let joint = |name: &str| skeleton.find(name).unwrap();
        let made = |named: &[(HumanBone, &str)]| {
            let named: Vec<_> = named.iter().map(|(bone, name)| (*bone, joint(name))).collect();
            Humanoid::with_named_bones(&skeleton, &named, Some(&found))
        };
        let clawed = made(&[(LeftHand, "Claw")]).unwrap();
        assert_eq!(
            (clawed.joint(LeftHand), clawed.named_bones.len()),
            (Some(joint("Claw")), found.named_bones.len())
        );
        // What was the hand is the elbow now, so the hand is not known; the elbow's joint is free.
        let moved = made(&[(LeftLowerArm, "LeftHand")]).unwrap();
        assert_eq!((moved.joint(LeftLowerArm), moved.joint(LeftHand)), (Some(joint("LeftHand")), None));
        assert_eq!(moved.joint(RightHand), found.joint(RightHand));
        assert!(matches!(
            made(&[(LeftHand, "Claw"), (Head, "Claw")]),
            Err(BoneMapError::DuplicateJoint { .. })
        ));
        let backwards = made(&[(LeftUpperArm, "LeftHand"), (LeftHand, "LeftArm")]);
        assert!(matches!(backwards, Err(BoneMapError::NotDescendant { .. })));
    }
}
