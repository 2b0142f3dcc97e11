use crate::ragdoll::state::{HitReaction, Phase, RagdollState, Reaction};

/// Time for which muscles hold the pose after their recovery, seconds: the parts are near their animation then.
const SETTLING: f32 = 0.3;

/// Time over which the animation is blended in after a reaction, seconds.
const BLEND: f32 = 0.2;

impl RagdollState {
    /// Weakens the muscles around a part, and starts the limb or the trunk that it belongs to where the ragdoll is animated.
    pub(in crate::ragdoll) fn begin_reaction(&mut self, hit: usize, reaction: &HitReaction) {
        let recovery =
            if reaction.recovery > 0.0 { reaction.recovery.clamp(1.0 / 60.0, 60.0) } else { 1.0 / 60.0 };
        let is_new = matches!(self.phase, Phase::Animated | Phase::Stopping);
        let stops = is_new || self.reaction.is_some_and(|own| own.stops);
        if is_new {
            let branch = self.branch(hit);
            self.start_parts(|part| branch[part]);
            self.set_strength(reaction.strength);
        }
        for part in 0..self.parts.len() {
            let weakness = 0.5f32.powi(i32::try_from(self.distance(part, hit)).unwrap_or(i32::MAX));
            let state = &mut self.parts[part];
            state.weakness = state.weakness.max(weakness);
        }
        self.reaction = Some(Reaction { rate: 1.0 / recovery, left: recovery + SETTLING, stops });
    }

    /// Lets muscles recover for `dt` seconds.
    pub(super) fn recover(&mut self, dt: f32) {
        let Some(reaction) = &mut self.reaction else { return };
        reaction.left -= dt;
        let Reaction { rate, left, stops } = *reaction;
        self.parts.iter_mut().for_each(|part| part.weakness = (part.weakness - rate * dt).max(0.0));
        if left <= 0.0 {
            self.reaction = None;
            if stops {
                self.stop_over(BLEND);
            }
        }
    }

    /// Parts of the limb or the trunk with a part: the branch below the root in which it is. A hit on the root has that of most parts.
    fn branch(&self, part: usize) -> Vec<bool> {
        let parts = &self.ragdoll.parts;
        let below = |top: usize| -> Vec<bool> {
            let mut is_below = vec![false; parts.len()];
            for n in top..parts.len() {
                is_below[n] = n == top || parts[n].parent.is_some_and(|parent| is_below[parent]);
            }
            is_below
        };
        let count = |branch: &Vec<bool>| branch.iter().filter(|own| **own).count();
        let tops = || (0..parts.len()).filter(|n| parts[*n].parent == Some(0)).map(below);
        tops().find(|branch| branch[part]).or_else(|| tops().max_by_key(count)).unwrap_or_else(|| below(0))
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
