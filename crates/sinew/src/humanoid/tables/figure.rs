//! Profiles of character creation programs and stores.

use super::{ONE_TO_THREE, PLAIN_FINGERS, TWO_DIGITS};
use crate::humanoid::HumanBone::*;
use crate::humanoid::profile::{Fingers, Profile};

const UNREAL_FINGERS: Fingers = Fingers { names: PLAIN_FINGERS, joints: TWO_DIGITS };

pub(super) const UNREAL: Profile = Profile {
    name: "unreal",
    prefixes: &[],
    marker_names: &["ball_l", "ik_foot_root", "clavicle_l"],
    bones: &[&[
        (Hips, &["pelvis"]),
        (Spine, &["spine_01", "spine_02", "spine_03", "spine_04", "spine_05"]),
        (Neck, &["neck_01", "neck", "neck_02"]),
        (Head, &["head"]),
        (LeftEye, &["eye", "FACIAL_Eye"]),
        (Jaw, &["jaw", "FACIAL_C_Jaw"]),
        (LeftUpperLeg, &["thigh"]),
        (LeftLowerLeg, &["calf"]),
        (LeftFoot, &["foot"]),
        (LeftToes, &["ball"]),
        (LeftShoulder, &["clavicle"]),
        (LeftUpperArm, &["upperarm"]),
        (LeftLowerArm, &["lowerarm"]),
        (LeftHand, &["hand"]),
    ]],
    fingers: &[UNREAL_FINGERS],
};

pub(super) const MAKEHUMAN: Profile = Profile {
    name: "makehuman",
    prefixes: &[],
    marker_names: &["spine05", "upperleg01.L", "upperarm01.L"],
    bones: &[&[
        (Hips, &["root", "hips"]),
        (Spine, &["spine05", "spine04", "spine03", "spine02", "spine01"]),
        (Neck, &["neck01", "neck02", "neck03"]),
        (Head, &["head"]),
        (LeftEye, &["eye"]),
        (Jaw, &["jaw"]),
        (LeftUpperLeg, &["upperleg01", "upperleg"]),
        (LeftLowerLeg, &["lowerleg01", "lowerleg"]),
        (LeftFoot, &["foot"]),
        (LeftToes, &["toes", "toe1-1"]),
        (LeftShoulder, &["clavicle"]),
        (LeftUpperArm, &["upperarm01", "upperarm"]),
        (LeftLowerArm, &["lowerarm01", "lowerarm"]),
        (LeftHand, &["wrist", "hand"]),
    ]],
    fingers: &[Fingers {
        names: ["finger1-", "finger2-", "finger3-", "finger4-", "finger5-"],
        joints: ONE_TO_THREE,
    }],
};

pub(super) const REALLUSION: Profile = Profile {
    name: "reallusion",
    prefixes: &["CC_Base", "RL"],
    marker_names: &["CC_Base_Hip", "CC_Base_BoneRoot", "RL_BoneRoot"],
    bones: &[&[
        (Hips, &["Hip", "Pelvis"]),
        (Spine, &["Waist", "Spine01", "Spine02"]),
        (Neck, &["NeckTwist01", "Neck", "NeckTwist02"]),
        (Head, &["Head"]),
        (LeftEye, &["Eye"]),
        (Jaw, &["JawRoot"]),
        (LeftUpperLeg, &["Thigh"]),
        (LeftLowerLeg, &["Calf"]),
        (LeftFoot, &["Foot"]),
        (LeftToes, &["ToeBase"]),
        (LeftShoulder, &["Clavicle"]),
        (LeftUpperArm, &["Upperarm"]),
        (LeftLowerArm, &["Forearm"]),
        (LeftHand, &["Hand"]),
    ]],
    fingers: &[Fingers { names: ["Thumb", "Index", "Mid", "Ring", "Pinky"], joints: ONE_TO_THREE }],
};

pub(super) const BIPED: Profile = Profile {
    name: "biped",
    prefixes: &["ValveBiped.Bip", "Bip"],
    marker_names: &["Bip01", "Bip001"],
    bones: &[&[
        (Hips, &["Pelvis"]),
        (Spine, &["Spine", "Spine1", "Spine2", "Spine3", "Spine4"]),
        (Neck, &["Neck", "Neck1"]),
        (Head, &["Head", "Head1"]),
        (LeftUpperLeg, &["Thigh"]),
        (LeftLowerLeg, &["Calf"]),
        (LeftFoot, &["Foot"]),
        (LeftToes, &["Toe0"]),
        (LeftShoulder, &["Clavicle"]),
        (LeftUpperArm, &["UpperArm"]),
        (LeftLowerArm, &["Forearm"]),
        (LeftHand, &["Hand"]),
    ]],
    fingers: &[Fingers {
        names: ["Finger0", "Finger1", "Finger2", "Finger3", "Finger4"],
        joints: ["", "1", "2"],
    }],
};

pub(super) const KAYKIT: Profile = Profile {
    name: "kaykit",
    prefixes: &[],
    marker_names: &["handslot.l", "upperarm.l", "wrist.l"],
    bones: &[&[
        (Hips, &["hips"]),
        (Spine, &["spine"]),
        (Chest, &["chest"]),
        (Head, &["head"]),
        (LeftUpperLeg, &["upperleg"]),
        (LeftLowerLeg, &["lowerleg"]),
        (LeftFoot, &["foot"]),
        (LeftToes, &["toes"]),
        (LeftUpperArm, &["upperarm"]),
        (LeftLowerArm, &["lowerarm"]),
        // The next joint, named hand, lies in the palm.
        (LeftHand, &["wrist"]),
    ]],
    fingers: &[],
};

pub(super) const SYNTY: Profile = Profile {
    name: "synty",
    prefixes: &[],
    marker_names: &["Elbow_L", "Ankle_L", "Ball_L"],
    bones: &[&[
        (Hips, &["Hips"]),
        (Spine, &["Spine_01", "Spine_02", "Spine_03"]),
        (Neck, &["Neck"]),
        (Head, &["Head"]),
        (LeftEye, &["Eye", "Eyes"]),
        (Jaw, &["Jaw"]),
        (LeftUpperLeg, &["UpperLeg"]),
        (LeftLowerLeg, &["LowerLeg"]),
        (LeftFoot, &["Ankle"]),
        (LeftToes, &["Ball"]),
        (LeftShoulder, &["Clavicle"]),
        (LeftUpperArm, &["Shoulder"]),
        (LeftLowerArm, &["Elbow"]),
        (LeftHand, &["Hand"]),
    ]],
    fingers: &[Fingers { names: ["Thumb_", "IndexFinger_", "Finger_", "", ""], joints: TWO_DIGITS }],
};

pub(super) const DAZ: Profile = Profile {
    name: "daz",
    prefixes: &[],
    marker_names: &["abdomen", "abdomenLower", "lCollar", "rCollar", "l_metatarsals"],
    bones: &[&[
        (Hips, &["hip", "pelvis"]),
        (
            Spine,
            &[
                "abdomen",
                "abdomen2",
                "chest",
                "abdomenLower",
                "abdomenUpper",
                "chestLower",
                "chestUpper",
                "spine1",
                "spine2",
                "spine3",
                "spine4",
            ],
        ),
        (Neck, &["neck", "neckLower", "neck1", "neckUpper", "neck2"]),
        (Head, &["head"]),
        (LeftEye, &["eye"]),
        (Jaw, &["lowerJaw", "jaw"]),
        (LeftUpperLeg, &["thigh", "thighBend"]),
        (LeftLowerLeg, &["shin"]),
        (LeftFoot, &["foot"]),
        (LeftToes, &["toe", "toes"]),
        (LeftShoulder, &["collar", "shoulder"]),
        (LeftUpperArm, &["shldr", "shldrBend", "upperarm"]),
        (LeftLowerArm, &["forearm", "forearmBend"]),
        (LeftHand, &["hand"]),
    ]],
    fingers: &[Fingers { names: ["Thumb", "Index", "Mid", "Ring", "Pinky"], joints: ONE_TO_THREE }],
};
