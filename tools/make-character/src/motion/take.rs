//! Baked clip.

use super::bend::Bend;
use glam::{Quat, Vec3};

/// Keys of one clip. Every track has a key at every time.
pub(crate) struct Take {
    /// Name of the clip.
    pub name: &'static str,
    /// Key times, seconds.
    pub times: Vec<f32>,
    /// Local rotations: joint and a value per key.
    pub rotations: Vec<(usize, Vec<Quat>)>,
    /// Joint index of the hips.
    pub hips_joint: usize,
    /// Local translation of the hips per key.
    pub hips: Vec<Vec3>,
    /// Morph weights by target name, a value per key.
    pub morphs: Vec<(String, Vec<f32>)>,
    /// Path of the root motion; `None` for a clip in place.
    pub path: Option<Bend>,
    /// Forward displacement of the root in metres at a time in seconds, for a clip with root motion that has
    /// no `path`.
    pub travel: Option<fn(f32) -> f32>,
    /// Fractions of the length at which the left and the right foot touch down.
    pub steps: Vec<(f32, &'static str)>,
}
