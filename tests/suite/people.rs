//! Humanoid motions and characters of every format.

use sinew::body::TPose;
use sinew::humanoid::Humanoid;
use sinew::retarget::{FaceMap, RetargetReport, RetargetSettings, Retargeter, retarget_clip};
use sinew::{Character, RawClip};
use sinew_import::Imported;
use std::path::Path;

/// Humanoid characters; the empty name is the built-in character.
pub const BODIES: [&str; 6] = [
    "gltf/kaykit/Knight.glb",
    "gltf/rpm_brunette-t.glb",
    "vrm/Godette_vrm_v4.vrm",
    "x/tiny/tiny.x",
    "gltf/mannequiny.glb",
    "",
];

/// Files with humanoid motions, each with the number of clips to use.
pub const MOTIONS: [(&str, usize); 26] = [
    ("bvh/cmu/01_01.bvh", 1),
    ("bvh/bandai-namco-1/dataset-1_walk_normal_001.bvh", 1),
    ("bvh/bandai-namco-1/dataset-1_run_normal_001.bvh", 1),
    ("bvh/bandai-namco-1/dataset-1_kick_normal_001.bvh", 1),
    ("bvh/bandai-namco-1/dataset-1_bow_normal_001.bvh", 1),
    ("bvh/bandai-namco-1/dataset-1_walk-left_normal_001.bvh", 1),
    ("bvh/bandai-namco-1/dataset-1_walk-back_normal_001.bvh", 1),
    ("bvh/bandai-namco-1/dataset-1_walk_old_001.bvh", 1),
    ("bvh/bandai-namco-1/dataset-1_dash_active_001.bvh", 1),
    ("bvh/bandai-namco-1/dataset-1_dance-short_normal_001.bvh", 1),
    ("bvh/bandai-namco-2/dataset-2_run_normal_029.bvh", 1),
    ("bvh/bandai-namco-2/dataset-2_walk_normal_017.bvh", 1),
    ("bvh/bandai-namco-2/dataset-2_walk-turn-left_active_029.bvh", 1),
    ("bvh/bandai-namco-2/dataset-2_wave-both-hands_normal_010.bvh", 1),
    ("bvh/mass/walk.bvh", 1),
    ("bvh/mass/run.bvh", 1),
    ("bvh/mass/kick.bvh", 1),
    ("bvh/AV_8Walk_Meredith_HVHA_Rep1.bvh", 1),
    ("bvh/threejs_pirouette.bvh", 1),
    ("fbx/pab/run.fbx", 1),
    ("fbx/pab/jog.fbx", 1),
    ("vrm/idle_loop.vrma", 1),
    ("vrm/three-vrm_test.vrma", 1),
    ("gltf/kaykit/Knight.glb", 3),
    ("gltf/mannequiny.glb", 10),
    ("x/tiny/tiny.x", 1),
];

/// Opens a file of `assets`, or the built-in character for an empty name.
pub fn person(assets: &Path, name: &str) -> Imported {
    let built_in = crate::repository().join("data/sinew.vrm");
    crate::open(&if name.is_empty() { built_in } else { assets.join(name) }).unwrap()
}

/// Files of characters for tests of surfaces: bodies of every kind and a scanned head. The empty name is the
/// built-in character.
const SURFACES: [&str; 6] = [
    "",
    "gltf/kaykit/Knight.glb",
    "gltf/rpm_brunette-t.glb",
    "x/tiny/tiny.x",
    "vrm/Godette_vrm_v4.vrm",
    "gltf/LeePerrySmith/LeePerrySmith.glb",
];

/// Characters for tests of surfaces whose files are there; the built-in character always is.
pub fn surface_people() -> Vec<(&'static str, Imported)> {
    let assets = crate::assets();
    let there = SURFACES.into_iter().filter(|name| name.is_empty() || assets.is_some());
    let folder = assets.clone().unwrap_or_default();
    there.map(|name| (name, person(&folder, name))).collect()
}

/// A clip retargeted from one humanoid to another, with measured soles and foot correction.
pub fn retargeted(
    clip: &RawClip,
    from: (&Character, &Humanoid),
    to: (&Character, &Humanoid),
) -> (RawClip, RetargetReport) {
    let source = TPose::of_clip(from.0.skeleton(), from.1, clip).with_skin(from.0);
    let stands = TPose::new(to.0.skeleton(), to.1).with_skin(to.0);
    let retargeter = Retargeter::human((from.0.skeleton(), source), (to.0.skeleton(), stands));
    retarget_clip(clip, &retargeter, &RetargetSettings::default(), &FaceMap::by_names(from.0, to.0)).unwrap()
}
