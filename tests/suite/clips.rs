//! List of the shared files with clips.

/// Shared files with clips, each with the number of clips to use.
pub const CLIPS: &[(&str, usize)] = &[
    ("gltf/kaykit/Knight.glb", 76),
    ("gltf/Fox.glb", 3),
    ("gltf/CesiumMan.glb", 1),
    ("gltf/mannequiny.glb", 10),
    ("fbx/pab/run.fbx", 1),
    ("fbx/pab/jog.fbx", 1),
    ("bvh/cmu/01_01.bvh", 1),
    ("bvh/bandai-namco-1/dataset-1_walk_normal_001.bvh", 1),
    ("bvh/bandai-namco-1/dataset-1_kick_normal_001.bvh", 1),
    ("bvh/bandai-namco-2/dataset-2_run_normal_029.bvh", 1),
    ("x/tiny/tiny.x", 1),
];
