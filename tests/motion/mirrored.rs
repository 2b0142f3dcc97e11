//! Mirrored motions of strangers' files: each joint is where its counterpart was, in a mirror.

use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::playback::CharacterMirror;
use sinew::pose::local_to_model;
use sinew::{Character, JointId, RawClip};
use sinew_author::clip::{clip_pose, mirror_clip};
use sinew_import::Imported;
use std::path::Path;

/// Positions of all joints at a time.
fn positions(clip: &RawClip, character: &Character, time: f32) -> Vec<Vec3> {
    let pose = clip_pose(clip, character, time).unwrap();
    let mut model = vec![Affine3A::IDENTITY; character.skeleton().len()];
    local_to_model(character.skeleton(), pose.local.as_slice(), &mut model);
    model.iter().map(|joint| joint.translation.into()).collect()
}

/// A vector of the model in a mirror between the sides of a body that faces `forward`.
fn across(forward: Quat, vector: Vec3) -> Vec3 {
    forward * ((forward.inverse() * vector) * Vec3::new(-1.0, 1.0, 1.0))
}

/// Largest distance of a human bone from where it would be in a mirror, in parts of the farthest bone's distance from
/// the hips; none for a file without a human's motion.
fn error(imported: &Imported) -> Option<f32> {
    let character = &imported.character;
    let mirror = CharacterMirror::new(character);
    let bones: Vec<JointId> = character.humanoid()?.named_bones.iter().map(|(_, joint)| joint).collect();
    let (hips, forward) = (bones.first()?.index(), character.forward_rotation());
    let mut worst = None;
    for clip in imported.clips.iter().filter(|clip| clip.moves()).take(8) {
        let mirrored = mirror_clip(clip, character).unwrap();
        for part in 0..8 {
            let time = clip.start() + (clip.end() - clip.start()) * part as f32 / 7.0;
            let (before, after) = (positions(clip, character, time), positions(&mirrored, character, time));
            let away = |model: &[Vec3], joint: JointId| model[joint.index()] - model[hips];
            let size = bones.iter().map(|bone| away(&before, *bone).length()).fold(1e-6, f32::max);
            for bone in &bones {
                let there = away(&before, mirror.pose_mirror().mirrored_joint(*bone));
                let off = away(&after, *bone).distance(across(forward, there)) / size;
                worst = Some(off.max(worst.unwrap_or(0.0)));
            }
        }
    }
    worst
}

/// True for captures whose rest pose is a frame of a walk, a fight or a bow.
fn is_asymmetric(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with("dataset-") && !name.contains("wave-both-hands") && !name.contains("dance-short")
}

/// Rest poses of captures may be a frame of a fight or of a run; where they differ little from side to side, that
/// difference is kept.
#[test]
fn captures_mirror_whatever_their_rest_pose() {
    let Some(assets) = sinew_suite::assets() else { return };
    let mut number = 0;
    for folder in ["bvh", "fbx/pab", "x/tiny", "gltf"] {
        for file in sinew_suite::files(&assets.join(folder), &["bvh", "fbx", "x", "glb"]) {
            let Some(error) = sinew_suite::open(&file).ok().and_then(|imported| error(&imported)) else {
                continue;
            };
            let most = if folder == "bvh" && is_asymmetric(&file) { 0.002 } else { 0.04 };
            assert!(error < most, "{}: {error}", file.display());
            number += 1;
        }
    }
    assert!(number >= 20, "{number} files");
}
