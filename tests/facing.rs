//! Humanoids that do not face +Z at rest look with their faces and bend their knees forward.

use sinew::glam::{Quat, Vec3};
use sinew::humanoid::HumanBone;
use sinew::rig::{IkGoal, IkRig};
use sinew::{Actor, Character, LocalPose, ModelPose, RawClip, Transform};
use sinew_import::{Imported, NoFiles, import};
use sinew_suite::{person, retargeted, with_nodes};
use std::sync::Arc;

const FILES: [&str; 3] = ["gltf/kaykit/Knight.glb", "gltf/rpm_brunette-t.glb", "gltf/mannequiny.glb"];

/// Degrees about +Y.
const TURNS: [f32; 4] = [180.0, 90.0, -143.0, 30.0];

/// Calls `check` with every file and the same with its roots turned about +Y.
fn each_turned(check: impl Fn(&str, &Imported, &Imported, Quat)) {
    let Some(assets) = sinew_suite::assets() else { return };
    for file in FILES {
        let bytes = std::fs::read(assets.join(file)).unwrap();
        let original = import(&bytes, &NoFiles).unwrap();
        for degrees in TURNS {
            let turn = Quat::from_rotation_y(degrees.to_radians());
            let skeleton = original.character.skeleton();
            let mut pose = LocalPose::rest(skeleton);
            for root in skeleton.joints().filter(|joint| skeleton.parent(*joint).is_none()) {
                let own = pose.as_slice()[root.index()];
                pose.as_mut_slice()[root.index()] = Transform {
                    translation: turn * own.translation,
                    rotation: (turn * own.rotation).normalize(),
                    ..own
                };
            }
            let turned = import(&with_nodes(&bytes, &original, &pose), &NoFiles).unwrap();
            check(&format!("{file} by {degrees}°"), &original, &turned, turn);
        }
    }
}

/// Head and eyes of a character that looks at a point, model space.
fn looking(character: &Character, target: Vec3) -> Vec<Quat> {
    let character = Arc::new(character.clone());
    let humanoid = character.humanoid().unwrap();
    let rig = Arc::new(IkRig::human(character.skeleton(), humanoid));
    let mut actor = Actor::new(character.clone(), Vec::<RawClip>::new()).unwrap();
    actor.set_ik_rig(Some(rig)).unwrap();
    actor.ik_mut().unwrap().set_goal("look", IkGoal::at(target)).unwrap();
    for _ in 0..200 {
        actor.update(1.0 / 30.0);
    }
    let joints = [HumanBone::Head, HumanBone::LeftEye].map(|bone| humanoid.joint(bone));
    let turn = |joint: sinew::JointIndex| {
        let rest = Transform::from_affine(&character.reference_model()[joint.index()]).rotation;
        Transform::from_affine(&actor.frame().model()[joint.index()]).rotation * rest.inverse()
    };
    joints.into_iter().flatten().map(turn).collect()
}

#[test]
fn heads_and_eyes_look_with_the_face() {
    each_turned(|name, original, turned, turn| {
        for target in [Vec3::new(0.0, 1.6, 3.0), Vec3::new(1.5, 1.2, 2.0), Vec3::new(-0.4, 2.0, 0.9)] {
            let expected = looking(&original.character, target);
            let ours = looking(&turned.character, turn * target);
            for (a, b) in expected.iter().zip(&ours) {
                let off = (turn * *a * turn.inverse()).angle_between(*b).to_degrees();
                assert!(off < 0.3, "{name} {target}: {off}°");
            }
        }
    });
}

/// Positions of all joints of a clip over its frames.
fn places(character: &Character, clip: &RawClip) -> Vec<Vec3> {
    let mut model = ModelPose::rest(character.skeleton());
    let mut all = Vec::new();
    let mut pose = LocalPose::rest(character.skeleton());
    let mut cursor = sinew::SampleCursor::new();
    for k in 0..=40 {
        let time = clip.start() + (clip.end() - clip.start()) * k as f32 / 40.0;
        clip.sample_joints(time, &mut cursor, &mut pose);
        model.update(character.skeleton(), &pose);
        all.extend(character.skeleton().joints().map(|joint| Vec3::from(model.get(joint).translation)));
    }
    all
}

#[test]
fn motion_does_not_depend_on_the_facing_of_the_target() {
    let Some(assets) = sinew_suite::assets() else { return };
    let motions = [
        "bvh/bandai-namco-1/dataset-1_walk_normal_001.bvh",
        "bvh/bandai-namco-1/dataset-1_bow_normal_001.bvh",
    ];
    let motions = motions.map(|name| person(&assets, name));
    each_turned(|name, original, turned, _| {
        for motion in &motions {
            let made = |onto: &Imported| {
                let from = (&motion.character, motion.character.humanoid().unwrap());
                let to = (&onto.character, onto.character.humanoid().unwrap());
                places(&onto.character, &retargeted(&motion.clips[0], from, to).0)
            };
            let bones: Vec<usize> =
                original.character.humanoid().unwrap().map.iter().map(|(_, joint)| joint.index()).collect();
            let count = original.character.skeleton().len();
            let (a, b) = (made(original), made(turned));
            let joints = (0..a.len()).filter(|n| bones.contains(&(n % count)));
            let apart = joints.map(|n| (a[n].distance(b[n]), n)).max_by(|a, b| a.0.total_cmp(&b.0));
            let (distance, n) = apart.unwrap();
            let joint = original.character.skeleton().name(sinew::JointIndex((n % count) as u32));
            let line = format!("{name}: {:.2} mm at {joint} in frame {}", distance * 1e3, n / count);
            println!("{line}");
            // Rounding moves the knee of a leg that is nearly straight by millimetres.
            assert!(distance < 5e-3, "{line}");
        }
    });
}
