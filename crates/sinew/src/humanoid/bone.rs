//! The 55 human bones of VRM 1.0 (vrm-c/vrm-specification, *VRMC_vrm-1.0/humanoid.md*): names, hierarchy,
//! mirrored bones, required bones.

use std::fmt;

/// Side of the body from the character's own view: a character that faces +Z has its left at +X.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// On the centre line.
    Center,
    /// The character's own left.
    Left,
    /// The character's own right.
    Right,
}

/// One of the two halves of the body, from the character's own view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BodySide {
    /// The character's own left.
    Left,
    /// The character's own right.
    Right,
}

impl BodySide {
    /// Bone of this side, from the one of the left side.
    pub(crate) const fn bone(self, left: HumanBone) -> HumanBone {
        match self {
            Self::Left => left,
            Self::Right => left.mirrored(),
        }
    }
}

macro_rules! bones {
    ($($variant:ident $name:literal $parent:ident $mirrored:ident $need:ident)*) => {
        /// A bone of the human body, as VRM 1.0 names it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the names say it; they are VRM's")]
        pub enum HumanBone {
            $($variant,)*
        }

        impl HumanBone {
            /// All bones, parents first.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$variant,)*];

            const ROWS: [Row; Self::COUNT] = [$(Row {
                name: $name,
                parent: Self::$parent,
                mirrored: Self::$mirrored,
                required: bones!(@ $need),
            },)*];
        }
    };
    (@ required) => { true };
    (@ optional) => { false };
}

/// Table row of a bone. The hips are their own parent here.
struct Row {
    name: &'static str,
    parent: HumanBone,
    mirrored: HumanBone,
    required: bool,
}

// Bone, name, parent, mirrored bone.
bones! {
    Hips                    "hips"                    Hips                    Hips                    required
    Spine                   "spine"                   Hips                    Spine                   required
    Chest                   "chest"                   Spine                   Chest                   optional
    UpperChest              "upperChest"              Chest                   UpperChest              optional
    Neck                    "neck"                    UpperChest              Neck                    optional
    Head                    "head"                    Neck                    Head                    required
    LeftEye                 "leftEye"                 Head                    RightEye                optional
    RightEye                "rightEye"                Head                    LeftEye                 optional
    Jaw                     "jaw"                     Head                    Jaw                     optional
    LeftUpperLeg            "leftUpperLeg"            Hips                    RightUpperLeg           required
    LeftLowerLeg            "leftLowerLeg"            LeftUpperLeg            RightLowerLeg           required
    LeftFoot                "leftFoot"                LeftLowerLeg            RightFoot               required
    LeftToes                "leftToes"                LeftFoot                RightToes               optional
    RightUpperLeg           "rightUpperLeg"           Hips                    LeftUpperLeg            required
    RightLowerLeg           "rightLowerLeg"           RightUpperLeg           LeftLowerLeg            required
    RightFoot               "rightFoot"               RightLowerLeg           LeftFoot                required
    RightToes               "rightToes"               RightFoot               LeftToes                optional
    LeftShoulder            "leftShoulder"            UpperChest              RightShoulder           optional
    LeftUpperArm            "leftUpperArm"            LeftShoulder            RightUpperArm           required
    LeftLowerArm            "leftLowerArm"            LeftUpperArm            RightLowerArm           required
    LeftHand                "leftHand"                LeftLowerArm            RightHand               required
    RightShoulder           "rightShoulder"           UpperChest              LeftShoulder            optional
    RightUpperArm           "rightUpperArm"           RightShoulder           LeftUpperArm            required
    RightLowerArm           "rightLowerArm"           RightUpperArm           LeftLowerArm            required
    RightHand               "rightHand"               RightLowerArm           LeftHand                required
    LeftThumbMetacarpal     "leftThumbMetacarpal"     LeftHand                RightThumbMetacarpal    optional
    LeftThumbProximal       "leftThumbProximal"       LeftThumbMetacarpal     RightThumbProximal      optional
    LeftThumbDistal         "leftThumbDistal"         LeftThumbProximal       RightThumbDistal        optional
    LeftIndexProximal       "leftIndexProximal"       LeftHand                RightIndexProximal      optional
    LeftIndexIntermediate   "leftIndexIntermediate"   LeftIndexProximal       RightIndexIntermediate  optional
    LeftIndexDistal         "leftIndexDistal"         LeftIndexIntermediate   RightIndexDistal        optional
    LeftMiddleProximal      "leftMiddleProximal"      LeftHand                RightMiddleProximal     optional
    LeftMiddleIntermediate  "leftMiddleIntermediate"  LeftMiddleProximal      RightMiddleIntermediate optional
    LeftMiddleDistal        "leftMiddleDistal"        LeftMiddleIntermediate  RightMiddleDistal       optional
    LeftRingProximal        "leftRingProximal"        LeftHand                RightRingProximal       optional
    LeftRingIntermediate    "leftRingIntermediate"    LeftRingProximal        RightRingIntermediate   optional
    LeftRingDistal          "leftRingDistal"          LeftRingIntermediate    RightRingDistal         optional
    LeftLittleProximal      "leftLittleProximal"      LeftHand                RightLittleProximal     optional
    LeftLittleIntermediate  "leftLittleIntermediate"  LeftLittleProximal      RightLittleIntermediate optional
    LeftLittleDistal        "leftLittleDistal"        LeftLittleIntermediate  RightLittleDistal       optional
    RightThumbMetacarpal    "rightThumbMetacarpal"    RightHand               LeftThumbMetacarpal     optional
    RightThumbProximal      "rightThumbProximal"      RightThumbMetacarpal    LeftThumbProximal       optional
    RightThumbDistal        "rightThumbDistal"        RightThumbProximal      LeftThumbDistal         optional
    RightIndexProximal      "rightIndexProximal"      RightHand               LeftIndexProximal       optional
    RightIndexIntermediate  "rightIndexIntermediate"  RightIndexProximal      LeftIndexIntermediate   optional
    RightIndexDistal        "rightIndexDistal"        RightIndexIntermediate  LeftIndexDistal         optional
    RightMiddleProximal     "rightMiddleProximal"     RightHand               LeftMiddleProximal      optional
    RightMiddleIntermediate "rightMiddleIntermediate" RightMiddleProximal     LeftMiddleIntermediate  optional
    RightMiddleDistal       "rightMiddleDistal"       RightMiddleIntermediate LeftMiddleDistal        optional
    RightRingProximal       "rightRingProximal"       RightHand               LeftRingProximal        optional
    RightRingIntermediate   "rightRingIntermediate"   RightRingProximal       LeftRingIntermediate    optional
    RightRingDistal         "rightRingDistal"         RightRingIntermediate   LeftRingDistal          optional
    RightLittleProximal     "rightLittleProximal"     RightHand               LeftLittleProximal      optional
    RightLittleIntermediate "rightLittleIntermediate" RightLittleProximal     LeftLittleIntermediate  optional
    RightLittleDistal       "rightLittleDistal"       RightLittleIntermediate LeftLittleDistal        optional
}

impl HumanBone {
    /// Number of bones.
    pub const COUNT: usize = 55;

    /// Index into [`ALL`](Self::ALL).
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether it is a bone of a finger, or the toes.
    pub(crate) const fn is_digit(self) -> bool {
        self as usize >= Self::LeftThumbMetacarpal as usize
            || matches!(self, Self::LeftToes | Self::RightToes)
    }

    /// Name in VRM 1.0, such as `leftUpperArm`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::ROWS[self as usize].name
    }

    /// The bone of this VRM 1.0 name, case-sensitive.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|bone| bone.name() == name)
    }

    /// Parent in a body that has all bones; `None` for the hips. For bodies that lack bones see
    /// [`BoneMap::parent`](super::BoneMap::parent).
    #[must_use]
    pub const fn parent(self) -> Option<Self> {
        match self {
            Self::Hips => None,
            other => Some(Self::ROWS[other as usize].parent),
        }
    }

    /// Whether VRM 1.0 requires the bone for every humanoid.
    #[must_use]
    pub const fn is_required(self) -> bool {
        Self::ROWS[self as usize].required
    }

    /// The same bone on the other side; a bone on the centre line is its own mirror image.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self::ROWS[self as usize].mirrored
    }

    /// Side of the bone.
    #[must_use]
    pub const fn side(self) -> Side {
        // In the table the left bone of a pair comes before the right one.
        let (bone, other) = (self as u8, self.mirrored() as u8);
        if bone == other {
            Side::Center
        } else if bone < other {
            Side::Left
        } else {
            Side::Right
        }
    }

    /// This bone or its mirrored one, whichever is on `side`; `None` for a centre bone on a side and a side
    /// bone in the centre.
    pub(super) fn on(self, side: Side) -> Option<Self> {
        [self, self.mirrored()].into_iter().find(|bone| bone.side() == side)
    }
}

/// Bones of the torso above the hips, upwards.
pub(crate) const TORSO: [HumanBone; 3] = [HumanBone::Spine, HumanBone::Chest, HumanBone::UpperChest];

impl fmt::Display for HumanBone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of bones as a bit mask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BoneSet(pub(super) u64);

impl BoneSet {
    pub(super) fn of(bones: &[HumanBone]) -> Self {
        Self(bones.iter().fold(0, |set, bone| set | 1 << bone.index()))
    }

    /// `bone` and its descendants.
    pub(super) fn below(bone: HumanBone) -> Self {
        let mut set = Self::of(&[bone]);
        for child in HumanBone::ALL {
            if child.parent().is_some_and(|parent| set.contains(parent)) {
                set = set.with(child);
            }
        }
        set
    }

    pub(super) fn with(self, bone: HumanBone) -> Self {
        Self(self.0 | 1 << bone.index())
    }

    pub(super) fn contains(self, bone: HumanBone) -> bool {
        self.0 >> bone.index() & 1 == 1
    }

    pub(super) fn len(self) -> u32 {
        self.0.count_ones()
    }
}

/// Joint of each bone, indexed by bone.
pub(in crate::humanoid) type Bones = [Option<usize>; HumanBone::COUNT];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_consistent() {
        assert_eq!(HumanBone::ALL.iter().filter(|b| b.is_required()).count(), 15);
        assert_eq!(HumanBone::ALL.iter().filter(|b| b.side() == Side::Center).count(), 7);
        for (n, bone) in HumanBone::ALL.into_iter().enumerate() {
            assert_eq!(bone.index(), n);
            assert_eq!(HumanBone::from_name(bone.name()), Some(bone));
            assert_eq!(bone.mirrored().mirrored(), bone);
            assert_eq!(bone.mirrored().is_required(), bone.is_required());
            assert_eq!(bone.parent().map(HumanBone::mirrored), bone.mirrored().parent());
            assert!(bone.parent().is_none_or(|parent| parent < bone));
            let sides = [("left", Side::Left), ("right", Side::Right)];
            let named = sides.iter().find(|(word, _)| bone.name().starts_with(word));
            assert_eq!(bone.side(), named.map_or(Side::Center, |(_, side)| *side), "{bone}");
        }
        assert_eq!(HumanBone::from_name("LeftHand"), None);
    }

    #[test]
    fn bone_sets_hold_descendants() {
        assert_eq!(BoneSet::below(HumanBone::LeftHand).len(), 16);
        assert_eq!(BoneSet::below(HumanBone::Hips).len(), 55);
        assert_eq!(HumanBone::LeftHand.on(Side::Right), Some(HumanBone::RightHand));
        assert_eq!(HumanBone::LeftHand.on(Side::Center), None);
        assert_eq!(HumanBone::Head.on(Side::Left), None);
    }
}
