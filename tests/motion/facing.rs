//! A character that faces elsewhere than to +Z does the same as one that faces there, turned: retargeting,
//! root motion, foot IK, looks, gaze, mirroring and exports.

use sinew::face::Gaze;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::graph::{AnimationGraph, GraphDescription};
use sinew::ground::height_field;
use sinew::humanoid::HumanBone;
use sinew::locomotion::FootIk;
use sinew::pose::{LocalPose, ModelPose};
use sinew::retarget::{RetargetSettings, retarget_between};
use sinew::rig::{IkGoal, IkRig};
use sinew::surface::CharacterSurface;
use sinew::{Actor, Character, FrameInput, JointId, RawClip};
use sinew_author::face::FaceLandmarks;
use sinew_author::hair::{HairSkin, HeadShape};
use sinew_author::surface::wrinkle::{GeneratedWrinkles, WrinkleGenerator};
use sinew_import::{ExportOptions, Imported, NoFiles, export_glb, export_vrma, import};
use sinew_suite::turned_built_in;
use std::sync::Arc;

/// Angles from +Z to +X in which the character faces, degrees.
const ANGLES: [f32; 5] = [180.0, 90.0, -90.0, 37.0, 200.0];

fn turn(degrees: f32) -> Quat {
    Quat::from_rotation_y(degrees.to_radians())
}

/// Places of the human bones in a pose of a clip, model space.
fn bones(character: &Character, clip: &RawClip, time: f32) -> Vec<Vec3> {
    let skeleton = character.skeleton();
    let mut pose = LocalPose::rest(skeleton);
    clip.sample_joints(time, &mut Default::default(), &mut pose);
    let mut model = ModelPose::rest(skeleton);
    model.update(skeleton, &pose);
    let joints = HumanBone::ALL.into_iter().filter_map(|bone| character.humanoid()?.joint(bone));
    joints.map(|joint| model.get(joint).translation.into()).collect()
}

fn clip<'a>(imported: &'a Imported, name: &str) -> &'a RawClip {
    imported.clips.iter().find(|clip| clip.name == name).unwrap()
}

/// Asserts that positions are others turned, within some metres.
fn assert_turned(name: &str, turned: &[Vec3], straight: &[Vec3], turn: Quat, within: f32) {
    assert_eq!(turned.len(), straight.len(), "{name}");
    let apart = |n: usize| turned[n].distance(turn * straight[n]);
    let worst = (0..turned.len()).max_by(|a, b| apart(*a).total_cmp(&apart(*b)));
    let Some(worst) = worst.filter(|n| apart(*n) >= within) else { return };
    panic!("{name}: place {worst} of {} is {} m apart", turned.len(), apart(worst));
}

#[test]
fn characters_know_where_they_face() {
    for degrees in ANGLES.into_iter().chain([0.0, 4.0]) {
        let forward = turned_built_in(degrees).character.forward();
        // Bodies within 15 degrees of an axis were modelled along it.
        let expected = if degrees == 4.0 { Vec3::Z } else { turn(degrees) * Vec3::Z };
        assert!(forward.distance(expected) < 1e-3, "{degrees}: {forward}");
    }
    assert_eq!(turned_built_in(180.0).character.forward(), Vec3::NEG_Z);
    let bare = Character::new(Default::default()).unwrap();
    assert_eq!(bare.forward(), Vec3::Z, "no humanoid");
}

#[test]
fn retargeted_clips_face_as_their_characters_do() {
    let straight = turned_built_in(0.0);
    let settings = RetargetSettings::default();
    for degrees in ANGLES {
        let turned = turned_built_in(degrees);
        for name in ["walk", "run_left", "get_up_front", "wave"] {
            let retarget = |from: &Imported, to: &Imported| {
                retarget_between(clip(from, name), &from.character, &to.character, &settings).unwrap().0
            };
            let reference = retarget(&straight, &straight);
            let (there, back) = (retarget(&straight, &turned), retarget(&turned, &straight));
            for step in 0..8 {
                let time = reference.end() * step as f32 / 7.0;
                let expected = bones(&straight.character, &reference, time);
                let found = bones(&turned.character, &there, time);
                assert_turned(&format!("{name} onto {degrees}"), &found, &expected, turn(degrees), 2e-3);
                let found = bones(&straight.character, &back, time);
                assert_turned(&format!("{name} from {degrees}"), &found, &expected, Quat::IDENTITY, 2e-3);
            }
            let way = |clip: &RawClip| {
                let poses = clip.root_motion.as_ref().map_or(&[][..], |motion| motion.poses());
                poses.iter().map(|pose| pose.position).collect::<Vec<_>>()
            };
            assert_turned(name, &way(&there), &way(&reference), turn(degrees), 1e-3);
            assert_turned(name, &way(&back), &way(&reference), Quat::IDENTITY, 1e-3);
        }
    }
}

/// Landmarks, head and wrinkles of a face lie where the character faces.
#[test]
fn faces_are_found_where_the_character_faces() {
    let straight = turned_built_in(0.0);
    let landmarks = FaceLandmarks::detect(&straight.character).unwrap();
    let positions = |landmarks: &FaceLandmarks| {
        [
            landmarks.nose_tip,
            landmarks.chin,
            landmarks.mouth_left,
            landmarks.mouth_right,
            landmarks.eye_left,
            landmarks.nose_bridge,
        ]
    };
    let groomed = |imported: &Imported| {
        let surface = Arc::new(CharacterSurface::new(&imported.character));
        let skin = HairSkin::new(&imported.character, &surface, |_| true);
        let head = HeadShape::measure(&imported.character, &skin).unwrap();
        (head.center, head.rotation, head.axes)
    };
    let (center, _, axes) = groomed(&straight);
    let wrinkles = WrinkleGenerator::new(landmarks).with_size(64).generate(&straight.character).unwrap();
    for degrees in ANGLES {
        let turned = turned_built_in(degrees);
        let found = FaceLandmarks::detect(&turned.character).unwrap();
        assert_turned(
            &format!("face at {degrees}"),
            &positions(&found),
            &positions(&landmarks),
            turn(degrees),
            1e-3,
        );
        let (own_center, rotation, own_axes) = groomed(&turned);
        assert_turned(&format!("head at {degrees}"), &[own_center], &[center], turn(degrees), 2e-3);
        assert!(own_axes.distance(axes) < 2e-3, "{degrees}: {own_axes} for {axes}");
        assert!(rotation.angle_between(turn(degrees)) < 0.01, "{degrees}: {rotation}");
        let made = WrinkleGenerator::new(found).with_size(64).generate(&turned.character).unwrap();
        assert_eq!(made.description, wrinkles.description, "{degrees}");
        let texels = |wrinkles: &GeneratedWrinkles| {
            wrinkles.images.iter().flat_map(|(_, pixels)| pixels.rgba.clone()).collect::<Vec<u8>>()
        };
        let apart = texels(&made).iter().zip(texels(&wrinkles)).filter(|(a, b)| a.abs_diff(*b) > 8).count();
        assert!(apart < 200, "{degrees}: {apart} texels differ");
    }
}

#[test]
fn exported_avatars_and_animations_face_plus_z() {
    let straight = turned_built_in(0.0);
    let mut options = ExportOptions::default();
    options.vrm = true;
    let avatar = |from: &Imported| {
        let walk = clip(from, "walk").clone();
        let exported = export_glb(&from.character, &[walk], &options).unwrap();
        import(&exported.bytes, &NoFiles).unwrap()
    };
    let animation = |from: &Imported| {
        let exported = export_vrma(&from.character, clip(from, "walk"), &ExportOptions::default()).unwrap();
        import(&exported.bytes, &NoFiles).unwrap()
    };
    let (own_avatar, own_animation) = (avatar(&straight), animation(&straight));
    for degrees in ANGLES {
        let turned = turned_built_in(degrees);
        for (name, found, expected) in
            [("vrm", avatar(&turned), &own_avatar), ("vrma", animation(&turned), &own_animation)]
        {
            assert_eq!(found.character.forward(), Vec3::Z, "{name} of {degrees}");
            for step in 0..5 {
                let time = expected.clips[0].end() * step as f32 / 4.0;
                let there = bones(&found.character, &found.clips[0], time);
                let expected = bones(&expected.character, &expected.clips[0], time);
                assert_turned(&format!("{name} of {degrees}"), &there, &expected, Quat::IDENTITY, 2e-3);
            }
            let at_rest = |imported: &Imported| {
                let rest = imported.character.rest_model();
                let joints =
                    HumanBone::ALL.into_iter().filter_map(|bone| imported.character.humanoid()?.joint(bone));
                joints.map(|joint: JointId| Vec3::from(rest[joint.index()].translation)).collect::<Vec<_>>()
            };
            assert_turned(name, &at_rest(&found), &at_rest(expected), Quat::IDENTITY, 2e-3);
        }
    }
}

/// Places of all human bones in the world in each frame of a walk up stairs, with a look and a gaze; the
/// character is placed such that it faces +Z.
fn walk(imported: &Imported, set: impl Fn(&mut Actor)) -> Vec<Vec3> {
    let character = Arc::new(imported.character.clone());
    let body = character.humanoid().unwrap();
    let mut actor = Actor::new(character.clone(), imported.clips.iter().cloned()).unwrap();
    set(&mut actor);
    let ground = height_field(|_, z| if z > 0.5 { 0.17 * ((z - 0.5) / 0.29).floor().min(6.0) } else { 0.0 });
    let mut world_from_model = Affine3A::from_quat(character.forward_rotation().inverse());
    let mut seen = Vec::new();
    for frame in 0..150 {
        world_from_model = actor.advance(1.0 / 60.0).apply_to(world_from_model);
        let climbed = 0.17 * ((world_from_model.translation.z - 0.5) / 0.29).clamp(0.0, 6.0);
        let world = Affine3A::from_translation(Vec3::Y * climbed) * world_from_model;
        let at = Vec3::new(1.0 - 0.02 * frame as f32, 1.2, 4.0);
        if let Some(ik) = actor.ik_mut() {
            let _ = ik.set_goal("look", IkGoal::at(at));
        }
        if let Some(face) = actor.face_mut() {
            face.set_gaze(Gaze::Target(at));
        }
        actor.resolve(FrameInput::new(1.0 / 60.0, world).with_ground(&ground));
        let joints = HumanBone::ALL.into_iter().filter_map(|bone| body.joint(bone));
        let matrix = |joint: JointId| world * actor.frame().model()[joint.index()];
        for joint in joints {
            let world_from_joint = matrix(joint);
            // A point ahead of the joint shows its rotation too; the axes of joints below a turned root are
            // the same.
            seen.extend([
                world_from_joint.translation.into(),
                world_from_joint.transform_point3(Vec3::splat(0.05)),
            ]);
        }
    }
    seen
}

fn rig(actor: &mut Actor, has_feet: bool, name: &str) {
    let character = actor.character().clone();
    let body = character.humanoid().unwrap();
    let rig = IkRig::human(character.skeleton(), body);
    let rig = if has_feet { rig.with_feet(FootIk::human(&character, body).unwrap()) } else { rig };
    actor.set_ik(Some(Arc::new(rig))).unwrap();
    // Not at the moment at which a foot comes down.
    actor.play(name).unwrap().seek(0.45);
}

#[test]
fn looks_and_gaze_go_where_the_character_faces() {
    let straight = walk(&turned_built_in(0.0), |actor| rig(actor, false, "walk"));
    let gaze_alone = |actor: &mut Actor| {
        actor.play("idle").unwrap();
    };
    let eyes = walk(&turned_built_in(0.0), gaze_alone);
    for degrees in ANGLES {
        let turned = walk(&turned_built_in(degrees), |actor| rig(actor, false, "walk"));
        assert_turned(&format!("look at {degrees}"), &turned, &straight, Quat::IDENTITY, 1e-3);
        let turned = walk(&turned_built_in(degrees), gaze_alone);
        assert_turned(&format!("gaze at {degrees}"), &turned, &eyes, Quat::IDENTITY, 1e-3);
    }
}

#[test]
fn feet_walk_where_the_character_faces() {
    let straight = walk(&turned_built_in(0.0), |actor| rig(actor, true, "walk"));
    for degrees in ANGLES {
        let turned = walk(&turned_built_in(degrees), |actor| rig(actor, true, "walk"));
        assert_turned(&format!("{degrees}"), &turned, &straight, Quat::IDENTITY, 1e-3);
    }
}

#[test]
fn mirrored_clips_swap_the_sides_of_the_character() {
    let text = "(output: Mirror(node: Clip(clip: \"run_left\")))";
    let mirrors = |actor: &mut Actor| {
        let graph =
            AnimationGraph::from_description(&GraphDescription::from_ron(text).unwrap(), actor.clips())
                .unwrap();
        actor.set_graph(Arc::new(graph)).unwrap();
    };
    let straight = walk(&turned_built_in(0.0), mirrors);
    for degrees in ANGLES {
        let turned = walk(&turned_built_in(degrees), mirrors);
        assert_turned(&format!("{degrees}"), &turned, &straight, Quat::IDENTITY, 3e-3);
    }
}
