use super::comb::Group;
use glam::Vec3;

/// Point where a strand grows, and the guides it follows.
pub(super) struct Seed {
    pub(super) root: Vec3,
    pub(super) group: Group,
    pub(super) guides: [u32; 4],
    pub(super) weights: [f32; 4],
    /// Length as a share of that of the guides.
    pub(super) length: f32,
    /// sRGB colour by which its colours are multiplied.
    pub(super) tint: [u8; 3],
}
