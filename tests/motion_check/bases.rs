//! Clips that the check is measured on: all shared captures and hand-made clips, in two halves.

use sinew::{Character, RawClip};
use sinew_author::motion_check::{MotionCheck, MotionCheckSettings, MotionReport};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Maker of a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Captured,
    HandMade,
}

/// Files with motion, below the folder of shared files.
const FILES: [(&str, Origin); 31] = [
    ("bvh/AV_8Walk_Meredith_HVHA_Rep1.bvh", Origin::Captured),
    ("bvh/bandai-namco-1/dataset-1_bow_normal_001.bvh", Origin::Captured),
    ("bvh/bandai-namco-1/dataset-1_dance-short_normal_001.bvh", Origin::Captured),
    ("bvh/bandai-namco-1/dataset-1_dash_active_001.bvh", Origin::Captured),
    ("bvh/bandai-namco-1/dataset-1_kick_normal_001.bvh", Origin::Captured),
    ("bvh/bandai-namco-1/dataset-1_run_normal_001.bvh", Origin::Captured),
    ("bvh/bandai-namco-1/dataset-1_walk-back_normal_001.bvh", Origin::Captured),
    ("bvh/bandai-namco-1/dataset-1_walk-left_normal_001.bvh", Origin::Captured),
    ("bvh/bandai-namco-1/dataset-1_walk_normal_001.bvh", Origin::Captured),
    ("bvh/bandai-namco-1/dataset-1_walk_old_001.bvh", Origin::Captured),
    ("bvh/bandai-namco-2/dataset-2_run_normal_029.bvh", Origin::Captured),
    ("bvh/bandai-namco-2/dataset-2_walk-turn-left_active_029.bvh", Origin::Captured),
    ("bvh/bandai-namco-2/dataset-2_walk_normal_017.bvh", Origin::Captured),
    ("bvh/bandai-namco-2/dataset-2_wave-both-hands_normal_010.bvh", Origin::Captured),
    ("bvh/cmu/01_01.bvh", Origin::Captured),
    ("bvh/mass/kick.bvh", Origin::Captured),
    ("bvh/mass/run.bvh", Origin::Captured),
    ("bvh/mass/walk.bvh", Origin::Captured),
    ("bvh/threejs_pirouette.bvh", Origin::Captured),
    ("fbx/pab/jog.fbx", Origin::Captured),
    ("fbx/pab/run.fbx", Origin::Captured),
    ("gltf/CesiumMan.glb", Origin::HandMade),
    ("gltf/Fox.glb", Origin::HandMade),
    ("gltf/greenman.glb", Origin::HandMade),
    ("gltf/kaykit/Barbarian.glb", Origin::HandMade),
    ("gltf/kaykit/Knight.glb", Origin::HandMade),
    ("gltf/kenney/character.glb", Origin::HandMade),
    ("gltf/mannequiny.glb", Origin::HandMade),
    ("vrm/idle_loop.vrma", Origin::HandMade),
    ("x/assimp/Testwuson.X", Origin::HandMade),
    ("x/tiny/tiny.x", Origin::HandMade),
];

/// Clip of a character.
pub(crate) struct Base {
    /// File and clip.
    pub(crate) name: String,
    pub(crate) origin: Origin,
    /// Whether it is in the half that bounds are set by.
    pub(crate) calibrates: bool,
    pub(crate) character: Arc<Character>,
    pub(crate) check: Arc<MotionCheck>,
    pub(crate) clip: RawClip,
    /// Report on the clip as it is.
    pub(crate) report: MotionReport,
}

impl Base {
    /// All clips; `None` without the shared files.
    pub(crate) fn all() -> Option<Vec<Self>> {
        let assets = test_needs::asset("")?;
        let built_in = (sinew_suite::repository().join("data/sinew.vrm"), Origin::HandMade);
        let shared = FILES.iter().map(|(file, origin)| (assets.join(file), *origin));
        Some(shared.chain([built_in]).flat_map(|(path, origin)| Self::of_file(&path, origin)).collect())
    }

    pub(crate) fn file(&self) -> &str {
        self.name.split('#').next().unwrap_or_default()
    }

    fn of_file(path: &Path, origin: Origin) -> Vec<Self> {
        let imported = sinew_suite::open(path).unwrap_or_else(|error| panic!("{error}"));
        let file = PathBuf::from(path.file_name().unwrap_or_default()).display().to_string();
        let character = Arc::new(imported.character);
        let check = Arc::new(MotionCheck::new(&character));
        let moving = imported.clips.into_iter().filter(RawClip::moves);
        let base = |clip: RawClip| Self {
            name: format!("{file}#{}", clip.name()),
            origin,
            calibrates: hash(&file).is_multiple_of(2),
            report: check.clip(&clip, &MotionCheckSettings::default()),
            character: character.clone(),
            check: check.clone(),
            clip,
        };
        moving.map(base).collect()
    }
}

/// Hash by which files fall into halves (FNV-1a).
fn hash(name: &str) -> u32 {
    name.bytes().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
