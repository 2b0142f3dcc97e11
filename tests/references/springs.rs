//! Comparison of spring bones with three-vrm, an independent implementation, on the same input frame by
//! frame, and spring bones of real files against their bodies.
//!
//! The comparison needs Node.js and three-vrm in `THREE_DIR` (set by `cargo xtask test`); skipped with a
//! message if they are missing.

use serde_json::{Map, Value, json};
use sinew::character::{Collider, ColliderGroup, ColliderShape, Spring, SpringBones, SpringJoint};
use sinew::glam::{Affine3A, Mat4, Quat, Vec3};
use sinew::skeleton::Joint;
use sinew::spring::{
    SpringChainDescription, SpringRig, SpringRigDescription, SpringState, add_body_colliders,
};
use sinew::stage::{StageInput, StagePose};
use sinew::{Actor, Character, CharacterParts, JointId, LocalPose, ModelPose, Skeleton, Transform};
use sinew_import::{ExportOptions, export_glb};
use std::path::Path;
use std::sync::Arc;
use test_needs::cases;

/// Largest distance of a joint, metres.
const TOLERANCE: f32 = 0.002;

const FRAMES: usize = 240;
const DT: f32 = 1.0 / 60.0;

fn is_here() -> bool {
    sinew_suite::has_three_vrm("three-vrm-springbone")
}

/// World matrices of all nodes of a file, for each request.
fn three_vrm(file: &Path, requests: &Value) -> Vec<Vec<Mat4>> {
    sinew_suite::three_vrm("springs.mjs", file, requests)
}

/// Half a turn about Y and back: VRM 0.x avatars are turned when they are opened, in every space.
fn turned(is_vrm0: bool, matrix: Affine3A) -> Affine3A {
    let half = Affine3A::from_scale(Vec3::new(-1.0, 1.0, -1.0));
    if is_vrm0 { half * matrix * half } else { matrix }
}

/// Moves a character for some seconds here and in three-vrm, which opens it from `file`. Returns how far
/// joints are apart at most, and how far they are from a body without springs in the end.
fn apart(character: &Character, file: &Path, is_vrm0: bool) -> [f32; 2] {
    let skeleton = character.skeleton();
    let rig = Arc::new(SpringRig::new(skeleton, character.spring_bones()));
    let swinging: Vec<JointId> = rig.joints().collect();
    assert!(!swinging.is_empty());
    // The parents of the chains turn, and the whole body moves.
    let mut carriers: Vec<JointId> = swinging.iter().filter_map(|joint| skeleton.parent(*joint)).collect();
    carriers.retain(|joint| !swinging.contains(joint));
    let mut state = SpringState::new(rig, character).unwrap();
    let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
    let mut stiff = local.clone();
    let (mut requests, mut ours) = (Vec::new(), Vec::new());
    for frame in 0..FRAMES {
        let time = frame as f32 * DT;
        let turn = Quat::from_rotation_y(0.7 * (5.0 * time).sin());
        let turn = turn * Quat::from_rotation_x(0.4 * (3.3 * time).sin());
        let position = Vec3::new(0.3 * (2.0 * time).sin(), 0.1 * (7.0 * time).sin(), 0.5 * time);
        let world =
            Affine3A::from_rotation_translation(Quat::from_rotation_z(0.5 * (4.0 * time).sin()), position);
        let mut rotations = Map::new();
        for joint in &carriers {
            let rotation = skeleton.rest()[joint.index()].rotation * turn;
            (local.get_mut(*joint).rotation, stiff.get_mut(*joint).rotation) = (rotation, rotation);
            let sent = Transform::from_affine(&turned(is_vrm0, Affine3A::from_quat(rotation)));
            rotations.insert(skeleton.file_index(*joint).to_string(), json!(sent.rotation.to_array()));
        }
        let sent = Mat4::from(turned(is_vrm0, world)).to_cols_array();
        let dt = if frame == 0 { 0.0 } else { DT };
        requests.push(json!({ "rotations": rotations, "world": sent, "dt": dt }));
        model.update(skeleton, &local);
        let mut pose = StagePose::new(skeleton, &mut local, &mut model);
        state.solve(&StageInput::new(dt, world), &mut pose);
        model.refresh(skeleton, &local);
        ours.push(model.as_slice().iter().map(|joint| world * *joint).collect::<Vec<_>>());
    }
    let theirs = three_vrm(file, &Value::Array(requests));
    assert_eq!(theirs.len(), ours.len());
    let mut worst = 0.0f32;
    for (frame, theirs) in ours.iter().zip(&theirs) {
        for joint in skeleton.joints() {
            let theirs = turned(is_vrm0, Affine3A::from_mat4(theirs[skeleton.file_index(joint)]));
            worst = worst.max(frame[joint.index()].translation.distance(theirs.translation));
        }
    }
    let mut unsprung = ModelPose::rest(skeleton);
    unsprung.update(skeleton, &stiff);
    let swung =
        skeleton.joints().map(|joint| unsprung.get(joint).translation.distance(model.get(joint).translation));
    [worst, swung.fold(0.0, f32::max)]
}

#[test]
fn avatars_swing_as_in_three_vrm() {
    if !is_here() {
        return;
    }
    let Some(assets) = sinew_suite::assets() else { return };
    for (name, is_vrm0) in [
        ("vrm/Godette_vrm_v4.vrm", true),
        ("vrm/springbone/sphere-collider.gltf", false),
        ("vrm/springbone/plane-collider.gltf", false),
    ] {
        let file = assets.join(name);
        let character = sinew_suite::open(&file).unwrap().character;
        let [worst, moved] = apart(&character, &file, is_vrm0);
        eprintln!("{name}: {worst:.1e} m apart at most; swung by {moved} m");
        assert!(worst < TOLERANCE && moved > 0.005, "{name}: {worst} {moved}");
    }
}

/// Random chains with all kinds of colliders, some with a centre.
fn scene(random: &mut fastrand::Rng) -> Character {
    let mut number = |most: f32| (random.f32() * 2.0 - 1.0) * most;
    let mut joints =
        vec![Joint { name: "root".into(), parent: None, rest: Transform::IDENTITY, in_scene: true }];
    let mut springs = SpringBones::default();
    let mut shapes = Vec::new();
    for _ in 0..6 {
        let mut vector = |most: f32| Vec3::new(number(most), number(most), number(most));
        shapes.push(ColliderShape::Sphere { offset: vector(0.2), radius: 0.08, inside: false });
        shapes.push(ColliderShape::Capsule {
            offset: vector(0.2),
            tail: vector(0.2),
            radius: 0.05,
            inside: false,
        });
        shapes.push(ColliderShape::Plane {
            offset: Vec3::Y * -0.3,
            normal: (Vec3::Y + vector(0.3)).normalize(),
        });
        shapes.push(ColliderShape::Sphere { offset: Vec3::ZERO, radius: 0.9, inside: true });
    }
    springs.colliders = shapes.iter().map(|shape| Collider { joint: JointId(0), shape: *shape }).collect();
    springs.collider_groups = (0..6)
        .map(|n| ColliderGroup { name: String::new(), colliders: (4 * n..4 * n + 4).collect() })
        .collect();
    for chain in 0..4u32 {
        let mut parent = 0;
        let mut spring = Spring { collider_groups: vec![chain as usize], ..Spring::default() };
        if chain % 2 == 1 {
            spring.center = Some(JointId(0));
        }
        let settings = [number(1.0).abs() * 2.0, number(1.0).abs(), 0.2 + 0.5 * number(1.0).abs()];
        for _ in 0..4 {
            let rotation = Quat::from_scaled_axis(Vec3::new(number(1.0), number(1.0), number(1.0)));
            let translation =
                Vec3::new(number(0.1), -0.05, number(0.1)) * if parent == 0 { 3.0 } else { 1.0 };
            let rest = Transform { translation, rotation, scale: Vec3::ONE };
            joints.push(Joint {
                name: format!("j{}", joints.len()),
                parent: Some(parent),
                rest,
                in_scene: true,
            });
            parent = joints.len() as u32 - 1;
            spring.joints.push(SpringJoint {
                joint: JointId(parent),
                hit_radius: 0.02,
                stiffness: settings[0],
                gravity_power: settings[1],
                gravity_dir: Vec3::NEG_Y,
                drag: settings[2],
            });
        }
        springs.springs.push(spring);
    }
    let skeleton = Skeleton::new(joints).unwrap();
    // The skeleton has an order of its own.
    let renumber = |joint: &mut JointId| *joint = skeleton.by_file_index(joint.index()).unwrap();
    springs
        .springs
        .iter_mut()
        .flat_map(|spring| &mut spring.joints)
        .for_each(|settings| renumber(&mut settings.joint));
    springs.springs.iter_mut().filter_map(|spring| spring.center.as_mut()).for_each(renumber);
    springs.colliders.iter_mut().for_each(|collider| renumber(&mut collider.joint));
    let parts = CharacterParts { skeleton, spring_bones: springs, ..Default::default() };
    Character::new(parts).unwrap()
}

#[test]
fn made_chains_swing_as_in_three_vrm() {
    if !is_here() {
        return;
    }
    let mut all = 0.0f32;
    for mut random in cases(6) {
        let n = random.seed();
        let character = scene(&mut random);
        let written = export_glb(&character, &[], &ExportOptions::default()).unwrap();
        let file = std::env::temp_dir().join(format!("sinew-springs-{}-{n}.glb", std::process::id()));
        std::fs::write(&file, written.bytes).unwrap();
        let outcome = apart(&character, &file, false);
        std::fs::remove_file(&file).unwrap();
        all = all.max(outcome[0]);
        assert!(outcome[0] < TOLERANCE && outcome[1] > 0.01, "{n}: {outcome:?}");
    }
    eprintln!("joints {all:.1e} m apart at most");
}

/// How deep the joints of spring bones are in capsules at most over two seconds of a clip, in radii.
fn depth_in(bodies: &SpringBones, actor: &mut Actor, clip: &str) -> f32 {
    actor.play(clip).unwrap();
    let swinging: Vec<JointId> = actor.springs().unwrap().rig().joints().collect();
    let mut deepest = 0.0f32;
    for _ in 0..120 {
        actor.update(1.0 / 60.0);
        let model = actor.frame().model();
        for Collider { joint, shape } in &bodies.colliders {
            let ColliderShape::Capsule { offset, tail, radius, .. } = *shape else { continue };
            let [start, end] = [offset, tail].map(|end| model[joint.index()].transform_point3(end));
            for bone in &swinging[1..] {
                let at = Vec3::from(model[bone.index()].translation);
                let share = (at - start).dot(end - start) / (end - start).length_squared().max(1e-12);
                let distance = at.distance(start.lerp(end, share.clamp(0.0, 1.0)));
                deepest = deepest.max(1.0 - distance / radius);
            }
        }
    }
    deepest
}

#[test]
fn a_tail_stays_outside_of_the_legs() {
    let Some(assets) = sinew_suite::assets() else { return };
    let open = || sinew_suite::open(&assets.join("gltf/Fox.glb")).unwrap();
    let character = open().character;
    // The tail is blown against the left leg, then against the right one.
    for side in [-1.0, 1.0] {
        let chain = SpringChainDescription {
            from: "b_Tail01_012".into(),
            stiffness: 20.0,
            gravity: 200.0,
            gravity_direction: Vec3::new(side * 0.25, -1.0, 0.5),
            radius: 3.0,
            tip: 20.0,
            ..Default::default()
        };
        let description = SpringRigDescription { chains: vec![chain], ..Default::default() };
        let plain = description.spring_bones(&character).unwrap();
        let mut body = plain.clone();
        add_body_colliders(&mut body, &character);
        let [through, beside] = [&plain, &body].map(|bones| {
            let file = open();
            let mut actor = Actor::new(Arc::new(file.character), file.clips).unwrap();
            let rig = SpringRig::new(actor.character().skeleton(), bones);
            actor.set_springs(Some(Arc::new(rig))).unwrap();
            depth_in(&body, &mut actor, "Run")
        });
        eprintln!("{} capsules; {side}: {through} {beside}", body.colliders.len());
        assert!(through > 0.3 && beside < 0.1, "{side}: {through} {beside}");
    }
}

#[test]
fn the_example_gives_a_fox_a_tail_that_meets_its_legs() {
    let Some(assets) = sinew_suite::assets() else { return };
    let file = sinew_suite::open(&assets.join("gltf/Fox.glb")).unwrap();
    let bones = SpringRigDescription::from_ron(include_str!("../../examples/springs.ron"))
        .unwrap()
        .spring_bones(&file.character)
        .unwrap();
    let body = ["b_Hip_01", "b_LeftLeg02_016", "b_LeftFoot01_017", "b_RightLeg02_020", "b_RightFoot01_021"];
    let names: Vec<_> =
        bones.colliders.iter().map(|collider| file.character.skeleton().name(collider.joint)).collect();
    assert!(body.iter().all(|part| names.contains(part)), "{names:?}");
    assert!(!names.iter().any(|name| name.contains("Tail")), "{names:?}");
}
