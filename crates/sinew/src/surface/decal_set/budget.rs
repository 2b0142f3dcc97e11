/// Limits of the decals on one character.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct DecalBudget {
    /// Most decals. Those that are leaving do not count, but never more than as many again are leaving.
    pub max_decals: usize,
    /// Most triangles of all decals that are not leaving.
    pub max_triangles: usize,
    /// Order in which decals of equal priority go when there are too many.
    pub removal: DecalRemoval,
    /// Way in which they go.
    pub exit: DecalExit,
    /// Distance of the centres of two decals of the same look, as a share of the smaller radius, below which
    /// they are one: the older stays and starts its age again. 0 merges none.
    pub merge: f32,
}

/// Order in which decals go when there are too many. Lower priorities go first in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum DecalRemoval {
    /// First in, first out.
    #[default]
    FirstInFirstOut,
    /// The oldest, where a merged decal counts as new.
    Oldest,
    /// The farthest from the eye; the oldest without a view.
    Farthest,
    /// Decals out of view first, then the oldest.
    OutOfView,
}

/// Way in which decals go when there are too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum DecalExit {
    /// At once.
    Cut,
    /// By their own fade.
    #[default]
    Fade,
    /// Unseen: they stay until they are out of view; without a view they fade.
    WhenUnseen,
}

impl Default for DecalBudget {
    /// 256 decals, 65,536 triangles, first in, first out, fading, merging within a tenth of the radius.
    fn default() -> Self {
        Self {
            max_decals: 256,
            max_triangles: 65_536,
            removal: DecalRemoval::FirstInFirstOut,
            exit: DecalExit::Fade,
            merge: 0.1,
        }
    }
}

impl DecalBudget {
    /// Sets the most decals.
    #[must_use]
    pub const fn with_max_decals(mut self, count: usize) -> Self {
        self.max_decals = count;
        self
    }

    /// Sets the most triangles.
    #[must_use]
    pub const fn with_max_triangles(mut self, count: usize) -> Self {
        self.max_triangles = count;
        self
    }

    /// Sets which decals of equal priority go first when there are too many.
    #[must_use]
    pub const fn with_removal(mut self, removal: DecalRemoval) -> Self {
        self.removal = removal;
        self
    }

    /// Sets the way in which decals go when there are too many.
    #[must_use]
    pub const fn with_exit(mut self, exit: DecalExit) -> Self {
        self.exit = exit;
        self
    }

    /// Sets the distance within which decals merge, as a share of the radius.
    #[must_use]
    pub const fn with_merge(mut self, share: f32) -> Self {
        self.merge = share;
        self
    }
}
