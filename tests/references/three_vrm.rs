//! Comparison of node constraints, eye joints and rest poses of avatars with three-vrm, an independent
//! implementation.
//!
//! Needs Node.js and three-vrm in `THREE_DIR` (set by `cargo xtask test`); skipped with a message if they are
//! missing.

use serde_json::{Value, json};
use sinew::character::{Axis, ConstraintKind, NodeConstraint, dependency_order};
use sinew::face::{Gaze, GazeAngles};
use sinew::glam::{Affine3A, Mat4, Quat, Vec3};
use sinew::humanoid::HumanBone::{self, *};
use sinew::skeleton::Joint;
use sinew::{Actor, Character, CharacterParts, JointId, LocalPose, ModelPose, Skeleton, Transform};
use sinew_import::{ExportOptions, export_glb};
use std::f32::consts::FRAC_PI_2;
use std::path::Path;
use std::sync::Arc;
use test_needs::cases;

const TOLERANCE: f32 = 1e-4;

fn is_here() -> bool {
    sinew_suite::has_three_vrm("three-vrm-node-constraint")
}

/// World matrices of all nodes of a file, for each request.
fn three_vrm(file: &Path, requests: &Value) -> Vec<Vec<Mat4>> {
    sinew_suite::three_vrm("vrm.mjs", file, requests)
}

fn apart(skeleton: &Skeleton, ours: &[Affine3A], theirs: &[Mat4]) -> f32 {
    let off = |joint: JointId| {
        let (a, b) = (Mat4::from(ours[joint.index()]), theirs[skeleton.file_index(joint)]);
        (a - b).to_cols_array().into_iter().map(f32::abs).fold(0.0, f32::max)
    };
    skeleton.joints().map(off).fold(0.0, f32::max)
}

fn rotation(random: &mut fastrand::Rng) -> Quat {
    let mut number = || random.f32() * 2.0 - 1.0;
    Quat::from_xyzw(number(), number(), number(), number()).normalize()
}

/// Random node hierarchy; half of the nodes have constraints.
fn scene(random: &mut fastrand::Rng) -> Character {
    const COUNT: u32 = 16;
    let joints = (0..COUNT).map(|n| Joint {
        name: format!("n{n}"),
        parent: (n > 0 && random.f32() < 0.7).then(|| random.u32(..n)),
        rest: Transform {
            translation: Vec3::new(random.f32(), random.f32(), random.f32()),
            rotation: rotation(random),
            scale: Vec3::ONE,
        },
        in_scene: true,
    });
    let skeleton = Skeleton::new(joints.collect()).unwrap();
    let mut constraints: Vec<NodeConstraint> = Vec::new();
    for node in (0..COUNT).filter(|n| n % 2 == 0) {
        let axis = [Axis::X, Axis::Y, Axis::Z][random.usize(..3)];
        let kind = match random.u32(..3) {
            0 => ConstraintKind::Roll(axis),
            1 => ConstraintKind::Aim { axis, negative: random.bool() },
            _ => ConstraintKind::Rotation,
        };
        // Only unconstrained sources: three-vrm evaluates chained constraints in another order.
        let [node, source] =
            [node, random.u32(..COUNT / 2) * 2 + 1].map(|n| skeleton.by_file_index(n as usize).unwrap());
        let above = |joint: JointId| {
            std::iter::successors(skeleton.parent(joint), |j| skeleton.parent(*j))
                .any(|j| constraints.iter().any(|c| c.node == j) || j == node)
        };
        let below = constraints.iter().any(|c| {
            let mut up = std::iter::successors(Some(c.node), |j| skeleton.parent(*j));
            let mut of_source = std::iter::successors(Some(c.source), |j| skeleton.parent(*j));
            up.any(|j| j == node) || of_source.any(|j| j == node)
        });
        if !above(node) && !above(source) && !below {
            constraints.push(NodeConstraint { node, source, weight: random.f32(), kind });
        }
    }
    assert!(dependency_order(&skeleton, &constraints).is_ok());
    let mut parts = CharacterParts { skeleton, ..CharacterParts::default() };
    parts.constraints = constraints;
    Character::new(parts).unwrap()
}

#[test]
fn node_constraints_agree_with_three_vrm() {
    if !is_here() {
        return;
    }
    let (mut worst, mut poses, mut followers) = (0.0f32, 0, 0);
    for mut random in cases(6) {
        let character = scene(&mut random);
        followers += character.constraints().len();
        let written = export_glb(&character, &[], &ExportOptions::default()).unwrap();
        let file = std::env::temp_dir().join(format!("sinew-constraints-{}.glb", std::process::id()));
        std::fs::write(&file, written.bytes).unwrap();
        let skeleton = character.skeleton();
        let free: Vec<JointId> = skeleton.joints().filter(|j| skeleton.file_index(*j) % 2 == 1).collect();
        let turns: Vec<Vec<Quat>> =
            (0..8).map(|_| free.iter().map(|_| rotation(&mut random)).collect()).collect();
        let requests = turns.iter().map(|turns| {
            let turned = free.iter().zip(turns);
            let by_node: serde_json::Map<String, Value> =
                turned.map(|(j, q)| (skeleton.file_index(*j).to_string(), json!(q.to_array()))).collect();
            json!({ "rotations": by_node })
        });
        let theirs = three_vrm(&file, &requests.collect());
        std::fs::remove_file(&file).unwrap();
        assert_eq!(theirs.len(), turns.len());
        for (turns, theirs) in turns.iter().zip(&theirs) {
            let mut local = LocalPose::rest(skeleton);
            for (joint, turn) in free.iter().zip(turns) {
                local.get_mut(*joint).rotation = *turn;
            }
            for &number in character.constraint_order() {
                let constraint = &character.constraints()[number];
                sinew::constraint::solve_constraint(skeleton, constraint, local.as_mut_slice());
            }
            let mut model = ModelPose::rest(skeleton);
            model.update(skeleton, &local);
            worst = worst.max(apart(skeleton, model.as_slice(), theirs));
            poses += 1;
        }
    }
    eprintln!("{followers} constraints, {poses} poses, matrices at most {worst:.1e} apart");
    assert!(followers > 15, "only {followers} constraints");
    assert!(worst < TOLERANCE, "{worst}");
}

#[test]
fn eye_rotations_agree_with_three_vrm() {
    if !is_here() {
        return;
    }
    let mut files = vec![sinew_suite::repository().join("data/sinew.vrm")];
    files.extend(sinew_suite::assets().map(|assets| assets.join("vrm/debug_robot.vrm")));
    for file in files {
        let character = Arc::new(sinew_suite::open(&file).unwrap().character);
        let look_at = character.look_at().unwrap();
        let mut random = fastrand::Rng::with_seed(5);
        // three-vrm swaps the range maps for up and down, against the specification. If they differ, only
        // horizontal gazes are compared.
        let steepest = if look_at.vertical_up == look_at.vertical_down { 60.0 } else { 0.0 };
        let mut within = |most: f32| (random.f32() * 2.0 - 1.0) * most;
        let angles: Vec<[f32; 2]> = (0..40).map(|_| [within(80.0), within(steepest)]).collect();
        let requests = angles.iter().map(|[yaw, pitch]| json!({ "yaw": yaw, "pitch": pitch }));
        let theirs = three_vrm(&file, &requests.collect());
        let mut actor = Actor::without_clips(character.clone());
        let mut worst = 0.0f32;
        for ([yaw, pitch], theirs) in angles.iter().zip(&theirs) {
            let angles = GazeAngles { yaw: yaw.to_radians(), pitch: pitch.to_radians() };
            actor.face_mut().unwrap().set_gaze(Gaze::Angles(angles));
            actor.update(0.0);
            worst = worst.max(apart(character.skeleton(), actor.frame().model(), theirs));
        }
        eprintln!("{}: {} gazes, matrices at most {worst:.1e} apart", file.display(), theirs.len());
        assert!(worst < TOLERANCE, "{}: {worst}", file.display());
    }
}

/// three-vrm turns bones from the rest pose, which it takes for a T-pose that faces +Z.
#[test]
fn avatars_of_figures_in_other_rest_poses_move_in_three_vrm() {
    if !is_here() {
        return;
    }
    let Some(assets) = sinew_suite::assets() else { return };
    for name in ["fbx/seed-san/new_seedsan_betterfbx.fbx", "fbx/pab/run.fbx", "gltf/CesiumMan.glb"] {
        let imported = sinew_suite::open(&assets.join(name)).unwrap();
        let options = ExportOptions::default().with_vrm(true);
        let written = export_glb(&imported.character, &imported.clips, &options).unwrap();
        let stem = name.rsplit('/').next().unwrap();
        let file = std::env::temp_dir().join(format!("sinew-t-pose-{}-{stem}.vrm", std::process::id()));
        std::fs::write(&file, &written.bytes).unwrap();
        // The left arm up by 50 degrees, the right shin back by 90 degrees.
        let (up, back) = (Quat::from_rotation_z(50.0f32.to_radians()), Quat::from_rotation_x(FRAC_PI_2));
        let bones = json!({ "leftUpperArm": up.to_array(), "rightLowerLeg": back.to_array() });
        let poses = three_vrm(&file, &json!([{ "bones": {} }, { "bones": bones }]));
        std::fs::remove_file(&file).unwrap();
        let body = imported.character.humanoid().unwrap();
        let direction = |pose: usize, from: HumanBone, to: HumanBone| {
            let node = |bone| imported.character.skeleton().file_index(body.joint(bone).unwrap());
            let at = |bone| poses[pose][node(bone)].w_axis.truncate();
            (at(to) - at(from)).normalize()
        };
        let expected = [
            (0, LeftUpperArm, LeftLowerArm, Vec3::X),
            (0, RightLowerArm, RightHand, Vec3::NEG_X),
            (0, RightUpperLeg, RightLowerLeg, Vec3::NEG_Y),
            (1, LeftUpperArm, LeftLowerArm, up * Vec3::X),
            (1, LeftLowerArm, LeftHand, up * Vec3::X),
            (1, RightLowerLeg, RightFoot, Vec3::NEG_Z),
        ];
        let off = expected.map(|(pose, from, to, to_be)| direction(pose, from, to).angle_between(to_be));
        let off = off.into_iter().fold(0.0, f32::max).to_degrees();
        eprintln!("{name}: {off:.2} degrees apart");
        assert!(off < 0.5, "{name}: {off}");
    }
}
