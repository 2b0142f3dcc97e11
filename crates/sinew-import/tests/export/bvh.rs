//! BVH files of characters of all formats: read again, all joints are where they were.

use crate::assets;
use sinew::clip::{
    ClipEvent, ClipEvents, ClipEventsDescription, Interpolation, JointTrack, SampleCursor, Track,
};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::pose::{LocalPose, ModelPose};
use sinew::skeleton::Joint;
use sinew::{Character, CharacterParts, RawClip, Skeleton, Transform};
use sinew_import::{ExportOptions, ImportOptions, Imported, NoFiles, export_bvh, import_file, import_with};

/// Largest distance of a joint, metres.
const TOLERANCE: f32 = 1e-4;

/// Model transforms at `time`, with the root motion.
fn pose(character: &Character, clip: &RawClip, time: f32) -> Vec<Affine3A> {
    let skeleton = character.skeleton();
    let mut local = LocalPose::rest(skeleton);
    clip.sample_joints(time, &mut SampleCursor::new(), &mut local);
    let mut model = ModelPose::rest(skeleton);
    model.update(skeleton, &local);
    let root = clip.root_motion.as_ref().map_or(Affine3A::IDENTITY, |track| track.sample(time).to_affine());
    model.as_slice().iter().map(|joint| root * *joint).collect()
}

/// The file of a clip, read again.
fn written(character: &Character, clip: &RawClip, options: &ExportOptions) -> (String, Imported) {
    let exported = export_bvh(character, clip, options).unwrap();
    let text = String::from_utf8(exported.bytes).unwrap();
    let back = import_with(text.as_bytes(), &NoFiles, &ImportOptions::default().with_metres_per_unit(0.01));
    (text, back.unwrap())
}

/// Compares all joints of the file with those of the character at all its frames; returns the number of joints
/// and the largest distance in metres.
fn compare(name: &str, character: &Character, clip: &RawClip, back: &Imported) -> (usize, f32) {
    let (skeleton, other) = (character.skeleton(), back.character.skeleton());
    let again = &back.clips[0];
    let moved = back.report.diagnostics().iter().any(|found| found.code == "axes");
    assert!(!moved, "{name}: the reader turned the file");
    let pairs: Vec<_> = skeleton
        .joints()
        .filter(|joint| skeleton.find(skeleton.name(*joint)) == Some(*joint))
        .filter_map(|joint| Some((joint, other.find(skeleton.name(joint))?)))
        .collect();
    let frames = again.joints[0].rotation.as_ref().unwrap().times().to_vec();
    let mut worst = 0.0f32;
    for time in frames.iter().step_by(1 + frames.len() / 60) {
        let in_clip = (clip.start() + time).min(clip.end());
        let (there, here) = (pose(character, clip, in_clip), pose(&back.character, again, *time));
        for (a, b) in &pairs {
            let distance = there[a.index()].translation.distance(here[b.index()].translation);
            assert!(distance < TOLERANCE, "{name} at {time} s: {} is {distance} m off", skeleton.name(*a));
            worst = worst.max(distance);
        }
    }
    (pairs.len(), worst)
}

#[test]
fn joints_of_shared_files_are_where_they_were() {
    let Some(root) = assets::root() else { return };
    let mut compared = 0;
    for (file, least) in [
        ("bvh/cmu/01_01.bvh", 31),
        ("bvh/bandai-namco-1/dataset-1_walk_normal_001.bvh", 20),
        ("bvh/mass/walk.bvh", 20),
        ("bvh/threejs_pirouette.bvh", 20),
        ("fbx/pab/run.fbx", 20),
        ("fbx/ufbx/maya_game_sausage_7500_binary_wiggle.fbx", 3),
        ("gltf/mannequiny.glb", 40),
        ("gltf/kaykit/Knight.glb", 20),
        ("vrm/idle_loop.vrma", 20),
        ("x/tiny/tiny.x", 30),
    ] {
        let path = root.join(file);
        let imported = import_file(&path).unwrap();
        for clip in imported.clips.iter().filter(|clip| clip.moves()).take(3) {
            let (text, back) = written(&imported.character, clip, &ExportOptions::default());
            let (joints, worst) = compare(&format!("{file}#{}", clip.name), &imported.character, clip, &back);
            println!("{file}#{}: {joints} joints, {} bytes, {worst:.7} m", clip.name, text.len());
            assert!(joints >= least, "{file}: {joints} joints");
            compared += 1;
        }
    }
    assert!(compared >= 12, "{compared}");
}

/// A skeleton with turned, scaled and nameless nodes, two roots and a translation that moves.
fn odd() -> (Character, RawClip) {
    let joint = |name: &str, parent: Option<u32>, rest: Transform| Joint {
        name: name.into(),
        parent,
        rest,
        in_scene: true,
    };
    let at = |x, y, z| Transform::from_translation(Vec3::new(x, y, z));
    let turned =
        Transform { rotation: Quat::from_rotation_x(-1.3), scale: Vec3::splat(0.01), ..Transform::IDENTITY };
    let joints = vec![
        joint("Armature", None, turned),
        joint("the hips", Some(0), at(0.0, 100.0, 20.0)),
        joint("arm", Some(1), Transform { rotation: Quat::from_rotation_z(0.7), ..at(30.0, 5.0, 0.0) }),
        joint("hand", Some(2), at(0.0, 40.0, 3.0)),
        joint("hand_End", Some(3), at(0.0, 9.0, 0.0)),
        joint("", Some(1), at(0.0, -40.0, 0.0)),
        joint("prop", None, at(1.0, 0.0, 0.0)),
        joint("the hips", Some(6), at(0.0, 0.5, 0.0)),
    ];
    let skeleton = Skeleton::new(joints).unwrap();
    let id = |file: usize| skeleton.by_file_index(file).unwrap();
    let times: std::sync::Arc<[f32]> = (0..31).map(|n| n as f32 / 30.0).collect();
    let turns = |axis: Vec3, speed: f32| {
        let values = times.iter().map(|t| Quat::from_axis_angle(axis, speed * t)).collect();
        Track::new(Interpolation::Linear, 1, times.clone(), values).ok()
    };
    let moves = |from: Vec3, by: Vec3| {
        let values = times.iter().map(|t| from + by * *t * *t).collect();
        Track::new(Interpolation::Linear, 1, times.clone(), values).ok()
    };
    let clip = RawClip {
        joints: vec![
            JointTrack {
                translation: moves(Vec3::new(0.0, 100.0, 20.0), Vec3::new(50.0, 0.0, 0.0)),
                rotation: turns(Vec3::new(0.6, 0.8, 0.0), 7.0),
                ..JointTrack::new(id(1))
            },
            JointTrack { rotation: turns(Vec3::X, 12.0), ..JointTrack::new(id(2)) },
            JointTrack {
                translation: moves(Vec3::new(0.0, 40.0, 3.0), Vec3::new(0.0, 20.0, 0.0)),
                scale: moves(Vec3::ONE, Vec3::ONE),
                ..JointTrack::new(id(3))
            },
        ],
        events: ClipEvents::from_description(&ClipEventsDescription {
            points: vec![ClipEvent { time: 0.5, name: "step".into(), data: String::new() }],
            ..ClipEventsDescription::default()
        })
        .unwrap(),
        ..RawClip::default()
    };
    (Character::new(CharacterParts { skeleton, ..CharacterParts::default() }).unwrap(), clip)
}

#[test]
fn odd_skeletons_get_one_root_and_unique_names() {
    let (character, clip) = odd();
    let exported = export_bvh(&character, &clip, &ExportOptions::default()).unwrap();
    let said = |code: &str, part: &str| {
        exported.report.diagnostics().iter().any(|found| found.code == code && found.message.contains(part))
    };
    assert!(
        said("export-left-out", "scale, events") && said("export-names", "3 names"),
        "{:?}",
        exported.report
    );
    let (text, back) = written(&character, &clip, &ExportOptions::default());
    let skeleton = back.character.skeleton();
    let names: Vec<_> =
        (0..skeleton.len()).map(|n| skeleton.name(skeleton.by_file_index(n).unwrap())).collect();
    let expected = [
        "root",
        "Armature",
        "the_hips",
        "arm",
        "hand",
        "hand_End",
        "hand_End_End",
        "joint_6",
        "joint_6_End",
        "prop",
        "the_hips_2",
        "the_hips_2_End",
    ];
    assert_eq!(names, expected, "{text}");
    let (joints, _) = compare("odd", &character, &clip, &back);
    assert!(joints >= 4, "{joints}");
    // Names that changed.
    let id = |name: &str| skeleton.find(name).unwrap().index();
    let here = |file: usize| character.skeleton().by_file_index(file).unwrap().index();
    for time in [0.0, 0.5, 1.0] {
        let (there, back) = (pose(&character, &clip, time), pose(&back.character, &back.clips[0], time));
        for (file, name) in [(1, "the_hips"), (5, "joint_6"), (7, "the_hips_2"), (4, "hand_End")] {
            let distance = there[here(file)].translation.distance(back[id(name)].translation);
            assert!(distance < TOLERANCE, "{name} at {time}: {distance} m");
        }
    }
    assert_eq!(text.matches("CHANNELS 6").count(), 4, "{text}");
    assert!(text.contains("Frames: 31\nFrame Time: 0.03333333\n") && !text.contains("-0.0000 "), "{text}");
}

#[test]
fn root_motion_and_frame_rates_are_played() {
    let (character, mut clip) = odd();
    let times: std::sync::Arc<[f32]> = [0.0, 1.0].into();
    let end = sinew::clip::RootPose { position: Vec3::new(2.0, 0.0, 1.0), heading: 1.0 };
    clip.root_motion = sinew::clip::RootTrack::new(times, vec![Default::default(), end]).ok();
    let (text, back) = written(&character, &clip, &ExportOptions::default().with_frame_rate(8.0));
    assert!(text.contains("Frames: 9\nFrame Time: 0.12500000\n"));
    compare("root motion", &character, &clip, &back);
    let nothing = Character::new(CharacterParts::default()).unwrap();
    assert!(export_bvh(&nothing, &RawClip::default(), &ExportOptions::default()).is_err());
    let endless = ExportOptions::default().with_frame_rate(1e12);
    assert_eq!(export_bvh(&character, &clip, &endless).unwrap_err().code, "export-too-large");
    let other = RawClip { joints: vec![JointTrack::new(sinew::JointId(99))], ..RawClip::default() };
    assert_eq!(export_bvh(&character, &other, &ExportOptions::default()).unwrap_err().code, "export-clip");
}
