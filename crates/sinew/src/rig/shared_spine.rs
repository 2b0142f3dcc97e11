//! Limbs that hold on while the body leans for another one: it leans for all of them, and they reach again from where it has
//! brought them.

use crate::ik::{ChainGoal, ChainScratch, IkResult, LimbSettings, SpineAssist};
use crate::math::Transform;
use crate::math::turn::rotation_of;
use crate::rig::limb::{LimbPart, fade};
use crate::rig::part::PartWork;
use crate::rig::rig::PartKind;
use crate::rig::state::SlotState;
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Quat, Vec3A};

/// Limbs that have been bent in this frame, and how they were before.
#[derive(Clone, Debug, Default)]
pub(crate) struct CarriedLimbs {
    limbs: Vec<Carried>,
    before: Vec<Transform>,
}

/// A limb that has been bent.
#[derive(Clone, Copy, Debug)]
struct Carried {
    /// Which of the rig's parts.
    part: usize,
    goal: ChainGoal,
    settings: LimbSettings,
    /// Where `before` has its joints, from the tip on.
    begins: usize,
    /// How far its root may be from its goal.
    most: f32,
    /// How far it has been from it at the farthest since the body leans for others.
    far: f32,
    /// Where its tip has been brought, in the model.
    tip: (Vec3A, Quat),
}

/// What leans for limbs that hold on and for one more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedLean {
    /// The joint that all of it hangs below.
    pub(crate) root: JointIndex,
    /// The highest number of a joint of it, and of the one more limb.
    pub(crate) last: JointIndex,
}

/// The share of its length at which a limb that holds on has the body lean back for it.
const KEEPS: f32 = 0.998;

/// A limb that holds more than so much goes over to reaching anew.
const NEARLY: f32 = 0.98;

/// How often leans for several limbs take turns.
const ROUNDS: usize = 12;

impl CarriedLimbs {
    /// With room for so many limbs of so many joints in all.
    pub(crate) fn with_capacity(limbs: usize, joints: usize) -> Self {
        // Twice, for those that are between two ways.
        Self { limbs: Vec::with_capacity(limbs), before: Vec::with_capacity(2 * joints) }
    }

    pub(crate) fn clear(&mut self) {
        self.limbs.clear();
        self.before.clear();
    }

    /// Keeps a limb as it is before it is bent.
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
        self.limbs.push(Carried {
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

/// A limb's joints and those between, from the tip on.
fn path(skeleton: &Skeleton, limb: &LimbPart) -> impl Iterator<Item = JointIndex> {
    let (root, tip) = (limb.limb.chain().root(), limb.limb.chain().tip());
    let above = std::iter::successors(Some(tip), move |&joint| skeleton.parent(joint));
    above.take_while(move |joint| joint.index() >= root.index())
}

impl PartWork<'_> {
    /// A limb of the rig's that hangs below a joint.
    fn carried(&self, n: usize, below: JointIndex) -> Option<(Carried, &LimbPart)> {
        let carried = self.carried.limbs[n];
        let PartKind::Limb(limb) = &self.rig.parts[carried.part].kind else { return None };
        let above = self.skeleton.parent(limb.limb.chain().root());
        let mut above = std::iter::successors(above, |&joint| self.skeleton.parent(joint));
        (carried.part != self.part && above.any(|joint| joint == below)).then_some((carried, limb))
    }

    /// How far a limb's root is from where its wrist is to be.
    fn away(&self, limb: &LimbPart, goal: &ChainGoal) -> (f32, Vec3A) {
        let model = self.model.as_slice();
        let wrist = limb.palm.as_ref().map_or(*goal, |palm| palm.wrist(goal, model)).position;
        (model[limb.limb.chain().root().index()].translation.distance(wrist.into()), wrist.into())
    }

    /// Measures how far limbs that a lean carries along, or the leans of others of them, may be left off: as far as they are,
    /// and as far as they reach. What leans for all of them; none where there is no such limb.
    pub(crate) fn hold_limbs(&mut self, own: &LimbPart, lean: &SpineAssist) -> Option<SharedLean> {
        let shared = self.shared_lean(own, lean);
        let mut any = false;
        for n in 0..self.carried.limbs.len() {
            let Some((carried, limb)) = self.carried(n, shared.root) else { continue };
            let most = self.most_of(limb, &carried.goal);
            let tip = self.model.get(limb.limb.chain().tip());
            let tip = (tip.translation, rotation_of(tip));
            let carried = &mut self.carried.limbs[n];
            (carried.most, carried.far, carried.tip) = (most, 0.0, tip);
            any = true;
        }
        any.then_some(shared)
    }

    /// A lean with those of the limbs that it carries along, with those that these carry along, and so on.
    fn shared_lean(&self, own: &LimbPart, lean: &SpineAssist) -> SharedLean {
        let mut shared = SharedLean { root: lean.chain().root(), last: own.limb.chain().tip() };
        loop {
            let before = shared.root;
            for n in 0..self.carried.limbs.len() {
                let Some((_, limb)) = self.carried(n, shared.root) else { continue };
                let Some(lean) = &limb.lean else { continue };
                // Both roots are above the limb, and so one is above the other.
                shared.root = shared.root.min(lean.chain().root());
                shared.last = shared.last.max(lean.chain().tip());
            }
            if shared.root == before {
                return shared;
            }
        }
    }

    fn most_of(&self, limb: &LimbPart, goal: &ChainGoal) -> f32 {
        self.away(limb, goal).0.max(KEEPS * limb.limb.posed_length(self.model.as_slice()))
    }

    /// Leans for the limbs below `leans` and for `own` in turns until all are as near to their goals as they have been.
    pub(crate) fn lean_for_all(
        &mut self,
        own: &LimbPart,
        goal: &ChainGoal,
        leans: JointIndex,
        scratch: &mut ChainScratch,
    ) {
        let most = self.most_of(own, goal);
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

    /// Leans until a limb's root is no farther from its goal than `most`, and as much of the way there as it holds: from where
    /// it has been at the farthest, since many times a part of what is left would be all of it. Whether that moved anything.
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

    /// Has limbs below what has leaned reach again. The first joint that has moved then, if any.
    pub(crate) fn reach_again(
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
            // What it holds on to may have been carried along.
            if let Some(goal) = slot.last.filter(|_| slot.is_on_socket())
                && let Some(told) = self.space.goal(&goal, limb.limb.chain().tip(), self.model)
            {
                (carried.goal.position, carried.goal.rotation) = (told.place, told.rotation);
                carried.settings.pole = told.pole.or(limb.settings.pole);
            }
            if let Some(reach) = self.reach_as_before(limb, &carried, leans, scratch) {
                slot.told(reach);
            }
        }
        Some(leans)
    }

    /// A limb that holds all the way reaches for its goal as if it were bent for the first time. One that holds in part brings
    /// its tip back to where that was, since its first way depended on a lean that is no longer to be seen.
    fn reach_as_before(
        &mut self,
        limb: &LimbPart,
        carried: &Carried,
        leans: JointIndex,
        scratch: &mut ChainScratch,
    ) -> Option<IkResult> {
        let whole = ((carried.goal.weight - NEARLY) / (1.0 - NEARLY)).clamp(0.0, 1.0);
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
