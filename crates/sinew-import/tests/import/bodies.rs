//! Humanoid detection: expected human bones of all characters and motions of the test assets, determined by
//! hand.

use crate::assets;
use sinew::humanoid::{HumanBone, RestPoseKind};
use sinew_import::{Imported, import};
use std::fs;
use std::path::Path;

use RestPoseKind::{APose as A, Other as N, TPose as T};

/// File, profile, kind of rest pose and number of bones; joint names of hips, spine, chest, upper chest,
/// neck, head, left upper arm, lower arm, hand, left upper leg, lower leg, foot and toes, `-` for none.
const BODIES: &[(&str, &str, RestPoseKind, usize, &str)] = &[
    (
        "bvh/AV_8Walk_Meredith_HVHA_Rep1.bvh",
        "humanik",
        T,
        21,
        "Hips Spine - - - Head LeftArm LeftForeArm LeftHand LeftUpLeg LeftLeg LeftFoot LeftToeBase",
    ),
    (
        "bvh/bandai-namco-1/dataset-1_walk_normal_001.bvh",
        "bandai-namco",
        N,
        21,
        "Hips Spine Chest - Neck Head UpperArm_L LowerArm_L Hand_L UpperLeg_L LowerLeg_L Foot_L Toes_L",
    ),
    (
        "bvh/bandai-namco-2/dataset-2_walk_normal_017.bvh",
        "bandai-namco",
        N,
        21,
        "Hips Spine Chest - Neck Head UpperArm_L LowerArm_L Hand_L UpperLeg_L LowerLeg_L Foot_L Toes_L",
    ),
    (
        "bvh/cmu/01_01.bvh",
        "cmu",
        T,
        24,
        "Hips LowerBack Spine Spine1 Neck Head LeftArm LeftForeArm LeftHand LeftUpLeg LeftLeg LeftFoot \
         LeftToeBase",
    ),
    (
        "bvh/mass/walk.bvh",
        "humanik",
        T,
        21,
        "Character1_Hips Character1_Spine Character1_Spine1 - Character1_Neck Character1_Head \
         Character1_LeftArm Character1_LeftForeArm Character1_LeftHand Character1_LeftUpLeg \
         Character1_LeftLeg Character1_LeftFoot Character1_LeftToeBase",
    ),
    (
        "bvh/threejs_pirouette.bvh",
        "daz",
        T,
        41,
        "hip abdomen chest - neck head lShldr lForeArm lHand lThigh lShin lFoot -",
    ),
    (
        "fbx/pab/arnaud.fbx",
        "humanik",
        T,
        52,
        "Hips Spine Spine2 Spine3 Neck Head LeftArm LeftForeArm Lefthand LeftUpLeg LeftLeg LeftFoot \
         LeftFootThumb1",
    ),
    (
        "fbx/pab/run.fbx",
        "humanik",
        N,
        52,
        "Hips Spine Spine2 Spine3 Neck Head LeftArm LeftForeArm Lefthand LeftUpLeg LeftLeg LeftFoot \
         LeftFootThumb1",
    ),
    (
        "fbx/seed-san/new_seedsan_betterfbx.fbx",
        "blender",
        A,
        51,
        "hips spine chest - neck head upper_arm.L forearm.L hand.L thigh.L shin.L foot.L toe.L",
    ),
    (
        "gltf/CesiumMan.glb",
        "structure",
        A,
        19,
        "Skeleton_torso_joint_1 Skeleton_torso_joint_2 torso_joint_3 - Skeleton_neck_joint_1 \
         Skeleton_neck_joint_2 Skeleton_arm_joint_L__4_ Skeleton_arm_joint_L__3_ Skeleton_arm_joint_L__2_ \
         leg_joint_L_1 leg_joint_L_2 leg_joint_L_3 leg_joint_L_5",
    ),
    (
        "gltf/kaykit/Barbarian.glb",
        "kaykit",
        T,
        18,
        "hips spine chest - - head upperarm.l lowerarm.l wrist.l upperleg.l lowerleg.l foot.l toes.l",
    ),
    (
        "gltf/kaykit/Knight.glb",
        "kaykit",
        T,
        18,
        "hips spine chest - - head upperarm.l lowerarm.l wrist.l upperleg.l lowerleg.l foot.l toes.l",
    ),
    (
        "gltf/mannequiny.glb",
        "unreal",
        T,
        45,
        "pelvis spine_01 spine_02 - neck_01 head upperarm.l lowerarm.l hand.l thigh.l calf.l foot.l ball.l",
    ),
    (
        "gltf/rpm_brunette-t.glb",
        "ready-player-me",
        T,
        54,
        "Hips Spine Spine1 Spine2 Neck Head LeftArm LeftForeArm LeftHand LeftUpLeg LeftLeg LeftFoot \
         LeftToeBase",
    ),
    (
        "x/tiny/tiny.x",
        "biped",
        // Of the bind pose: the file's nodes are those of a walk.
        T,
        34,
        "Bip01_Pelvis Bip01_Spine Bip01_Spine2 Bip01_Spine3 Bip01_Neck Bip01_Head Bip01_L_UpperArm \
         Bip01_L_Forearm Bip01_L_Hand Bip01_L_Thigh Bip01_L_Calf Bip01_L_Foot Bip01_L_Toe0",
    ),
];

const NAMED: [HumanBone; 13] = {
    use HumanBone::*;
    [
        Hips,
        Spine,
        Chest,
        UpperChest,
        Neck,
        Head,
        LeftUpperArm,
        LeftLowerArm,
        LeftHand,
        LeftUpperLeg,
        LeftLowerLeg,
        LeftFoot,
        LeftToes,
    ]
};

/// Files without a humanoid: quadrupeds, bodies without knees, and other objects.
const NO_BODIES: &[&str] = &[
    "gltf/Fox.glb",
    "x/assimp/Testwuson.X",
    "gltf/greenman.glb",
    "fbx/animation_with_skeleton.fbx",
    "gltf/rigged_simple.gltf",
    "fbx/ufbx/maya_game_sausage_7500_binary_spin.fbx",
];

fn open(file: &Path) -> Imported {
    import(&fs::read(file).unwrap(), &assets::files_beside(file)).unwrap()
}

#[test]
fn all_humanoids_are_detected() {
    let Some(root) = assets::root() else { return };
    for (file, profile, rest, count, names) in BODIES {
        let imported = open(&root.join(file));
        let skeleton = imported.character.skeleton();
        let body = imported.character.humanoid().unwrap_or_else(|| panic!("{file}: no body"));
        for (bone, name) in NAMED.into_iter().zip(names.split(' ')) {
            let got = body.named_bones.joint(bone).map_or("-", |joint| skeleton.name(joint));
            assert_eq!(got, name, "{file}: {bone}");
        }
        // Left and right joints have the same depth in their limbs.
        for (bone, joint) in body.named_bones.iter() {
            let depth = |joint| std::iter::successors(Some(joint), |j| skeleton.parent(*j)).count();
            let other = body.named_bones.joint(bone.mirrored()).unwrap_or_else(|| panic!("{file}: {bone}"));
            assert_eq!(depth(joint), depth(other), "{file}: {bone}");
        }
        let found = (
            body.profile,
            body.rest_pose,
            body.named_bones.iter().count(),
            body.named_bones.missing().count(),
        );
        assert_eq!(found, (*profile, *rest, *count, 0), "{file}");
        assert!(body.confidence > 0.9, "{file}: {}", body.confidence);
        // Left and right are swapped in Tiny's joint names; her feet and the text on her shirt show the
        // correct sides.
        assert_eq!(body.sides_swapped, *file == "x/tiny/tiny.x", "{file}");
    }
}

#[test]
fn other_files_are_not_detected_as_humanoids() {
    let Some(root) = assets::root() else { return };
    for file in NO_BODIES {
        let imported = open(&root.join(file));
        assert_eq!(imported.character.humanoid(), None, "{file}");
    }
}

/// Detection by names or structure alone finds the bones that VRM files map explicitly.
#[test]
fn detection_agrees_with_vrm_files() {
    let Some(root) = assets::root() else { return };
    for file in ["Godette_vrm_v4.vrm", "cryptovoxels.vrm", "debug_robot.vrm"] {
        let imported = open(&root.join("vrm").join(file));
        let stated = imported.character.humanoid().unwrap();
        let found = sinew::humanoid::Humanoid::detect(imported.character.skeleton()).unwrap();
        for (bone, joint) in stated.named_bones.iter().filter(|(bone, _)| bone.is_required()) {
            assert_eq!(found.named_bones.joint(bone), Some(joint), "{file}: {bone} by {}", found.profile);
        }
    }
}
