//! Profiles of motion capture formats and libraries.

use super::{HUMANIK_FINGERS, MIXAMO_BODY, ONE_TO_THREE, PLAIN_FINGERS};
use crate::humanoid::HumanBone::*;
use crate::humanoid::profile::{Fingers, Profile};

pub(super) const MIXAMO: Profile = Profile {
    name: "mixamo",
    prefixes: &["mixamorig"],
    marker_names: &["HeadTop_End", "LeftHandThumb4"],
    bones: &[MIXAMO_BODY],
    fingers: &[HUMANIK_FINGERS],
};

pub(super) const HUMANIK: Profile = Profile {
    name: "humanik",
    prefixes: &["Character"],
    marker_names: &["Hips", "LeftHandThumb1", "LeftFootThumb1", "Head_End"],
    bones: &[&[
        (Hips, &["Hips"]),
        (
            Spine,
            &[
                "Spine", "Spine1", "Spine2", "Spine3", "Spine4", "Spine5", "Spine6", "Spine7", "Spine8",
                "Spine9",
            ],
        ),
        (Neck, &["Neck", "Neck1"]),
        (Head, &["Head"]),
        (LeftEye, &["Eye"]),
        (Jaw, &["Jaw"]),
        (LeftUpperLeg, &["UpLeg"]),
        (LeftLowerLeg, &["Leg"]),
        (LeftFoot, &["Foot"]),
        (LeftToes, &["ToeBase", "FootThumb1"]),
        (LeftShoulder, &["Shoulder"]),
        (LeftUpperArm, &["Arm"]),
        (LeftLowerArm, &["ForeArm"]),
        (LeftHand, &["Hand"]),
        // A misspelling in the widespread motion set of pab.
        (LeftLittleProximal, &["HandRingPinky1"]),
        (LeftLittleIntermediate, &["HandRingPinky2"]),
        (LeftLittleDistal, &["HandRingPinky3"]),
    ]],
    fingers: &[HUMANIK_FINGERS],
};

pub(super) const CMU: Profile = Profile {
    name: "cmu",
    prefixes: &[],
    marker_names: &["LHipJoint", "RHipJoint", "lhipjoint", "rhipjoint"],
    bones: &[&[
        (Hips, &["Hips", "Root"]),
        (Spine, &["LowerBack", "Spine", "Spine1", "Spine2", "UpperBack", "Thorax"]),
        (Neck, &["Neck", "LowerNeck", "Neck1", "UpperNeck"]),
        (Head, &["Head"]),
        (LeftUpperLeg, &["UpLeg", "Femur"]),
        (LeftLowerLeg, &["Leg", "Tibia"]),
        (LeftFoot, &["Foot"]),
        (LeftToes, &["ToeBase", "Toes"]),
        (LeftShoulder, &["Shoulder", "Clavicle"]),
        (LeftUpperArm, &["Arm", "Humerus"]),
        (LeftLowerArm, &["ForeArm", "Radius"]),
        (LeftHand, &["Wrist", "Hand"]),
        (LeftThumbMetacarpal, &["Thumb"]),
    ]],
    fingers: &[],
};

pub(super) const BANDAI_NAMCO: Profile = Profile {
    name: "bandai-namco",
    prefixes: &[],
    marker_names: &["joint_Root", "UpperArm_L"],
    bones: &[&[
        (Hips, &["Hips"]),
        (Spine, &["Spine"]),
        (Chest, &["Chest"]),
        (Neck, &["Neck"]),
        (Head, &["Head"]),
        (LeftUpperLeg, &["UpperLeg"]),
        (LeftLowerLeg, &["LowerLeg"]),
        (LeftFoot, &["Foot"]),
        (LeftToes, &["Toes"]),
        (LeftShoulder, &["Shoulder"]),
        (LeftUpperArm, &["UpperArm"]),
        (LeftLowerArm, &["LowerArm"]),
        (LeftHand, &["Hand"]),
    ]],
    fingers: &[],
};

pub(super) const SMPL: Profile = Profile {
    name: "smpl",
    prefixes: &[],
    marker_names: &["spine3", "L_Collar", "left_collar"],
    bones: &[&[
        (Hips, &["pelvis"]),
        (Spine, &["spine1", "spine2", "spine3"]),
        (Neck, &["neck"]),
        (Head, &["head"]),
        (LeftEye, &["eye_smplhf", "eye"]),
        (Jaw, &["jaw"]),
        (LeftUpperLeg, &["hip"]),
        (LeftLowerLeg, &["knee"]),
        (LeftFoot, &["ankle"]),
        (LeftToes, &["foot"]),
        (LeftShoulder, &["collar"]),
        (LeftUpperArm, &["shoulder"]),
        (LeftLowerArm, &["elbow"]),
        (LeftHand, &["wrist"]),
    ]],
    fingers: &[Fingers { names: PLAIN_FINGERS, joints: ONE_TO_THREE }],
};

pub(super) const BIOVISION: Profile = Profile {
    name: "biovision",
    prefixes: &[],
    marker_names: &["LeftCollar", "LeftHip"],
    bones: &[&[
        (Hips, &["Hips", "SpineBase"]),
        (Spine, &["Chest", "Chest2", "Chest3", "Chest4", "SpineMid", "SpineShoulder"]),
        (Neck, &["Neck"]),
        (Head, &["Head"]),
        (LeftUpperLeg, &["Hip"]),
        (LeftLowerLeg, &["Knee"]),
        (LeftFoot, &["Ankle"]),
        (LeftToes, &["Toe", "Foot"]),
        (LeftShoulder, &["Collar"]),
        (LeftUpperArm, &["Shoulder"]),
        (LeftLowerArm, &["Elbow"]),
        (LeftHand, &["Wrist"]),
    ]],
    fingers: &[],
};
