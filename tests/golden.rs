//! Golden poses and images of the built-in character. After an intended change: run `cargo xtask goldens`,
//! check the result, commit it.

#[path = "golden/materials.rs"]
mod materials;

use sinew::character::Expression;
use sinew::character::ExpressionId;
use sinew::clip::{ExpressionTrack, Interpolation, JointTrack, RawClip, Track};
use sinew::glam::{Quat, Vec3};
use sinew::pack::{Pack, write_pack};
use sinew::skeleton::Joint;
use sinew::{
    Actor, Character, CharacterParts, Clip, ClipId, JointId, LocalPose, ModelPose, Skeleton, Transform,
    WrapMode,
};
use sinew_author::clip::{CompressionSettings, compress};
use sinew_render::{Camera, Gpu, Model, ModelInstance, RenderSettings, Renderer, Scene, ViewPreset};
use std::path::PathBuf;
use std::sync::Arc;

/// Largest deviation of a joint, metres.
const POSE_TOLERANCE: f32 = 1e-4;
/// Largest mean difference of 8-bit channels between drivers.
const PICTURE_TOLERANCE: f64 = 1.5;
const SIZE: (u32, u32) = (160, 240);

fn golden(name: &str) -> PathBuf {
    sinew_suite::repository().join("tests/golden").join(name)
}

fn accepting() -> bool {
    std::env::var_os("SINEW_ACCEPT").is_some()
}

fn built_in() -> Actor {
    let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let clips = imported.clips;
    Actor::new(Arc::new(imported.character), clips).unwrap()
}

/// One line per clip, time and joint: model-space position of the joint.
fn poses() -> String {
    let mut actor = built_in();
    let mut text = String::new();
    for clip in 0..actor.clips().len() {
        let (name, end) =
            (actor.clips()[ClipId(clip as u32)].name().to_owned(), actor.clips()[ClipId(clip as u32)].end());
        for share in [0.0, 0.3, 0.7] {
            actor.play(ClipId(clip as u32)).unwrap().wrap(WrapMode::Clamp).seek(f64::from(end * share));
            actor.update(0.0);
            for joint in ["hips", "head", "leftHand", "rightHand", "leftFoot", "rightToes", "leftIndexDistal"]
            {
                let joint_index = actor.character().skeleton().find(joint).expect(joint);
                let at: Vec3 = actor.frame().model()[joint_index.index()].translation.into();
                text += &format!("{name} {share} {joint} {:.5} {:.5} {:.5}\n", at.x, at.y, at.z);
            }
        }
    }
    text
}

#[test]
fn built_in_poses() {
    let (now, file) = (poses(), golden("poses.txt"));
    if accepting() {
        std::fs::write(&file, &now).unwrap();
        return;
    }
    let then =
        std::fs::read_to_string(&file).expect("tests/golden/poses.txt; make it with `cargo xtask goldens`");
    assert_eq!(now.lines().count(), then.lines().count());
    for (now, then) in now.lines().zip(then.lines()) {
        let parse = |line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let numbers: Vec<f32> = words[3..].iter().map(|n| n.parse().unwrap()).collect();
            (words[..3].to_vec(), Vec3::from_slice(&numbers))
        };
        let ((what, now), (what_then, then)) = (parse(now), parse(then));
        assert_eq!(what, what_then);
        assert!(now.distance(then) <= POSE_TOLERANCE, "{what:?} stands at {now}, stood at {then}");
    }
}

/// Oldest pack of the format's version, which must stay readable. Made once per version.
const PACK: &str = "pack-1.sinew";

/// Chain of three joints with a rotating middle joint and a moving root, an expression, and a clip without
/// motion.
fn made_up() -> (Character, Vec<Clip>) {
    let joint = |name: &str, parent: Option<u32>| Joint {
        name: name.into(),
        parent,
        rest: Transform::from_translation(Vec3::new(0.0, 0.5, 0.0)),
        in_scene: true,
    };
    let joints = vec![joint("hips", None), joint("spine", Some(0)), joint("head", Some(1))];
    let expression = Expression { name: "happy".into(), ..Expression::default() };
    let character = Character::new(CharacterParts {
        skeleton: Skeleton::new(joints).unwrap(),
        expressions: vec![expression],
        ..CharacterParts::default()
    })
    .unwrap();
    let times: Arc<[f32]> = (0..70).map(|n| n as f32 / 30.0).collect();
    let turns = times.iter().map(|t| Quat::from_rotation_z(t * t * 0.3)).collect();
    let positions = times.iter().map(|t| Vec3::new(0.0, 0.5, t * 1.25)).collect();
    let smiles = times.iter().map(|t| (t * 0.4).min(1.0)).collect();
    let linear = Interpolation::Linear;
    let rotation = Track::new(linear, 1, times.clone(), turns).ok();
    let translation = Track::new(linear, 1, times.clone(), positions).ok();
    let weight = Track::new(linear, 1, times, smiles).unwrap();
    let walk = RawClip {
        name: "walk".into(),
        joints: vec![
            JointTrack { translation, ..JointTrack::new(JointId(0)) },
            JointTrack { rotation, ..JointTrack::new(JointId(1)) },
        ],
        expressions: vec![ExpressionTrack { expression: ExpressionId(0), weight }],
        ..RawClip::default()
    };
    let leaning = Track::new(linear, 1, [0.0].into(), vec![Quat::from_rotation_x(0.5)]).ok();
    let lean = JointTrack { rotation: leaning, ..JointTrack::new(JointId(1)) };
    let stand = RawClip { name: "stand".into(), joints: vec![lean], ..RawClip::default() };
    let settings = CompressionSettings::default();
    let clips = [walk, stand].map(|raw| compress(&raw, character.skeleton(), &settings).unwrap());
    (character, clips.into())
}

#[test]
fn old_packs_are_read() {
    if accepting() {
        let (character, clips) = made_up();
        std::fs::write(golden(PACK), write_pack(&character, &clips).unwrap()).unwrap();
    }
    let bytes =
        std::fs::read(golden(PACK)).expect("tests/golden/pack-1.sinew; `cargo xtask goldens` makes it");
    let pack = Pack::read(bytes).unwrap();
    let skeleton = pack.skeleton();
    let names: Vec<&str> = skeleton.joints().map(|joint| skeleton.name(joint)).collect();
    assert_eq!(names, ["hips", "spine", "head"]);
    assert_eq!(pack.expressions(), ["happy"]);
    assert_eq!(pack.clips().iter().map(|clip| clip.name()).collect::<Vec<_>>(), ["walk", "stand"]);
    // Position of the head by hand calculation: half a metre from the spine, rotated about it.
    for (clip, time, angle, distance) in [(0, 0.0, 0.0f32, 0.0), (0, 1.0, 0.3, 1.25), (0, 2.0, 1.2, 2.5)] {
        let (mut pose, mut weights) = (LocalPose::rest(skeleton), [0.0]);
        let mut model = ModelPose::rest(skeleton);
        pack.clips()[clip].sample(time, &mut pose);
        pack.clips()[clip].sample_face(time, &mut weights);
        model.update(skeleton, &pose);
        let head: Vec3 = model.get(JointId(2)).translation.into();
        let expected = Vec3::new(-0.5 * angle.sin(), 1.0 + 0.5 * angle.cos(), distance);
        assert!(head.distance(expected) < 2e-4, "{head} at {time}, expected {expected}");
        assert!((weights[0] - time * 0.4).abs() < 2e-3, "{weights:?} at {time}");
    }
    let mut pose = LocalPose::rest(skeleton);
    pack.clips()[1].sample(0.0, &mut pose);
    assert!(pose.get(JointId(1)).rotation.angle_between(Quat::from_rotation_x(0.5)) < 1e-4);
}

#[test]
fn built_in_pictures() {
    let Some(gpu) = test_needs::available(test_needs::Need::Gpu, Gpu::off_screen()) else { return };
    let mut actor = built_in();
    let mut renderer = Renderer::new(&gpu, RenderSettings::default());
    let decode = &mut |image: &sinew::character::Image| sinew_import::decode_image(image).ok();
    let model = Model::new(&gpu, actor.character(), decode).unwrap();
    let mut instance = ModelInstance::new(&gpu, &model);
    for (name, clip, time, view) in [
        ("front", "idle", 0.0, ViewPreset::Front),
        ("walk", "walk", 0.25, ViewPreset::ThreeQuarter),
        ("jump", "jump", 0.6, ViewPreset::Left),
    ] {
        actor.play(clip).unwrap().wrap(WrapMode::Clamp).seek(time);
        actor.update(0.0);
        instance.update(&gpu, &actor.frame());
        let camera = Camera::framing(&actor.frame().bounds(), view, SIZE.0 as f32 / SIZE.1 as f32);
        let shown = [&instance];
        let scene = Scene::new(camera, &shown);
        let image = renderer.render_to_image(&scene, SIZE.0, SIZE.1).unwrap();
        compare(&format!("{name}.png"), SIZE, &image.rgba);
    }
}

fn compare(name: &str, size: (u32, u32), now: &[u8]) {
    let file = golden(name);
    if accepting() {
        let mut encoder = png::Encoder::new(std::fs::File::create(&file).unwrap(), size.0, size.1);
        encoder.set_color(png::ColorType::Rgba);
        encoder.write_header().unwrap().write_image_data(now).unwrap();
        return;
    }
    let bytes =
        std::fs::read(&file).unwrap_or_else(|_| panic!("{name} is missing; `cargo xtask goldens` makes it"));
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut then = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut then).unwrap();
    assert_eq!(now.len(), then.len());
    let apart: u64 = now.iter().zip(&then).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    let mean = apart as f64 / now.len() as f64;
    if mean > PICTURE_TOLERANCE {
        let seen = std::env::temp_dir().join(format!("sinew-{name}"));
        let mut encoder = png::Encoder::new(std::fs::File::create(&seen).unwrap(), size.0, size.1);
        encoder.set_color(png::ColorType::Rgba);
        encoder.write_header().unwrap().write_image_data(now).unwrap();
        panic!("{name} differs by {mean:.2} on average; today's is at {}", seen.display());
    }
}
