//! Support of the whole-pipeline tests and benches: shared files and how to open them.

mod bare_faces;
mod bench_call;
mod brute_rays;
mod clips;
pub mod falls;
mod fingerprint;
pub mod getting_up;
pub mod hair_motion;
mod haircut;
mod horse;
mod limbs;
mod nodes;
mod people;
mod ragdoll_difference;
mod random_pose;
pub mod reach;
mod rifle;
mod soles;
mod textures;
mod three_vrm;
mod turned;
mod turned_glb;

pub use bare_faces::without_shapes;
pub use bench_call::BenchCall;
pub use brute_rays::BruteRays;
pub use clips::CLIPS;
pub use fingerprint::fingerprint;
pub use haircut::give_hair;
pub use horse::horse;
pub use limbs::{Angles, LIMBS, Limb};
pub use nodes::with_nodes;
pub use people::{BODIES, MOTIONS, person, retargeted, surface_people};
pub use ragdoll_difference::RagdollDifference;
pub use random_pose::random_pose;
pub use rifle::Rifle;
pub use soles::{lowest, lowest_skin};
pub use textures::add_texture;
pub use three_vrm::{has_three_vrm, three_vrm};
pub use turned::turned_built_in;
pub use turned_glb::turned_glb;

/// Doc tests of the code in the project's pages.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../README.md")]
    struct Readme;
    #[doc = include_str!("../../docs/graphs.md")]
    struct Graphs;
    #[doc = include_str!("../../docs/events.md")]
    struct Events;
    #[doc = include_str!("../../docs/playing.md")]
    struct Playing;
    #[doc = include_str!("../../docs/packs.md")]
    struct Packs;
    #[doc = include_str!("../../docs/adding_a_system.md")]
    struct AddingASystem;
    #[doc = include_str!("../../docs/frame.md")]
    struct Frame;
    #[doc = include_str!("../../docs/in_your_game.md")]
    struct InYourGame;
    #[doc = include_str!("../../docs/into_your_engine.md")]
    struct IntoYourEngine;
    #[doc = include_str!("../../docs/files.md")]
    struct Files;
    #[doc = include_str!("../../docs/ik.md")]
    struct Ik;
    #[doc = include_str!("../../docs/mixamo_on_vrm.md")]
    struct MixamoOnVrm;
    #[doc = include_str!("../../docs/speech.md")]
    struct Speech;
    #[doc = include_str!("../../docs/face.md")]
    struct Face;
    #[doc = include_str!("../../docs/hair.md")]
    struct Hair;
    #[doc = include_str!("../../docs/decals.md")]
    struct Decals;
    #[doc = include_str!("../../docs/wrinkles.md")]
    struct Wrinkles;
    #[doc = include_str!("../../docs/normal_maps.md")]
    struct NormalMaps;
    #[doc = include_str!("../../docs/pictures.md")]
    struct Pictures;
    #[doc = include_str!("../../docs/setup.md")]
    struct Setup;
    #[doc = include_str!("../../docs/springs.md")]
    struct Springs;
    #[doc = include_str!("../../docs/ragdoll.md")]
    struct Ragdoll;
    #[doc = include_str!("../../docs/rollback.md")]
    struct Rollback;
    #[doc = include_str!("../../docs/walk_on_stairs.md")]
    struct WalkOnStairs;
    #[doc = include_str!("../../docs/clip_edits.md")]
    struct ClipEdits;
    #[doc = include_str!("../../docs/smaller_clips.md")]
    struct SmallerClips;
    #[doc = include_str!("../../docs/motion_check.md")]
    struct MotionCheckPage;
    #[doc = include_str!("../../crates/sinew/README.md")]
    struct Sinew;
    #[doc = include_str!("../../crates/sinew-import/README.md")]
    struct SinewImport;
    #[doc = include_str!("../../crates/sinew-rapier/README.md")]
    struct SinewRapier;
    #[doc = include_str!("../../crates/sinew-speech/README.md")]
    struct SinewSpeech;
    #[doc = include_str!("../../crates/sinew-render/README.md")]
    struct SinewRender;
}

use sinew_import::Imported;
use std::path::{Path, PathBuf};

/// Top folder of the repository.
pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Folder of real character files. Tests that need it are skipped where it is missing.
pub fn assets() -> Option<PathBuf> {
    test_needs::asset("")
}

/// All files below `folder` with one of `extensions`, sorted.
pub fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| extensions.iter().any(|x| e.eq_ignore_ascii_case(x))) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Opens a character file; reads the files that it refers to from its folder.
pub fn open(path: &Path) -> Result<Imported, String> {
    let bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let beside = |uri: &str| std::fs::read(folder.join(uri)).map_err(|e| e.to_string());
    sinew_import::import(&bytes, &beside).map_err(|e| format!("{}: {e}", path.display()))
}
