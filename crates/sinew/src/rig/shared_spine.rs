//! Keeps other IK goals satisfied while the spine bends for one limb: after each change of the spine the
//! remaining limbs are solved again.

use crate::ik::{ChainGoal, ChainScratch, IkResult, LimbSettings, LimbState, SpineAssist};
use crate::math::turn::rotation_of;
use crate::rig::effector::state::EffectorState;
use crate::rig::limb::LimbPart;
use crate::rig::part::PartKind;
use crate::rig::part_work::PartWork;
use crate::rig::solve_limb::fade;
use crate::rig::solved_limbs::{SolvedLimb, path};
use crate::skeleton::JointId;
use glam::Vec3A;

/// Spines that bend for solved limbs and for one more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedSpine {
    /// Topmost joint of the spines.
    pub(crate) root: JointId,
    /// Highest index of a joint of the spines and of the one more limb.
    pub(crate) last: JointId,
}

/// Extension of a solved limb, as a share of its length, at which the spine bends back for it.
const KEEP_EXTENSION: f32 = 0.998;

/// Weight from which on a solved limb is solved anew instead of brought back to its tip.
const FULL_WEIGHT: f32 = 0.98;

/// Largest number of rounds over the spines of all limbs.
const ROUNDS: usize = 12;

impl PartWork<'_> {
    /// Solved limb `n`, where it hangs below a joint.
    fn solved_limb(&self, n: usize, below: JointId) -> Option<(SolvedLimb, &LimbPart)> {
        let solved = self.solved.limbs[n];
        let PartKind::Limb(limb) = &self.rig.parts[solved.part].kind else { return None };
        let above = self.skeleton.parent(limb.limb.chain().root());
        let mut above = std::iter::successors(above, |&joint| self.skeleton.parent(joint));
        (solved.part != self.part && above.any(|joint| joint == below)).then_some((solved, limb))
    }

    /// Distance from a limb's root to its wrist goal, and that goal.
    fn away(&self, limb: &LimbPart, goal: &ChainGoal) -> (f32, Vec3A) {
        let model = self.model.as_slice();
        let wrist = limb.grip.as_ref().map_or(*goal, |grip| grip.wrist(goal, model)).position;
        (model[limb.limb.chain().root().index()].translation.distance(wrist.into()), wrist.into())
    }

    /// Measures the allowed distance of each limb that the spine moves: its current distance, and its own
    /// reach. Returns the spines shared with them; none where there is no such limb.
    pub(crate) fn measure_limbs(
        &mut self,
        bending_limb: &LimbPart,
        spine_assist: &SpineAssist,
    ) -> Option<SharedSpine> {
        let shared = self.shared_spine(bending_limb, spine_assist);
        let mut any = false;
        for n in 0..self.solved.limbs.len() {
            let Some((solved, limb)) = self.solved_limb(n, shared.root) else { continue };
            let max = self.allowed_distance(limb, &solved.goal);
            let tip = self.model.get(limb.limb.chain().tip());
            let tip = (tip.translation, rotation_of(tip));
            let solved = &mut self.solved.limbs[n];
            (solved.max, solved.far, solved.tip) = (max, 0.0, tip);
            any = true;
        }
        any.then_some(shared)
    }

    /// Spine together with the spines of all limbs that it moves, directly or through another spine.
    fn shared_spine(&self, bending_limb: &LimbPart, spine_assist: &SpineAssist) -> SharedSpine {
        let mut shared =
            SharedSpine { root: spine_assist.chain().root(), last: bending_limb.limb.chain().tip() };
        loop {
            let before = shared.root;
            for n in 0..self.solved.limbs.len() {
                let Some((_, limb)) = self.solved_limb(n, shared.root) else { continue };
                let Some(spine_assist) = &limb.spine_assist else { continue };
                // Both roots are ancestors of the limb, so one is an ancestor of the other.
                shared.root = shared.root.min(spine_assist.chain().root());
                shared.last = shared.last.max(spine_assist.chain().tip());
            }
            if shared.root == before {
                return shared;
            }
        }
    }

    fn allowed_distance(&self, limb: &LimbPart, goal: &ChainGoal) -> f32 {
        self.away(limb, goal).0.max(KEEP_EXTENSION * limb.limb.posed_length(self.model.as_slice()))
    }

    /// Bends the spines for the limbs below `spine_root` and for `bending_limb` in turns until all are
    /// within their allowed distances.
    pub(crate) fn bend_spines(
        &mut self,
        bending_limb: &LimbPart,
        goal: &ChainGoal,
        spine_root: JointId,
        scratch: &mut ChainScratch,
    ) {
        let max = self.allowed_distance(bending_limb, goal);
        let mut far = 0.0;
        for _ in 0..ROUNDS {
            let mut is_moved = self.pull(bending_limb, goal, (max, &mut far), scratch);
            for n in 0..self.solved.limbs.len() {
                let rig = self.rig;
                let Some((mut solved, _)) = self.solved_limb(n, spine_root) else { continue };
                if let PartKind::Limb(limb) = &rig.parts[solved.part].kind {
                    is_moved |= self.pull(limb, &solved.goal, (solved.max, &mut solved.far), scratch);
                    self.solved.limbs[n].far = solved.far;
                }
            }
            if !is_moved {
                break;
            }
        }
    }

    /// Bends a spine until the limb's root is within `max` of its goal, blended by the goal's weight. The
    /// blend starts from the largest distance so far, since repeated blending would add up to the full way.
    /// Returns whether anything moved.
    fn pull(
        &mut self,
        limb: &LimbPart,
        goal: &ChainGoal,
        (max, far): (f32, &mut f32),
        scratch: &mut ChainScratch,
    ) -> bool {
        let Some(spine_assist) = &limb.spine_assist else { return false };
        let (away, wrist) = self.away(limb, goal);
        *far = far.max(away);
        let max = max + (1.0 - goal.weight) * (*far - max).max(0.0);
        if away.is_nan() || away <= max {
            return false;
        }
        spine_assist.pull(wrist, max, goal.weight, &mut self.pose(), scratch);
        self.model.update_from(self.skeleton, self.local, spine_assist.chain().root().index());
        true
    }

    /// Solves the limbs below the bent spines again. Returns the topmost joint that moved, if any.
    pub(crate) fn solve_again(
        &mut self,
        effectors: &mut [EffectorState],
        scratch: &mut ChainScratch,
    ) -> Option<JointId> {
        let spine_root = self.bent_spine.take()?;
        let rig = self.rig;
        for n in 0..self.solved.limbs.len() {
            let Some((mut solved, _)) = self.solved_limb(n, spine_root) else { continue };
            let PartKind::Limb(limb) = &rig.parts[solved.part].kind else { continue };
            self.model.update_from(self.skeleton, self.local, spine_root.index());
            let effector = &mut effectors[rig.parts[solved.part].effectors.start];
            // The joint of a socket goal may have moved.
            if let Some(goal) = effector.last.filter(|_| effector.is_on_socket())
                && let Some(goal) = self.space.goal(
                    &goal,
                    rig.parts[solved.part].position(0, self.model.as_slice()),
                    self.model,
                )
            {
                (solved.goal.position, solved.goal.rotation) = (goal.position, goal.rotation);
                solved.settings.pole = goal.pole.or(limb.settings.pole);
            }
            if let Some(reach) = self.restore(limb, &solved, spine_root, &mut effector.limb, scratch) {
                effector.record(reach);
            }
        }
        Some(spine_root)
    }

    /// A limb at full weight is solved from its animated pose. A limb at partial weight is brought back to
    /// its earlier tip pose, since its first solution depended on the earlier spine.
    fn restore(
        &mut self,
        limb: &LimbPart,
        solved: &SolvedLimb,
        spine_root: JointId,
        state: &mut LimbState,
        scratch: &mut ChainScratch,
    ) -> Option<IkResult> {
        let whole = ((solved.goal.weight - FULL_WEIGHT) / (1.0 - FULL_WEIGHT)).clamp(0.0, 1.0);
        let (skeleton, kept) = (self.skeleton, self.solved.before.len());
        if whole < 1.0 {
            let (position, rotation) = solved.tip;
            let back = ChainGoal { position: position.into(), rotation: Some(rotation), weight: 1.0 };
            limb.limb.solve(&back, &LimbSettings::default(), &mut self.pose(), scratch);
            let back = path(skeleton, limb).map(|joint| self.local.as_slice()[joint.index()]);
            self.solved.before.extend(back);
        }
        let mut reach = None;
        if whole > 0.0 {
            for (joint, before) in path(skeleton, limb).zip(&self.solved.before[solved.begins..]) {
                self.local.as_mut_slice()[joint.index()] = *before;
            }
            self.model.update_from(skeleton, self.local, spine_root.index());
            let goal = ChainGoal { weight: 1.0, ..solved.goal };
            reach = Some(limb.bend(self, &goal, &solved.settings, state, scratch));
        }
        for (joint, back) in path(skeleton, limb).zip(&self.solved.before[kept..]) {
            let transform = &mut self.local.as_mut_slice()[joint.index()];
            fade(transform, back, whole);
        }
        self.solved.before.truncate(kept);
        reach
    }
}
