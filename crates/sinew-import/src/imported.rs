use crate::{Format, Report};
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
    /// Diagnostics of the file.
    pub report: Report,
}
