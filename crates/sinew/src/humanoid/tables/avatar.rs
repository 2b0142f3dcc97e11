//! Profiles of avatar formats and services.

use super::{HUMANIK_FINGERS, MIXAMO_BODY, ONE_TO_THREE};
use crate::humanoid::HumanBone::*;
use crate::humanoid::profile::{Fingers, Names, Profile};

/// Fingers except the thumb.
const VRM_FINGERS: Fingers = Fingers {
    names: ["", "Index", "Middle", "Ring", "Little"],
    joints: ["Proximal", "Intermediate", "Distal"],
};
const VRM_BODY: &[Names] = &[
    (Hips, &["Hips"]),
    (Spine, &["Spine"]),
    (Chest, &["Chest"]),
    (UpperChest, &["UpperChest"]),
    (Neck, &["Neck"]),
    (Head, &["Head"]),
    (LeftEye, &["Eye"]),
    (Jaw, &["Jaw"]),
    (LeftUpperLeg, &["UpperLeg"]),
    (LeftLowerLeg, &["LowerLeg"]),
    (LeftFoot, &["Foot"]),
    (LeftToes, &["Toes"]),
    (LeftShoulder, &["Shoulder"]),
    (LeftUpperArm, &["UpperArm"]),
    (LeftLowerArm, &["LowerArm"]),
    (LeftHand, &["Hand"]),
];
const VRM_THUMB: &[Names] = &[
    (LeftThumbMetacarpal, &["ThumbMetacarpal"]),
    (LeftThumbProximal, &["ThumbProximal"]),
    (LeftThumbDistal, &["ThumbDistal"]),
];
/// VRM 0.x and Unity name the joints of the thumb like those of the other fingers.
const UNITY_THUMB: &[Names] = &[
    (LeftThumbMetacarpal, &["ThumbProximal"]),
    (LeftThumbProximal, &["ThumbIntermediate"]),
    (LeftThumbDistal, &["ThumbDistal"]),
];

pub(super) const VRM: Profile = Profile {
    name: "vrm",
    prefixes: &[],
    marker_names: &["hips", "leftUpperArm", "upper_arm.L"],
    bones: &[VRM_BODY, VRM_THUMB],
    fingers: &[VRM_FINGERS],
};

pub(super) const VRM0: Profile = Profile {
    name: "vrm",
    prefixes: &[],
    marker_names: &[],
    bones: &[VRM_BODY, UNITY_THUMB],
    fingers: &[VRM_FINGERS],
};

pub(super) const GODOT: Profile = Profile {
    name: "godot",
    prefixes: &[],
    marker_names: &["Root", "LeftUpperArm", "LeftThumbMetacarpal"],
    bones: &[VRM_BODY, VRM_THUMB],
    fingers: &[VRM_FINGERS],
};

pub(super) const VROID: Profile = Profile {
    name: "vroid",
    prefixes: &["J_Bip_C", "J_Bip", "J_Adj"],
    marker_names: &["J_Bip_C_Hips"],
    bones: &[&[
        (Hips, &["Hips"]),
        (Spine, &["Spine"]),
        (Chest, &["Chest"]),
        (UpperChest, &["UpperChest"]),
        (Neck, &["Neck"]),
        (Head, &["Head"]),
        (LeftEye, &["FaceEye"]),
        (LeftUpperLeg, &["UpperLeg"]),
        (LeftLowerLeg, &["LowerLeg"]),
        (LeftFoot, &["Foot"]),
        (LeftToes, &["ToeBase"]),
        (LeftShoulder, &["Shoulder"]),
        (LeftUpperArm, &["UpperArm"]),
        (LeftLowerArm, &["LowerArm"]),
        (LeftHand, &["Hand"]),
    ]],
    fingers: &[Fingers { names: ["Thumb", "Index", "Middle", "Ring", "Little"], joints: ONE_TO_THREE }],
};

pub(super) const READY_PLAYER_ME: Profile = Profile {
    name: "ready-player-me",
    prefixes: &[],
    marker_names: &["LeftEye", "RightEye", "Wolf3D_Head", "Wolf3D_Body", "Wolf3D_Avatar"],
    bones: &[MIXAMO_BODY],
    fingers: &[HUMANIK_FINGERS],
};

pub(super) const CATS: Profile = Profile {
    name: "cats",
    prefixes: &[],
    marker_names: &["Left leg", "Left knee"],
    bones: &[&[
        (Hips, &["Hips"]),
        (Spine, &["Spine"]),
        (Chest, &["Chest"]),
        (UpperChest, &["Upper Chest"]),
        (Neck, &["Neck"]),
        (Head, &["Head"]),
        (LeftEye, &["Eye"]),
        (Jaw, &["Jaw"]),
        (LeftUpperLeg, &["leg"]),
        (LeftLowerLeg, &["knee"]),
        (LeftFoot, &["ankle"]),
        (LeftToes, &["toe"]),
        (LeftShoulder, &["shoulder"]),
        (LeftUpperArm, &["arm"]),
        (LeftLowerArm, &["elbow"]),
        (LeftHand, &["wrist"]),
        (LeftThumbMetacarpal, &["Thumb0"]),
        (LeftThumbProximal, &["Thumb1"]),
        (LeftThumbDistal, &["Thumb2"]),
    ]],
    fingers: &[Fingers {
        names: ["", "IndexFinger", "MiddleFinger", "RingFinger", "LittleFinger"],
        joints: ONE_TO_THREE,
    }],
};

pub(super) const MMD: Profile = Profile {
    name: "mmd",
    prefixes: &[],
    marker_names: &["センター", "center"],
    bones: &[&[
        (Hips, &["腰", "グルーブ", "センター", "下半身", "waist", "groove", "center", "lower body"]),
        (Spine, &["上半身", "upper body"]),
        (Chest, &["上半身2", "upper body 2"]),
        (UpperChest, &["上半身3", "upper body 3"]),
        (Neck, &["首", "neck"]),
        (Head, &["頭", "head"]),
        (LeftEye, &["目", "eye"]),
        (Jaw, &["あご", "顎", "jaw"]),
        (LeftUpperLeg, &["足", "leg"]),
        (LeftLowerLeg, &["ひざ", "膝", "knee"]),
        (LeftFoot, &["足首", "ankle"]),
        (LeftToes, &["つま先", "足先EX", "toe", "toe EX"]),
        (LeftShoulder, &["肩", "shoulder"]),
        (LeftUpperArm, &["腕", "arm"]),
        (LeftLowerArm, &["ひじ", "肘", "elbow"]),
        (LeftHand, &["手首", "wrist"]),
        (LeftThumbMetacarpal, &["親指0", "thumb0"]),
        (LeftThumbProximal, &["親指1", "thumb1"]),
        (LeftThumbDistal, &["親指2", "thumb2"]),
    ]],
    fingers: &[
        Fingers { names: ["", "人指", "中指", "薬指", "小指"], joints: ONE_TO_THREE },
        Fingers { names: ["", "人差指", "", "", ""], joints: ONE_TO_THREE },
        Fingers { names: ["", "fore", "middle", "third", "little"], joints: ONE_TO_THREE },
        Fingers { names: ["", "index", "", "ring", ""], joints: ONE_TO_THREE },
    ],
};
