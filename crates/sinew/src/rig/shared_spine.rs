//! Keeps other IK goals satisfied while the spine bends for one limb: after each change of the spine the remaining
//! limbs are solved again.

use crate::ik::{ChainGoal, ChainScratch, IkResult, LimbSettings, SpineAssist};
use crate::math::Transform;
use crate::math::turn::rotation_of;
use crate::rig::limb::{LimbPart, fade};
use crate::rig::part::PartWork;
use crate::rig::rig::PartKind;
use crate::rig::state::SlotState;
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Quat, Vec3A};

/// Limbs that were solved in this frame, and their joints before that.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolvedLimbs {
    limbs: Vec<SolvedLimb>,
    before: Vec<Transform>,
}

/// Solved limb.
#[derive(Clone, Copy, Debug)]
struct SolvedLimb {
    /// Index of the part of the rig.
    part: usize,
    goal: ChainGoal,
    settings: LimbSettings,
    /// Start of its joints in `before`, from the tip on.
    begins: usize,
    /// Largest allowed distance from the limb's root to its goal, metres of the model.
    most: f32,
    /// Largest distance from the root to the goal since the spine bends for others.
    far: f32,
    /// Pose of its tip after it was solved, in model space.
    tip: (Vec3A, Quat),
}

/// Spines that bend for solved limbs and for one more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedSpine {
    /// Topmost joint of the spines.
    pub(crate) root: JointIndex,
    /// Highest index of a joint of the spines and of the one more limb.
    pub(crate) last: JointIndex,
}

/// Extension of a solved limb, as a share of its length, at which the spine bends back for it.
const KEEP_EXTENSION: f32 = 0.998;

/// Weight from which on a solved limb is solved anew instead of brought back to its tip.
const FULL_WEIGHT: f32 = 0.98;

/// Largest number of rounds over the spines of all limbs.
const ROUNDS: usize = 12;

impl SolvedLimbs {
    /// Memory for so many limbs with so many joints in total.
    pub(crate) fn with_capacity(limbs: usize, joints: usize) -> Self {
        // Twice, for limbs that blend between two solutions.
        Self { limbs: Vec::with_capacity(limbs), before: Vec::with_capacity(2 * joints) }
    }

    pub(crate) fn clear(&mut self) {
        self.limbs.clear();
        self.before.clear();
    }

    /// Records a limb before it is solved.
    pub(crate) fn keep(
        &mut self,
        skeleton: &Skeleton,
        part: usize,
        limb: &LimbPart,
        (goal, settings): (ChainGoal, LimbSettings),
        local: &[Transform],
    ) {
        let begins = self.before.len();
        self.before.extend(path(skeleton, limb).map(|joint| local[joint.index()]));
        self.limbs.push(SolvedLimb {
            part,
            goal,
            settings,
            begins,
            most: 0.0,
            far: 0.0,
            tip: (Vec3A::ZERO, Quat::IDENTITY),
        });
    }
}

/// Joints of a limb and those between, from the tip on.
fn path(skeleton: &Skeleton, limb: &LimbPart) -> impl Iterator<Item = JointIndex> {
    let (root, tip) = (limb.limb.chain().root(), limb.limb.chain().tip());
    let above = std::iter::successors(Some(tip), move |&joint| skeleton.parent(joint));
    above.take_while(move |joint| joint.index() >= root.index())
}

impl PartWork<'_> {
    /// Solved limb `n`, where it hangs below a joint.
    fn carried(&self, n: usize, below: JointIndex) -> Option<(SolvedLimb, &LimbPart)> {
        let carried = self.carried.limbs[n];
        let PartKind::Limb(limb) = &self.rig.parts[carried.part].kind else { return None };
        let above = self.skeleton.parent(limb.limb.chain().root());
        let mut above = std::iter::successors(above, |&joint| self.skeleton.parent(joint));
        (carried.part != self.part && above.any(|joint| joint == below)).then_some((carried, limb))
    }

    /// Distance from a limb's root to its wrist goal, and that goal.
    fn away(&self, limb: &LimbPart, goal: &ChainGoal) -> (f32, Vec3A) {
        let model = self.model.as_slice();
        let wrist = limb.palm.as_ref().map_or(*goal, |palm| palm.wrist(goal, model)).position;
        (model[limb.limb.chain().root().index()].translation.distance(wrist.into()), wrist.into())
    }

    /// Measures the allowed distance of each limb that the spine moves: its current distance, and its own reach.
    /// Returns the spines shared with them; none where there is no such limb.
    pub(crate) fn measure_limbs(&mut self, own: &LimbPart, lean: &SpineAssist) -> Option<SharedSpine> {
        let shared = self.shared_spine(own, lean);
        let mut any = false;
        for n in 0..self.carried.limbs.len() {
            let Some((carried, limb)) = self.carried(n, shared.root) else { continue };
            let most = self.allowed_distance(limb, &carried.goal);
            let tip = self.model.get(limb.limb.chain().tip());
            let tip = (tip.translation, rotation_of(tip));
            let carried = &mut self.carried.limbs[n];
            (carried.most, carried.far, carried.tip) = (most, 0.0, tip);
            any = true;
        }
        any.then_some(shared)
    }

    /// Spine together with the spines of all limbs that it moves, directly or through another spine.
    fn shared_spine(&self, own: &LimbPart, lean: &SpineAssist) -> SharedSpine {
        let mut shared = SharedSpine { root: lean.chain().root(), last: own.limb.chain().tip() };
        loop {
            let before = shared.root;
            for n in 0..self.carried.limbs.len() {
                let Some((_, limb)) = self.carried(n, shared.root) else { continue };
                let Some(lean) = &limb.lean else { continue };
                // Both roots are ancestors of the limb, so one is an ancestor of the other.
                shared.root = shared.root.min(lean.chain().root());
                shared.last = shared.last.max(lean.chain().tip());
            }
            if shared.root == before {
                return shared;
            }
        }
    }

    fn allowed_distance(&self, limb: &LimbPart, goal: &ChainGoal) -> f32 {
        self.away(limb, goal).0.max(KEEP_EXTENSION * limb.limb.posed_length(self.model.as_slice()))
    }

    /// Bends the spines for the limbs below `leans` and for `own` in turns until all are within their allowed
    /// distances.
    pub(crate) fn bend_spines(
        &mut self,
        own: &LimbPart,
        goal: &ChainGoal,
        leans: JointIndex,
        scratch: &mut ChainScratch,
    ) {
        let most = self.allowed_distance(own, goal);
        let mut far = 0.0;
        for _ in 0..ROUNDS {
            let mut is_moved = self.pull(own, goal, (most, &mut far), scratch);
            for n in 0..self.carried.limbs.len() {
                let rig = self.rig;
                let Some((mut carried, _)) = self.carried(n, leans) else { continue };
                if let PartKind::Limb(limb) = &rig.parts[carried.part].kind {
                    is_moved |= self.pull(limb, &carried.goal, (carried.most, &mut carried.far), scratch);
                    self.carried.limbs[n].far = carried.far;
                }
            }
            if !is_moved {
                break;
            }
        }
    }

    /// Bends a spine until the limb's root is within `most` of its goal, blended by the goal's weight. The blend
    /// starts from the largest distance so far, since repeated blending would add up to the full way. Returns whether
    /// anything moved.
    fn pull(
        &mut self,
        limb: &LimbPart,
        goal: &ChainGoal,
        (most, far): (f32, &mut f32),
        scratch: &mut ChainScratch,
    ) -> bool {
        let Some(lean) = &limb.lean else { return false };
        let (away, wrist) = self.away(limb, goal);
        *far = far.max(away);
        let most = most + (1.0 - goal.weight) * (*far - most).max(0.0);
        if away.is_nan() || away <= most {
            return false;
        }
        let (local, model) = (self.local.as_mut_slice(), self.model.as_slice());
        lean.pull(self.skeleton, wrist, most, goal.weight, local, model, scratch);
        self.model.update_from(self.skeleton, self.local, lean.chain().root().index());
        true
    }

    /// Solves the limbs below the bent spines again. Returns the topmost joint that moved, if any.
    pub(crate) fn solve_again(
        &mut self,
        slots: &mut [SlotState],
        scratch: &mut ChainScratch,
    ) -> Option<JointIndex> {
        let leans = self.leant.take()?;
        let rig = self.rig;
        for n in 0..self.carried.limbs.len() {
            let Some((mut carried, _)) = self.carried(n, leans) else { continue };
            let PartKind::Limb(limb) = &rig.parts[carried.part].kind else { continue };
            self.model.update_from(self.skeleton, self.local, leans.index());
            let slot = &mut slots[rig.parts[carried.part].slots.start];
            // The joint of a socket goal may have moved.
            if let Some(goal) = slot.last.filter(|_| slot.is_on_socket())
                && let Some(goal) = self.space.goal(&goal, limb.limb.chain().tip(), self.model)
            {
                (carried.goal.position, carried.goal.rotation) = (goal.place, goal.rotation);
                carried.settings.pole = goal.pole.or(limb.settings.pole);
            }
            if let Some(reach) = self.restore(limb, &carried, leans, scratch) {
                slot.record(reach);
            }
        }
        Some(leans)
    }

    /// A limb at full weight is solved from its animated pose. A limb at partial weight is brought back to its
    /// earlier tip pose, since its first solution depended on the earlier spine.
    fn restore(
        &mut self,
        limb: &LimbPart,
        carried: &SolvedLimb,
        leans: JointIndex,
        scratch: &mut ChainScratch,
    ) -> Option<IkResult> {
        let whole = ((carried.goal.weight - FULL_WEIGHT) / (1.0 - FULL_WEIGHT)).clamp(0.0, 1.0);
        let (skeleton, kept) = (self.skeleton, self.carried.before.len());
        if whole < 1.0 {
            let (place, rotation) = carried.tip;
            let back = ChainGoal { position: place.into(), rotation: Some(rotation), weight: 1.0 };
            let (local, model) = (self.local.as_mut_slice(), self.model.as_slice());
            limb.limb.solve(skeleton, &back, &LimbSettings::default(), local, model, scratch);
            let back = path(skeleton, limb).map(|joint| self.local.as_slice()[joint.index()]);
            self.carried.before.extend(back);
        }
        let mut reach = None;
        if whole > 0.0 {
            for (joint, before) in path(skeleton, limb).zip(&self.carried.before[carried.begins..]) {
                self.local.as_mut_slice()[joint.index()] = *before;
            }
            self.model.update_from(skeleton, self.local, leans.index());
            let goal = ChainGoal { weight: 1.0, ..carried.goal };
            reach = Some(limb.bend(self, &goal, &carried.settings, scratch));
        }
        for (joint, back) in path(skeleton, limb).zip(&self.carried.before[kept..]) {
            let own = &mut self.local.as_mut_slice()[joint.index()];
            fade(own, back, whole);
        }
        self.carried.before.truncate(kept);
        reach
    }
}
