//! Limbs of a body, solved on their own: before the first step, between steps, and at the end.

use crate::ik::FullBodyScratch;
use crate::ik::chain::start as curl;
use crate::ik::chain::state::LinkState;
use crate::ik::full_body::call::BodyWork;
use crate::ik::full_body::state::Rows;
use crate::ik::{ChainSolver, FullBody};
use glam::{Quat, Vec3A};

impl BodyWork<'_> {
    /// Whether limbs are solved after each step: with several effectors a step moves the trunk to where a
    /// limb can reach its goal, as long as there is no pull to the animated pose. Effectors with a rotation
    /// are left to the steps.
    pub(crate) fn aims_anew(&self, scratch: &FullBodyScratch) -> bool {
        let aims = (0..scratch.rows.len())
            .any(|n| self.is_limb(n, &scratch.rows[n]) && is_position_only(&scratch.rows[n]));
        aims && self.several(scratch) && self.solver.preference <= 0.0
    }

    fn several(&self, scratch: &FullBodyScratch) -> bool {
        scratch.rows.iter().filter(|rows| rows.position.is_some() || rows.rotation.is_some()).count() > 1
    }

    /// Whether an effector with a position has a limb.
    fn is_limb(&self, n: usize, rows: &Rows) -> bool {
        rows.position.is_some() && self.body.effectors[n].indices.len() >= 2
    }

    /// Brings every limb to the start pose for its goal. A single one is also solved.
    pub(crate) fn begin_with_limbs(&self, scratch: &mut FullBodyScratch) {
        // With several effectors the trunk moves, so solving limbs before is of no use.
        let several = self.several(scratch);
        self.each_limb(scratch, |n, aim, scratch| {
            let limb = &self.body.effectors[n].limb;
            curl::begin(limb, &mut scratch.limb, aim);
            if several {
                curl::aim_within(limb, &mut scratch.limb, aim);
            } else {
                self.limb_solver().iterate(limb, aim, &mut scratch.limb);
            }
            true
        });
    }

    /// Brings every limb to the start pose again, from the current trunk.
    pub(crate) fn aim_limbs(&self, scratch: &mut FullBodyScratch) {
        self.each_limb(scratch, |n, aim, scratch| {
            let aims = is_position_only(&scratch.rows[n]);
            if aims {
                let limb = &self.body.effectors[n].limb;
                curl::begin(limb, &mut scratch.limb, aim);
                curl::aim_within(limb, &mut scratch.limb, aim);
            }
            aims
        });
    }

    /// Swings the limbs of missed effectors around the lines to their goals.
    pub(crate) fn swing_limbs(&self, scratch: &mut FullBodyScratch, angle: f32) {
        let near = 2.0 * self.solver.tolerance;
        self.each_limb(scratch, |n, aim, scratch| {
            let effector = &self.body.effectors[n];
            // A limb of one bone has no sides.
            let is_off = effector.indices.len() > 2 && scratch.points[n].distance(scratch.rows[n].aim) > near;
            if is_off {
                curl::swing_around(&effector.limb, &mut scratch.limb, aim, angle);
            }
            is_off
        });
    }

    /// Solves every limb.
    pub(crate) fn end_with_limbs(&self, scratch: &mut FullBodyScratch) {
        self.each_limb(scratch, |n, aim, scratch| {
            self.limb_solver().iterate(&self.body.effectors[n].limb, aim, &mut scratch.limb);
            true
        });
    }

    fn limb_solver(&self) -> ChainSolver {
        ChainSolver { iterations: 8, tolerance: self.solver.tolerance * 0.5, ..ChainSolver::default() }
    }

    /// Applies `bend` to each limb with a target position; stores the limbs that it changed.
    fn each_limb(
        &self,
        scratch: &mut FullBodyScratch,
        bend: impl Fn(usize, Vec3A, &mut FullBodyScratch) -> bool,
    ) {
        for n in 0..scratch.rows.len() {
            let rows = scratch.rows[n];
            if !self.is_limb(n, &rows) {
                continue;
            }
            let effector = &self.body.effectors[n];
            scratch.load_limb(self.body, n);
            let rotation = scratch.joints[effector.joint].rotation;
            if bend(n, rows.aim - rotation * Vec3A::from(effector.offset), scratch) {
                scratch.take_limb(self.body, n);
            }
        }
        scratch.refresh(self.body);
    }
}

/// Whether an effector has a position but no rotation.
fn is_position_only(rows: &Rows) -> bool {
    rows.position.is_some() && rows.rotation.is_none()
}

impl FullBodyScratch {
    /// Loads the limb of an effector.
    fn load_limb(&mut self, body: &FullBody, effector: usize) {
        let Self { limb, joints, .. } = self;
        limb.links.clear();
        for (n, index) in body.effectors[effector].indices.iter().enumerate() {
            let state = &joints[*index];
            let parent = body.joints[*index].parent.map(|parent| joints[parent].rotation);
            // The joint above the limb does not move now.
            let above = if n == 0 { parent.unwrap_or(Quat::IDENTITY) * state.above } else { state.above };
            if let Some(last) = limb.links.last_mut() {
                last.bone = state.bone;
            }
            limb.links.push(LinkState::new(
                state.turn,
                above,
                state.reference,
                state.rotation,
                state.position,
            ));
        }
        limb.measure();
    }

    /// Stores the limb's rotations in the body.
    fn take_limb(&mut self, body: &FullBody, effector: usize) {
        let Self { limb, joints, .. } = self;
        for (state, index) in limb.links.iter().zip(&body.effectors[effector].indices) {
            joints[*index].turn = state.turn;
        }
    }
}
