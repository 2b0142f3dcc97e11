//! Links of a hair that is not simulated to the guides that it follows.

/// Guides of a hair that follows.
pub(super) const LINKS: usize = 3;

/// Guides that a hair follows, with their weights.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::hair::simulation) struct Follower {
    pub(super) guides: [(u32, f32); LINKS],
}
