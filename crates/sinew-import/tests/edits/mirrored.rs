use crate::files::{animated, apart, built_in, clip, positions, shared, times, turned};
use sinew::clip::ClipEventsDescription;
use sinew::glam::{Quat, Vec3};
use sinew::playback::{CharacterMirror, FullPose};
use sinew::{LocalPose, ModelPose};
use sinew_author::clip::{ClipEditError, clip_pose, mirror_clip};

/// The mirrored clip shows what the mirror of graphs shows of the clip, and mirrored twice it is the clip.
#[test]
fn mirrored_clips_show_the_mirror_images_of_their_poses() {
    let (mut checked, mut worst) = (0, [0.0f32; 2]);
    for (name, file) in animated() {
        let (character, skeleton) = (&file.character, file.character.skeleton());
        let mirror = CharacterMirror::new(character);
        for clip in &file.clips {
            let mirrored = match mirror_clip(clip, character) {
                Ok(mirrored) => mirrored,
                Err(ClipEditError::NoCounterparts { .. }) => {
                    assert!(name == "gltf/CesiumMan.glb", "{name}: no counterparts");
                    continue;
                }
                Err(error) => panic!("{name}: {error}"),
            };
            let twice = mirror_clip(&mirrored, character).unwrap();
            checked += 1;
            for time in times(clip, 12) {
                let source = clip_pose(clip, character, time).unwrap();
                let found = clip_pose(&mirrored, character, time).unwrap();
                let mut expected = FullPose::rest(character);
                mirror.apply(&source, &mut expected);
                let model = |pose: &LocalPose| {
                    let mut model = ModelPose::rest(skeleton);
                    model.update(skeleton, pose);
                    model.as_slice().iter().map(|joint| joint.translation.into()).collect::<Vec<Vec3>>()
                };
                let off = apart(&model(&found.local), &model(&expected.local));
                worst[0] = worst[0].max(off);
                assert!(off < 2e-4, "{name} {:?}: {off} m at {time}", clip.name);
                let weights = |pose: &FullPose| [pose.morphs.as_slice(), &pose.expressions].concat();
                assert_eq!(weights(&found), weights(&expected), "{name}");
                assert_eq!(found.gaze.is_some(), expected.gaze.is_some());
                for (a, b) in found.gaze.iter().zip(&expected.gaze) {
                    assert!(a.dot(*b).abs() > 1.0 - 1e-6, "{name}");
                }
                let off = apart(&positions(character, clip, time), &positions(character, &twice, time));
                worst[1] = worst[1].max(off);
                assert!(off < 2e-3, "{name} {:?}: {off} m at {time} after two", clip.name);
            }
            assert!(mirrored.key_count() >= clip.key_count());
            assert_eq!((mirrored.start(), mirrored.end()), (clip.start(), clip.end()));
        }
    }
    println!("{checked} clips: {} m from the mirrored pose, {} m after two", worst[0], worst[1]);
    assert!(checked >= 18, "{checked}");
}

/// In the world, with root motion, the mirrored motion is the mirror image: a foot is where the other one was,
/// across the plane between the sides of a body that faces anywhere.
#[test]
fn mirrored_clips_go_the_other_way() {
    for degrees in [0.0f32, 180.0, 90.0, 37.0] {
        let file = turned(built_in(), degrees);
        let (character, turn) = (&file.character, Quat::from_rotation_y(degrees.to_radians()));
        assert!(character.forward().distance(turn * Vec3::Z) < 1e-3, "{degrees}: {}", character.forward());
        let mirror = CharacterMirror::new(character);
        let across = |at: Vec3| turn * ((turn.inverse() * at) * Vec3::new(-1.0, 1.0, 1.0));
        for name in ["walk", "run_left", "wave"] {
            let clip = clip(&file, name);
            let mirrored = mirror_clip(clip, character).unwrap();
            let mut sideways = 0.0f32;
            for time in times(clip, 16) {
                let (before, after) =
                    (positions(character, clip, time), positions(character, &mirrored, time));
                for joint in character.skeleton().joints() {
                    let there = before[mirror.pose_mirror().mirrored_joint(joint).index()];
                    let off = after[joint.index()].distance(across(there));
                    // The built-in body is symmetrical to the millimetre.
                    assert!(off < 2e-3, "{degrees} {name}: {off} m at {time}");
                }
                sideways = sideways.max(apart(&before, &after));
            }
            assert!(sideways > 0.05, "{name} is not symmetrical: {sideways}");
        }
    }
}

#[test]
fn steps_of_the_other_foot_come_where_the_foots_were() {
    let file = built_in();
    let walk = clip(&file, "walk");
    let mirrored = mirror_clip(walk, &file.character).unwrap();
    let names = |clip: &sinew::RawClip| {
        let ClipEventsDescription { points, sync_markers, .. } = ClipEventsDescription::of(&clip.events);
        let points = points.into_iter().map(|event| (event.time.to_bits(), event.name));
        points.chain(sync_markers.into_iter().map(|m| (m.time.to_bits(), m.name))).collect::<Vec<_>>()
    };
    let (before, after) = (names(walk), names(&mirrored));
    assert!(before.iter().any(|(_, name)| name.contains("left")), "{before:?}");
    let other = |name: &str| match name.contains("left") {
        true => name.replace("left", "right"),
        false => name.replace("right", "left"),
    };
    let expected: Vec<_> = before.iter().map(|(time, name)| (*time, other(name))).collect();
    assert_eq!(after, expected);
}

/// A face with ARKit's names: the eye of the other side blinks.
#[test]
fn morph_targets_are_mirrored_by_their_names() {
    use sinew::character::{MeshInstanceId, MorphTargetId};
    use sinew::clip::{Interpolation, MorphTrack, Track};
    let Some(file) = shared("gltf/rpm_brunette-t.glb") else { return };
    let character = &file.character;
    let (left, name) = character.morph_targets().find(|(_, name)| *name == "eyeBlinkLeft").unwrap();
    assert_eq!(name, "eyeBlinkLeft");
    let right = character.find_morphs("eyeBlinkRight").find(|right| right.instance == left.instance).unwrap();
    let count = character.mesh_instances()[left.instance].weights.len();
    let mut row = vec![0.0; count];
    row[left.target] = 0.75;
    let weights = Track::new(Interpolation::Linear, count, [0.0].into(), row).unwrap();
    let instance: MeshInstanceId = left.instance;
    let clip = sinew::RawClip { morphs: vec![MorphTrack { instance, weights }], ..Default::default() };
    let mirrored = mirror_clip(&clip, character).unwrap();
    let weights = mirrored.morphs[0].weights.key(0);
    assert_eq!((weights[left.target], weights[right.target]), (0.0, 0.75));
    let mirror = CharacterMirror::new(character);
    assert_eq!(mirror.mirrored_morph(left), right);
    let mut paired = 0;
    for (target, name) in character.morph_targets() {
        let other: MorphTargetId = mirror.mirrored_morph(target);
        let other_name = character.morph_targets().find(|(id, _)| *id == other).unwrap().1;
        let expected = match (name.strip_suffix("Left"), name.strip_suffix("Right")) {
            (Some(stem), _) => format!("{stem}Right"),
            (_, Some(stem)) => format!("{stem}Left"),
            _ => name.to_owned(),
        };
        assert_eq!(other_name, expected);
        paired += usize::from(other != target);
    }
    assert!(paired > 40, "{paired}");
}

#[test]
fn bodies_without_sides_and_clips_of_others_are_refused() {
    let file = built_in();
    let bare = sinew::Character::new(Default::default()).unwrap();
    let walk = clip(&file, "walk");
    assert!(matches!(mirror_clip(walk, &bare), Err(ClipEditError::OtherCharacter { .. })));
    let error = mirror_clip(&sinew::RawClip::default(), &bare).unwrap_err();
    assert_eq!(error, ClipEditError::NoCounterparts { joints: 0 });
    assert!(error.to_string().contains("such as arm_l and arm_r"), "{error}");
}
