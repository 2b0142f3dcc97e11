//! Export of VRM animations: body heights and gaze round-trip.

use serde_json::Value;
use sinew::character::LookAtSetup;
use sinew::clip::{Interpolation, Track};
use sinew::glam::{Quat, Vec3};
use sinew::humanoid::HumanBone;
use sinew::{Character, CharacterParts, JointId, LocalPose, ModelPose, RawClip, SampleCursor};
use sinew_import::{ExportOptions, Imported, NoFiles, export_vrma, import};

fn built_in() -> Imported {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/sinew.vrm");
    import(&std::fs::read(file).unwrap(), &NoFiles).unwrap()
}

fn written(character: &Character, clip: &RawClip) -> (Imported, Value) {
    let bytes = export_vrma(character, clip, &ExportOptions::default()).unwrap().bytes;
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let json: Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    (import(&bytes, &NoFiles).unwrap(), json)
}

pub(crate) fn bone_position(character: &Character, clip: &RawClip, time: f32, bone: HumanBone) -> Vec3 {
    let mut pose = LocalPose::rest(character.skeleton());
    let mut weights = character.rest_weights().clone();
    clip.sample(time, &mut SampleCursor::new(), &mut pose, &mut weights);
    let mut model = ModelPose::rest(character.skeleton());
    model.update(character.skeleton(), &pose);
    model.get(character.humanoid().unwrap().named_bones.joint(bone).unwrap()).translation.into()
}

#[test]
fn body_heights_round_trip() {
    let imported = built_in();
    let hips = imported.character.humanoid().unwrap().named_bones.joint(HumanBone::Hips).unwrap();
    for (name, by) in [("idle", 0.0), ("idle", 2.84), ("walk", 0.05), ("walk", 1.0)] {
        let mut clip = imported.clips.iter().find(|c| c.name == name).unwrap().clone();
        let rest = imported.character.skeleton().rest()[hips.index()].translation;
        let track = clip.joints.iter_mut().find(|t| t.joint == hips).unwrap();
        match &mut track.translation {
            Some(keys) => keys.map_values(|p| p + Vec3::Y * by),
            none => {
                *none = Track::new(Interpolation::Linear, 1, [0.0].into(), vec![rest + Vec3::Y * by]).ok();
            }
        }
        let (back, _) = written(&imported.character, &clip);
        for bone in [HumanBone::Hips, HumanBone::LeftFoot, HumanBone::RightHand] {
            for time in [0.0, 0.4] {
                let a = bone_position(&imported.character, &clip, time, bone);
                let b = bone_position(&back.character, &back.clips[0], time, bone);
                assert!(a.distance(b) < 2e-3, "{name} {by} {bone:?}: {a} {b}");
            }
        }
    }
}

#[test]
fn gaze_and_eye_offset_round_trip() {
    let imported = built_in();
    let look_at = imported.character.look_at().unwrap();
    let mut clip = imported.clips[0].clone();
    let looks = vec![Quat::from_rotation_y(0.3), Quat::from_rotation_x(-0.2) * Quat::from_rotation_y(-0.4)];
    clip.gaze = Track::new(Interpolation::Linear, 1, [0.0, 0.5].into(), looks.clone()).ok();
    let offset = |json: &Value| {
        let value = &json["extensions"]["VRMC_vrm_animation"]["lookAt"]["offsetFromHeadBone"];
        Vec3::from_array([0, 1, 2].map(|n| value[n].as_f64().unwrap() as f32))
    };
    let (back, json) = written(&imported.character, &clip);
    let gaze = back.clips[0].gaze.as_ref().unwrap();
    assert_eq!(gaze.times(), [0.0, 0.5]);
    for (a, b) in looks.iter().zip(gaze.values()) {
        assert!(a.abs_diff_eq(*b, 1e-6), "{a} {b}");
    }
    // The head of the built-in character has no rest rotation.
    assert!(offset(&json).abs_diff_eq(look_at.offset_from_head, 1e-5), "{}", offset(&json));

    // Another offset, on a head with a rest rotation.
    let turn = Quat::from_rotation_z(0.7) * Quat::from_rotation_y(-1.2);
    let character = turned_head(&imported.character, look_at.head, turn);
    (clip.morphs, clip.expressions) = (Vec::new(), Vec::new());
    let (_, json) = written(&character, &clip);
    assert!(offset(&json).abs_diff_eq(Vec3::new(0.01, 0.09, 0.11), 1e-5), "{}", offset(&json));
}

/// The same body with a rotated head joint and unchanged children. The eyes are at (0.01, 0.09, 0.11) in
/// model axes relative to the head.
fn turned_head(character: &Character, head: JointId, turn: Quat) -> Character {
    let mut skeleton = character.skeleton().clone();
    let mut rest = skeleton.rest().to_vec();
    rest[head.index()].rotation *= turn;
    for joint in skeleton.joints().filter(|&j| skeleton.parent(j) == Some(head)) {
        let transform = &mut rest[joint.index()];
        transform.translation = turn.inverse() * transform.translation;
        transform.rotation = turn.inverse() * transform.rotation;
    }
    skeleton.set_rest(rest);
    let look_at = character.look_at().map(|look_at| LookAtSetup {
        offset_from_head: turn.inverse() * Vec3::new(0.01, 0.09, 0.11),
        ..*look_at
    });
    let humanoid = character.humanoid().cloned();
    Character::new(CharacterParts { skeleton, humanoid, look_at, ..CharacterParts::default() }).unwrap()
}

#[test]
fn keys_are_reduced_within_the_tolerance() {
    let imported = built_in();
    let clip = imported.clips.iter().find(|clip| clip.name == "walk").unwrap();
    let export = |options: &ExportOptions| export_vrma(&imported.character, clip, options).unwrap();
    let whole = export(&ExportOptions::default());
    let reduced = export(&ExportOptions::default().with_key_tolerance(0.001));
    assert!(reduced.bytes.len() < whole.bytes.len());
    assert_eq!(
        reduced.report.diagnostics().iter().filter(|diagnostic| diagnostic.code == "export-reduced").count(),
        1
    );
    let [a, b] = [whole, reduced].map(|exported| import(&exported.bytes, &NoFiles).unwrap());
    let keys = [&a, &b].map(|imported| imported.clips[0].key_count());
    assert!(keys[1] * 3 < keys[0] * 2, "{keys:?}");
    assert_eq!(a.clips[0].end(), b.clips[0].end());
    for bone in [HumanBone::Hips, HumanBone::LeftHand, HumanBone::RightFoot] {
        for n in 0..40 {
            let time = n as f32 / 39.0 * a.clips[0].end();
            let [a, b] =
                [&a, &b].map(|imported| bone_position(&imported.character, &imported.clips[0], time, bone));
            assert!(a.distance(b) < 0.001, "{bone:?} at {time}: {a} {b}");
        }
    }
}
