//! Key reduction: all vertices stay within the tolerance.

use crate::compare::{apart, export_and_import, files, open};
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::{Quat, Vec3};
use sinew::skeleton::Joint;
use sinew::{Character, CharacterParts, JointId, RawClip, Skeleton, Transform};
use sinew_import::{ExportOptions, export_glb, export_gltf};
use std::sync::Arc;

/// Bounds in metres, in ascending order.
const BOUNDS: [f32; 9] = [1e-6, 1e-5, 1e-4, 3e-4, 1e-3, 1.1e-3, 5e-3, 0.02, 0.3];

/// A chain of joints of 0.2 m.
fn chain(joints: usize) -> Character {
    let joint = |n: usize| Joint {
        name: format!("joint{n}"),
        parent: n.checked_sub(1).map(|parent| parent as u32),
        rest: Transform { translation: Vec3::Y * 0.2, ..Transform::IDENTITY },
        in_scene: true,
    };
    let skeleton = Skeleton::new((0..joints).map(joint).collect()).unwrap();
    Character::new(CharacterParts { skeleton, ..CharacterParts::default() }).unwrap()
}

/// A clip whose joints swing, with noise of some radians and metres in each key.
fn swinging(joints: usize, frames: usize, noise: f32, seed: u64) -> RawClip {
    let mut random = fastrand::Rng::with_seed(seed);
    let times: Arc<[f32]> = (0..frames).map(|n| n as f32 / 30.0).collect();
    let mut next = |size: f32| (random.f32() - 0.5) * size;
    let tracks = (0..joints).map(|joint| {
        let rate = 1.0 + joint as f32 * 0.3;
        let swing = |time: &f32, off: f32| Quat::from_rotation_z((time * rate).sin() * 0.7 + off);
        let turns: Vec<Quat> = times.iter().map(|time| swing(time, next(noise))).collect();
        let positions: Vec<Vec3> = times
            .iter()
            .map(|time| Vec3::new((time * 0.5).sin() + next(noise), 0.2 + next(noise), *time * 0.1))
            .collect();
        JointTrack {
            rotation: Track::new(Interpolation::Linear, 1, times.clone(), turns).ok(),
            translation: (joint == 0)
                .then(|| Track::new(Interpolation::Linear, 1, times.clone(), positions).unwrap()),
            ..JointTrack::new(JointId(joint as _))
        }
    });
    RawClip { name: "swing".into(), joints: tracks.collect(), ..RawClip::default() }
}

#[test]
fn a_looser_bound_never_gives_a_larger_file() {
    let mut cases: Vec<(String, Character, Vec<RawClip>)> = Vec::new();
    for (n, (joints, frames, noise)) in [
        (1, 2, 0.0),
        (1, 3, 0.1),
        (4, 30, 0.0),
        (6, 200, 1e-4),
        (6, 200, 0.01),
        (12, 400, 1e-3),
        (3, 1500, 0.3),
    ]
    .into_iter()
    .enumerate()
    {
        let clips = (0..1 + n as u64 % 3).map(|seed| swinging(joints, frames, noise, seed)).collect();
        cases.push((format!("{joints} joints, {frames} frames, noise {noise}"), chain(joints), clips));
    }
    for path in files().into_iter().flatten() {
        let name = path.display().to_string();
        if ["bvh", "Fox", "pab", "tiny"].iter().any(|part| name.contains(part)) {
            let mut imported = open(&path);
            imported.clips.truncate(2);
            cases.push((name, imported.character, imported.clips));
        }
    }
    let mut wrong = Vec::new();
    for (name, character, clips) in &cases {
        for meshopt in [false, true] {
            let options = ExportOptions::default().with_meshopt(meshopt);
            let size = |options: &ExportOptions| export_glb(character, clips, options).unwrap().bytes.len();
            let whole = size(&options);
            let mut before = whole;
            for bound in BOUNDS {
                let reduced = size(&options.clone().with_key_tolerance(bound));
                // Fewer keys may compress less well.
                let most = if meshopt { (before + before / 40).min(whole) } else { before };
                if reduced > most {
                    wrong.push(format!(
                        "{name}, meshopt {meshopt}, {bound} m: {reduced} bytes, {before} before"
                    ));
                }
                before = reduced;
            }
        }
        let files = |options: &ExportOptions| -> usize {
            let exported = export_gltf(character, clips, options, "own").unwrap();
            exported.files.iter().map(|(_, bytes)| bytes.len()).sum()
        };
        let options = ExportOptions::default();
        assert!(files(&options.clone().with_key_tolerance(1e-4)) <= files(&options), "{name}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn real_clips_stay_within_the_tolerance() {
    let Some(files) = files() else { return };
    let (mut wrong, mut before, mut after) = (Vec::new(), 0, [0, 0]);
    for path in files {
        let name = path.display().to_string();
        let mut imported = open(&path);
        // A part of a large library is sufficient.
        imported.clips.truncate(12);
        if imported.clips.is_empty() {
            continue;
        }
        let keys = |clips: &[RawClip]| clips.iter().map(RawClip::key_count).sum::<usize>();
        before += keys(&imported.clips);
        for (n, error) in [1e-3, 1e-4].into_iter().enumerate() {
            let options = ExportOptions::default().with_key_tolerance(error);
            let (_, back) = export_and_import(&imported.character, &imported.clips, &options);
            let apart = apart(&imported, &back);
            after[n] += keys(&back.clips);
            eprintln!(
                "{name}: {} of {} keys at {error} m, {} m apart",
                keys(&back.clips),
                keys(&imported.clips),
                apart.metres.max(apart.nodes)
            );
            if apart.metres.max(apart.nodes) > error {
                wrong.push(format!("{name} at {error}: {apart:?}"));
            }
            for (a, b) in imported.clips.iter().filter(|c| c.track_count() > 0).zip(&back.clips) {
                if (a.start(), a.end()) != (b.start(), b.end()) {
                    wrong.push(format!("{name}, {:?}: it begins or ends elsewhere", a.name));
                }
            }
        }
    }
    eprintln!("{after:?} of {before} keys");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(after[0] * 2 < before && after[0] < after[1] && after[1] < before, "{after:?} of {before}");
}
