//! Quantized keys, tracks of the rest pose that are left out, and files without meshes.

use crate::compare::{apart, clips_apart, export_and_import, files, open};
use crate::made::as_imported;
use crate::validator;
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::{Quat, Vec3};
use sinew::skeleton::Joint;
use sinew::{CharacterParts, JointId, RawClip, Skeleton, Transform};
use sinew_import::{ExportOptions, Severity};

/// Small files of all kinds, with the error in metres that each may have.
fn options() -> [(ExportOptions, Option<f32>); 6] {
    let keys = ExportOptions::default().with_quantize_keys(true).with_drop_rest_tracks(true);
    let meshopt = keys.clone().with_meshopt(true);
    [
        (keys.clone(), None),
        (meshopt.clone(), None),
        (keys.with_key_tolerance(1e-3), Some(1e-3)),
        (meshopt.clone().with_key_tolerance(1e-4), Some(1e-4)),
        (meshopt.clone().with_key_tolerance(1e-3), Some(1e-3)),
        (meshopt.with_key_tolerance(1e-2), Some(1e-2)),
    ]
}

#[test]
fn real_clips_stay_within_the_tolerance_in_fewer_bits() {
    let Some(files) = files() else { return };
    let (mut wrong, mut sums) = (Vec::new(), [0usize; 7]);
    for path in files {
        let name = path.display().to_string();
        let mut imported = open(&path);
        // A part of a large library is sufficient.
        imported.clips.truncate(6);
        if imported.clips.is_empty() {
            continue;
        }
        sums[6] +=
            export_and_import(&imported.character, &imported.clips, &ExportOptions::default()).0.bytes.len();
        let size = imported.character.rest_bounds().size().max_element().max(1.0);
        let mut written = Vec::new();
        for (n, (options, error)) in options().into_iter().enumerate() {
            let (exported, back) = export_and_import(&imported.character, &imported.clips, &options);
            sums[n] += exported.bytes.len();
            let faults = back.report.diagnostics().iter().filter(|f| f.severity == Severity::Error);
            wrong.extend(faults.map(|f| format!("{name}, {options:?}: read again: {f}")));
            let (apart, bound) = (apart(&imported, &back), error.unwrap_or(size * 5e-5));
            // Single precision adds to it.
            if apart.metres > bound * 1.02 + 2e-5 * size {
                wrong.push(format!("{name}, {options:?}: {apart:?}, expected {bound} m"));
            }
            written.push((format!("{n}"), exported.bytes));
        }
        wrong.extend(
            validator::errors(&written).unwrap_or_default().into_iter().map(|e| format!("{name}: {e}")),
        );
    }
    eprintln!("{sums:?} bytes");
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
    assert!(sums[0] < sums[6] && sums[1] < sums[0] && sums[4] < sums[3] && sums[5] < sums[4]);
}

/// A root and a child, with a clip of a second: the root moves, the child holds `turn`.
fn nodding(turn: Quat) -> (CharacterParts, RawClip) {
    let rest = Transform { translation: Vec3::Y, ..Transform::IDENTITY };
    let joint = |name: &str, parent| Joint { name: name.into(), parent, rest, in_scene: true };
    let skeleton = Skeleton::new(vec![joint("root", None), joint("child", Some(0))]).unwrap();
    let track =
        |end: f32| Track::new(Interpolation::Linear, 1, [0.0, end].into(), vec![Vec3::Y, Vec3::X]).ok();
    let held = Track::new(Interpolation::Linear, 1, [0.0, 1.0].into(), vec![turn, turn]).ok();
    let joints = vec![
        JointTrack { translation: track(0.5), ..JointTrack::new(JointId(0)) },
        JointTrack { rotation: held, ..JointTrack::new(JointId(1)) },
    ];
    (CharacterParts { skeleton, ..CharacterParts::default() }, RawClip { joints, ..RawClip::default() })
}

#[test]
fn tracks_of_the_rest_pose_are_left_out_and_clips_keep_their_length() {
    let written = |turn: Quat, ends: &[f32]| {
        let (parts, mut clip) = nodding(turn);
        for end in ends {
            let values = vec![Vec3::ONE, Vec3::ONE];
            clip.joints[0].scale = Track::new(Interpolation::Linear, 1, [0.0, *end].into(), values).ok();
        }
        let options = ExportOptions::default().with_drop_rest_tracks(true);
        let made = as_imported(parts, vec![clip]);
        let (_, back) = export_and_import(&made.character, &made.clips, &options);
        assert!(clips_apart(&made, &back).vertices < 1e-6);
        (back.clips[0].track_count(), back.clips[0].end())
    };
    // Another pose than that at rest stays.
    assert_eq!(written(Quat::from_rotation_x(0.1), &[]), (2, 1.0));
    // The track of the child is the only one that lasts a second.
    assert_eq!(written(Quat::IDENTITY, &[]), (2, 1.0));
    // Scales that hold the rest pose go; no other track lasts two seconds.
    assert_eq!(written(Quat::from_rotation_x(0.1), &[0.5]), (2, 1.0));
    assert_eq!(written(Quat::from_rotation_x(0.1), &[2.0]).1, 2.0);
}

#[test]
fn files_without_meshes_hold_nodes_and_clips() {
    let Some(files) = files() else { return };
    for path in files.iter().filter(|path| path.ends_with("Fox.glb") || path.ends_with("Knight.glb")) {
        let imported = open(path);
        let options = ExportOptions::default().with_skeleton_only(true);
        let (exported, back) = export_and_import(&imported.character, &imported.clips, &options);
        let names = |character: &sinew::Character| -> Vec<String> {
            let skeleton = character.skeleton();
            (0..skeleton.len())
                .filter_map(|n| Some(skeleton.name(skeleton.by_file_index(n)?).to_owned()))
                .collect()
        };
        assert_eq!(names(&imported.character), names(&back.character));
        assert!(back.character.meshes().is_empty() && back.character.images().is_empty());
        assert_eq!(imported.clips.len(), back.clips.len());
        assert_eq!(imported.clips[0].joints.len(), back.clips[0].joints.len());
        let name = path.display();
        assert!(validator::errors(&[("a".into(), exported.bytes)]).unwrap_or_default().is_empty(), "{name}");
    }
}
