/// Settings of a reaction to a hit, see [`RagdollState::hit`](crate::ragdoll::RagdollState::hit).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct HitReaction {
    /// Strength of the muscles of parts that the hit does not weaken, 0 to 1, where the ragdoll is animated
    /// before.
    pub strength: f32,
    /// Time after which weakened muscles have their strength again, seconds.
    pub recovery: f32,
}

impl Default for HitReaction {
    fn default() -> Self {
        Self { strength: 0.6, recovery: 0.5 }
    }
}

impl HitReaction {
    /// Sets the strength of the muscles.
    #[must_use]
    pub fn with_strength(self, strength: f32) -> Self {
        Self { strength, ..self }
    }

    /// Sets the time of recovery, seconds.
    #[must_use]
    pub fn with_recovery(self, recovery: f32) -> Self {
        Self { recovery, ..self }
    }
}

/// Reaction in progress.
#[derive(Clone, Copy, Debug)]
pub(in crate::ragdoll) struct Reaction {
    /// Strength of the muscles of parts that react.
    pub(in crate::ragdoll) strength: f32,
    /// Rate at which weakness goes, per second.
    pub(in crate::ragdoll) rate: f32,
    /// Seconds until it ends.
    pub(in crate::ragdoll) left: f32,
}
