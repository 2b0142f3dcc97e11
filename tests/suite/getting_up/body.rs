//! Bodies that fall and get up.

use crate::people::person;
use sinew::ragdoll::Ragdoll;
use sinew::retarget::{RetargetSettings, retarget_between};
use sinew::{Character, RawClip};
use std::path::Path;
use std::sync::Arc;

/// Names and files of the bodies of the table, below the folder of real files; the built-in character has
/// none.
pub const BODIES: [(&str, &str); 8] = [
    ("built-in", ""),
    ("Godette", "vrm/Godette_vrm_v4.vrm"),
    ("debug_robot", "vrm/debug_robot.vrm"),
    ("brunette", "gltf/rpm_brunette-t.glb"),
    ("Knight", "gltf/kaykit/Knight.glb"),
    ("mannequiny", "gltf/mannequiny.glb"),
    ("arnaud", "fbx/pab/arnaud.fbx"),
    ("CesiumMan", "gltf/CesiumMan.glb"),
];

/// Character with a fitted ragdoll and the clips of the built-in character.
pub struct FallingBody {
    /// Name in tables.
    pub name: String,
    /// The character.
    pub character: Arc<Character>,
    /// Its fitted ragdoll.
    pub ragdoll: Arc<Ragdoll>,
    /// Clips: those that are played before the fall, those of hits and stumbles, and those that get up.
    pub clips: Vec<Arc<RawClip>>,
}

/// Clips that are played before the fall.
pub(super) const BEFORE: [&str; 2] = ["idle", "run"];

/// Whether a clip of the built-in character gets up.
pub(super) fn gets_up(clip: &str) -> bool {
    clip.starts_with("get_up")
}

impl FallingBody {
    /// Opens a body of [`BODIES`], or any other file.
    pub fn open(assets: &Path, name: &str, file: &str) -> Self {
        let built_in = person(assets, "");
        let imported = if file.is_empty() { person(assets, "") } else { person(assets, file) };
        let character = Arc::new(imported.character);
        let reacts = |clip: &RawClip| clip.name.starts_with("hit_") || clip.name == "stumble";
        let is_wanted =
            |clip: &&RawClip| BEFORE.contains(&&*clip.name) || reacts(clip) || gets_up(&clip.name);
        let clips = built_in.clips.iter().filter(is_wanted).map(|clip| {
            if file.is_empty() {
                return Arc::new(clip.clone());
            }
            let settings = RetargetSettings::default();
            let retargeted = retarget_between(clip, &built_in.character, &character, &settings);
            Arc::new(retargeted.expect("a humanoid").0)
        });
        let clips = clips.collect();
        let ragdoll = Arc::new(Ragdoll::fit(&character).expect("a ragdoll"));
        Self { name: name.to_owned(), character, ragdoll, clips }
    }

    /// Size relative to a body of 1.7 m.
    pub fn scale(&self) -> f32 {
        self.ragdoll.size() / 1.7
    }
}
