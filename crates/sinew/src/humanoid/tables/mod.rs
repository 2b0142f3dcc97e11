//! Naming profiles of 22 kinds of rigs and a generic one. Sources: VRM 1.0 and 0.x specifications
//! (vrm-c/vrm-specification), VRoid Studio, Adobe Mixamo, Ready Player Me and Epic's mannequins as these
//! programs export them, Blender's Rigify metarigs, MakeHuman's rigs (`default`, `game_engine`, `cmu_mb`),
//! Reallusion's Character Creator 3 and 4, Autodesk's Biped and HumanIK, the CMU Graphics Lab Motion Capture
//! Database (ASF and BVH), Biovision and Xsens BVH, Godot's `SkeletonProfileHumanoid`, MikuMikuDance's
//! standard and semi-standard bones with the English names of their models, Cats for VRChat, Poser and Daz
//! Figures, SMPL-X, Bandai-Namco-Research-Motiondataset, KayKit, Synty.
//!
//! The earlier of two profiles with equal scores wins.

mod avatar;
mod figure;
mod motion;
mod open;

use super::HumanBone::*;
use super::profile::{Fingers, Names, Profile};

const ONE_TO_THREE: [&str; 3] = ["1", "2", "3"];
const TWO_DIGITS: [&str; 3] = ["01", "02", "03"];
const PLAIN_FINGERS: [&str; 5] = ["Thumb", "Index", "Middle", "Ring", "Pinky"];
const HUMANIK_FINGERS: Fingers = Fingers {
    names: ["HandThumb", "HandIndex", "HandMiddle", "HandRing", "HandPinky"],
    joints: ONE_TO_THREE,
};
const MIXAMO_BODY: &[Names] = &[
    (Hips, &["Hips"]),
    (Spine, &["Spine", "Spine1", "Spine2", "Spine3"]),
    (Neck, &["Neck"]),
    (Head, &["Head"]),
    (LeftEye, &["Eye"]),
    (LeftUpperLeg, &["UpLeg"]),
    (LeftLowerLeg, &["Leg"]),
    (LeftFoot, &["Foot"]),
    (LeftToes, &["ToeBase"]),
    (LeftShoulder, &["Shoulder"]),
    (LeftUpperArm, &["Arm"]),
    (LeftLowerArm, &["ForeArm"]),
    (LeftHand, &["Hand"]),
];

pub(super) const PROFILES: &[Profile] = &[
    avatar::VRM,
    avatar::VRM0,
    avatar::GODOT,
    avatar::VROID,
    motion::MIXAMO,
    avatar::READY_PLAYER_ME,
    motion::HUMANIK,
    motion::CMU,
    figure::UNREAL,
    open::RIGIFY,
    figure::MAKEHUMAN,
    figure::REALLUSION,
    figure::BIPED,
    motion::BANDAI_NAMCO,
    figure::KAYKIT,
    figure::SYNTY,
    avatar::CATS,
    avatar::MMD,
    figure::DAZ,
    motion::SMPL,
    motion::BIOVISION,
    open::BLENDER,
    open::GENERIC,
];
