//! Reactions of a ragdoll to hits: muscles that weaken around the hit part and recover.

use crate::ragdoll::state::{HitReaction, RagdollState, Reaction};
use glam::{Quat, Vec3};

/// Time for which muscles hold the pose after their recovery, seconds: the parts are near their animation
/// then.
const SETTLING: f32 = 0.3;

/// Time in which what is left of a reaction fades, seconds.
const BLEND: f32 = 0.2;

impl RagdollState {
    /// Weakens the muscles around a part, and lets the limb or the trunk that it belongs to fall where it is
    /// animated. Returns the part that physics moves: the part itself, or the top one of the trunk for the
    /// root.
    pub(in crate::ragdoll) fn begin_reaction(&mut self, hit: usize, reaction: &HitReaction) -> usize {
        let shortest = 1.0 / 60.0;
        let recovery = if reaction.recovery > shortest { reaction.recovery.min(60.0) } else { shortest };
        let top = self.top_of_branch(hit);
        let mut is_below = vec![false; self.parts.len()];
        for n in top..self.parts.len() {
            is_below[n] = n == top || self.ragdoll.parts[n].parent.is_some_and(|parent| is_below[parent]);
            let part = &mut self.parts[n];
            part.reacts |= is_below[n] && !part.falls;
            if self.reaction.is_none() {
                (part.turned, part.turning) = (Quat::IDENTITY, Vec3::ZERO);
            }
        }
        let falls: Vec<bool> = self.parts.iter().map(|part| part.falls || part.reacts).collect();
        self.set_falling(|part| falls[part], BLEND);
        for part in 0..self.parts.len() {
            let weakness = 0.5f32.powi(i32::try_from(self.distance(part, hit)).unwrap_or(i32::MAX));
            let state = &mut self.parts[part];
            state.weakness = state.weakness.max(weakness);
        }
        let strength = if reaction.strength.is_nan() { 0.0 } else { reaction.strength.clamp(0.0, 1.0) };
        let left = self.reaction.map_or(0.0, |running| running.left).max(recovery + SETTLING);
        self.reaction = Some(Reaction { strength, rate: 1.0 / recovery, left });
        if self.parts[hit].falls { hit } else { top }
    }

    /// Lets muscles recover for `dt` seconds.
    pub(super) fn recover(&mut self, dt: f32) {
        let rate = self.reaction.map_or(1.0, |reaction| reaction.rate);
        self.parts.iter_mut().for_each(|part| part.weakness = (part.weakness - rate * dt).max(0.0));
        let Some(reaction) = &mut self.reaction else { return };
        reaction.left -= dt;
        if reaction.left <= 0.0 {
            self.reaction = None;
            self.hand_over_parts(BLEND, |part| part.reacts);
        }
    }

    /// Topmost part of the branch below the root that a part is in: of its limb or the trunk. For the root it
    /// is that of most parts.
    fn top_of_branch(&self, part: usize) -> usize {
        let parts = &self.ragdoll.parts;
        let top = |part: usize| {
            let mut above = std::iter::successors(Some(part), |n: &usize| parts[*n].parent);
            above.find(|n| parts[*n].parent == Some(0)).unwrap_or(0)
        };
        let count = |branch: &usize| (0..parts.len()).filter(|n| top(*n) == *branch).count();
        match top(part) {
            0 => (1..parts.len()).filter(|n| parts[*n].parent == Some(0)).max_by_key(count).unwrap_or(0),
            branch => branch,
        }
    }

    /// Number of joints between two parts.
    fn distance(&self, a: usize, b: usize) -> usize {
        let depth =
            |part| std::iter::successors(Some(part), |n: &usize| self.ragdoll.parts[*n].parent).count();
        let (mut low, mut high, mut steps) = (a, b, 0);
        while low != high {
            if depth(low) < depth(high) {
                std::mem::swap(&mut low, &mut high);
            }
            match self.ragdoll.parts[low].parent {
                Some(parent) => low = parent,
                None => break,
            }
            steps += 1;
        }
        steps
    }
}
