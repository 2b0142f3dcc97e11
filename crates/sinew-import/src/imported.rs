use crate::{Format, Report, SceneExtras};
use sinew::ragdoll::RagdollDescription;
use sinew::{Character, Clip, RawClip};
use std::sync::Arc;

/// Result of [`import`](crate::import).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Imported {
    /// Format of the file.
    pub format: Format,
    /// Character or scene: skeleton, meshes, materials and setup.
    pub character: Character,
    /// Animation clips, in the file's order.
    pub clips: Vec<RawClip>,
    /// The same clips in compressed form, as a Sinew pack stores them; empty for all other formats.
    pub compressed_clips: Vec<Arc<Clip>>,
    /// Ragdoll of the file: its rigid bodies, which glTF files have by KHR_physics_rigid_bodies. `None` where
    /// it has none, and in all other formats.
    pub ragdoll: Option<RagdollDescription>,
    /// Parts of a glTF file that neither the character nor its clips can hold; `None` where it has
    /// none, and in all other formats.
    pub scene_extras: Option<Arc<SceneExtras>>,
    /// Diagnostics of the file.
    pub report: Report,
}
