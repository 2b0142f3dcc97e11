/// A bone of the human body, as VRM 1.0 names them (VRM Consortium, *VRMC_vrm-1.0*, humanoid).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HumanBone {
    /// Hips.
    Hips,
    /// Spine.
    Spine,
    /// Chest.
    Chest,
    /// Upper chest.
    UpperChest,
    /// Neck.
    Neck,
    /// Head.
    Head,
    /// Left eye.
    LeftEye,
    /// Right eye.
    RightEye,
    /// Jaw.
    Jaw,
    /// Left upper leg.
    LeftUpperLeg,
    /// Left lower leg.
    LeftLowerLeg,
    /// Left foot.
    LeftFoot,
    /// Left toes.
    LeftToes,
    /// Right upper leg.
    RightUpperLeg,
    /// Right lower leg.
    RightLowerLeg,
    /// Right foot.
    RightFoot,
    /// Right toes.
    RightToes,
    /// Left shoulder.
    LeftShoulder,
    /// Left upper arm.
    LeftUpperArm,
    /// Left lower arm.
    LeftLowerArm,
    /// Left hand.
    LeftHand,
    /// Right shoulder.
    RightShoulder,
    /// Right upper arm.
    RightUpperArm,
    /// Right lower arm.
    RightLowerArm,
    /// Right hand.
    RightHand,
    /// Left thumb metacarpal.
    LeftThumbMetacarpal,
    /// Left thumb proximal.
    LeftThumbProximal,
    /// Left thumb distal.
    LeftThumbDistal,
    /// Left index proximal.
    LeftIndexProximal,
    /// Left index intermediate.
    LeftIndexIntermediate,
    /// Left index distal.
    LeftIndexDistal,
    /// Left middle proximal.
    LeftMiddleProximal,
    /// Left middle intermediate.
    LeftMiddleIntermediate,
    /// Left middle distal.
    LeftMiddleDistal,
    /// Left ring proximal.
    LeftRingProximal,
    /// Left ring intermediate.
    LeftRingIntermediate,
    /// Left ring distal.
    LeftRingDistal,
    /// Left little proximal.
    LeftLittleProximal,
    /// Left little intermediate.
    LeftLittleIntermediate,
    /// Left little distal.
    LeftLittleDistal,
    /// Right thumb metacarpal.
    RightThumbMetacarpal,
    /// Right thumb proximal.
    RightThumbProximal,
    /// Right thumb distal.
    RightThumbDistal,
    /// Right index proximal.
    RightIndexProximal,
    /// Right index intermediate.
    RightIndexIntermediate,
    /// Right index distal.
    RightIndexDistal,
    /// Right middle proximal.
    RightMiddleProximal,
    /// Right middle intermediate.
    RightMiddleIntermediate,
    /// Right middle distal.
    RightMiddleDistal,
    /// Right ring proximal.
    RightRingProximal,
    /// Right ring intermediate.
    RightRingIntermediate,
    /// Right ring distal.
    RightRingDistal,
    /// Right little proximal.
    RightLittleProximal,
    /// Right little intermediate.
    RightLittleIntermediate,
    /// Right little distal.
    RightLittleDistal,
}

use HumanBone as B;

/// Every bone: itself, VRM's name for it, the bone it hangs on, whether a humanoid must have it.
const TABLE: [(HumanBone, &str, Option<HumanBone>, bool); HumanBone::COUNT] = [
    (B::Hips, "hips", None, true),
    (B::Spine, "spine", Some(B::Hips), true),
    (B::Chest, "chest", Some(B::Spine), false),
    (B::UpperChest, "upperChest", Some(B::Chest), false),
    (B::Neck, "neck", Some(B::UpperChest), false),
    (B::Head, "head", Some(B::Neck), true),
    (B::LeftEye, "leftEye", Some(B::Head), false),
    (B::RightEye, "rightEye", Some(B::Head), false),
    (B::Jaw, "jaw", Some(B::Head), false),
    (B::LeftUpperLeg, "leftUpperLeg", Some(B::Hips), true),
    (B::LeftLowerLeg, "leftLowerLeg", Some(B::LeftUpperLeg), true),
    (B::LeftFoot, "leftFoot", Some(B::LeftLowerLeg), true),
    (B::LeftToes, "leftToes", Some(B::LeftFoot), false),
    (B::RightUpperLeg, "rightUpperLeg", Some(B::Hips), true),
    (B::RightLowerLeg, "rightLowerLeg", Some(B::RightUpperLeg), true),
    (B::RightFoot, "rightFoot", Some(B::RightLowerLeg), true),
    (B::RightToes, "rightToes", Some(B::RightFoot), false),
    (B::LeftShoulder, "leftShoulder", Some(B::UpperChest), false),
    (B::LeftUpperArm, "leftUpperArm", Some(B::LeftShoulder), true),
    (B::LeftLowerArm, "leftLowerArm", Some(B::LeftUpperArm), true),
    (B::LeftHand, "leftHand", Some(B::LeftLowerArm), true),
    (B::RightShoulder, "rightShoulder", Some(B::UpperChest), false),
    (B::RightUpperArm, "rightUpperArm", Some(B::RightShoulder), true),
    (B::RightLowerArm, "rightLowerArm", Some(B::RightUpperArm), true),
    (B::RightHand, "rightHand", Some(B::RightLowerArm), true),
    (B::LeftThumbMetacarpal, "leftThumbMetacarpal", Some(B::LeftHand), false),
    (B::LeftThumbProximal, "leftThumbProximal", Some(B::LeftThumbMetacarpal), false),
    (B::LeftThumbDistal, "leftThumbDistal", Some(B::LeftThumbProximal), false),
    (B::LeftIndexProximal, "leftIndexProximal", Some(B::LeftHand), false),
    (B::LeftIndexIntermediate, "leftIndexIntermediate", Some(B::LeftIndexProximal), false),
    (B::LeftIndexDistal, "leftIndexDistal", Some(B::LeftIndexIntermediate), false),
    (B::LeftMiddleProximal, "leftMiddleProximal", Some(B::LeftHand), false),
    (B::LeftMiddleIntermediate, "leftMiddleIntermediate", Some(B::LeftMiddleProximal), false),
    (B::LeftMiddleDistal, "leftMiddleDistal", Some(B::LeftMiddleIntermediate), false),
    (B::LeftRingProximal, "leftRingProximal", Some(B::LeftHand), false),
    (B::LeftRingIntermediate, "leftRingIntermediate", Some(B::LeftRingProximal), false),
    (B::LeftRingDistal, "leftRingDistal", Some(B::LeftRingIntermediate), false),
    (B::LeftLittleProximal, "leftLittleProximal", Some(B::LeftHand), false),
    (B::LeftLittleIntermediate, "leftLittleIntermediate", Some(B::LeftLittleProximal), false),
    (B::LeftLittleDistal, "leftLittleDistal", Some(B::LeftLittleIntermediate), false),
    (B::RightThumbMetacarpal, "rightThumbMetacarpal", Some(B::RightHand), false),
    (B::RightThumbProximal, "rightThumbProximal", Some(B::RightThumbMetacarpal), false),
    (B::RightThumbDistal, "rightThumbDistal", Some(B::RightThumbProximal), false),
    (B::RightIndexProximal, "rightIndexProximal", Some(B::RightHand), false),
    (B::RightIndexIntermediate, "rightIndexIntermediate", Some(B::RightIndexProximal), false),
    (B::RightIndexDistal, "rightIndexDistal", Some(B::RightIndexIntermediate), false),
    (B::RightMiddleProximal, "rightMiddleProximal", Some(B::RightHand), false),
    (B::RightMiddleIntermediate, "rightMiddleIntermediate", Some(B::RightMiddleProximal), false),
    (B::RightMiddleDistal, "rightMiddleDistal", Some(B::RightMiddleIntermediate), false),
    (B::RightRingProximal, "rightRingProximal", Some(B::RightHand), false),
    (B::RightRingIntermediate, "rightRingIntermediate", Some(B::RightRingProximal), false),
    (B::RightRingDistal, "rightRingDistal", Some(B::RightRingIntermediate), false),
    (B::RightLittleProximal, "rightLittleProximal", Some(B::RightHand), false),
    (B::RightLittleIntermediate, "rightLittleIntermediate", Some(B::RightLittleProximal), false),
    (B::RightLittleDistal, "rightLittleDistal", Some(B::RightLittleIntermediate), false),
];

impl HumanBone {
    /// How many there are.
    pub const COUNT: usize = 55;

    /// All of them, parents before children.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        TABLE.iter().map(|row| row.0)
    }

    /// VRM 1.0's name, such as `leftUpperArm`.
    pub fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// The bone that VRM 1.0 calls `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// The bone it hangs on; a character may lack that one, and have it hang on the one above.
    pub fn parent(self) -> Option<Self> {
        TABLE[self as usize].2
    }

    /// Whether every humanoid has it.
    pub fn is_required(self) -> bool {
        TABLE[self as usize].3
    }

    /// The same bone of the other side; itself on the centre line.
    pub fn mirrored(self) -> Self {
        let name = self.name();
        let other = match (name.strip_prefix("left"), name.strip_prefix("right")) {
            (Some(rest), _) => format!("right{rest}"),
            (_, Some(rest)) => format!("left{rest}"),
            _ => return self,
        };
        Self::from_name(&other).unwrap_or(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_stands_in_the_order_of_the_bones() {
        for (n, bone) in HumanBone::all().enumerate() {
            assert_eq!(bone as usize, n);
            assert_eq!(HumanBone::from_name(bone.name()), Some(bone));
            assert!(bone.parent().is_none_or(|parent| parent < bone), "{bone:?}");
            assert_eq!(bone.mirrored().mirrored(), bone);
            let parent = bone.parent().map(HumanBone::mirrored);
            assert_eq!(bone.mirrored().parent(), parent, "{bone:?}");
        }
        assert_eq!(HumanBone::all().filter(|b| b.is_required()).count(), 15);
        assert_eq!(HumanBone::LeftHand.mirrored(), HumanBone::RightHand);
        assert_eq!(HumanBone::Jaw.mirrored(), HumanBone::Jaw);
    }
}
