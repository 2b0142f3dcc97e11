//! Steps of a body: the errors of all effectors as one system of equations,
//! with a column for each free axis of a joint.

use crate::ik::FullBodyScratch;
use crate::ik::RootBehaviour;
use crate::ik::full_body::call::{BodyWork, GIVING, SHIFT, TURN};
use crate::limit::active::ActiveLimits;
use crate::math::turn::turn_between;
use glam::{Vec3, Vec3A};

/// Smallest damping, as a share of the body's size squared.
const LEAST: f32 = 1e-6;

impl BodyWork<'_> {
    /// One damped step of all joints. Returns whether there was one.
    pub(crate) fn step(
        &self,
        scratch: &mut FullBodyScratch,
        error: f32,
        damping: f32,
        preference: f32,
    ) -> bool {
        let square = self.size * self.size;
        let even = square * LEAST + damping * error / scratch.error.len().max(1) as f32;
        scratch.diagonal.fill(even);
        for rows in &scratch.rows {
            for at in [rows.position, rows.rotation].into_iter().flatten() {
                scratch.diagonal[at] = even + square * GIVING[rows.level];
            }
        }
        if let (Some(balance), Some(last)) = (self.balance(), scratch.diagonal.last_mut()) {
            *last = even + square * GIVING[2] / balance.weight.min(1.0);
        }
        // The borders that joints press against depend on how they turn.
        scratch.pull.copy_from_slice(&scratch.error);
        self.find_axes(scratch);
        if !self.solve(scratch, preference) || (self.find_axes(scratch) && !self.solve(scratch, preference)) {
            return false;
        }
        self.find_axes(scratch);
        self.turn(scratch, preference);
        true
    }

    /// Finds the active limits of all joints.
    pub(crate) fn look(&self, scratch: &mut FullBodyScratch) {
        let FullBodyScratch { stances, axes, joints, .. } = scratch;
        stances.clear();
        stances.extend(joints.iter().zip(&self.body.joints).map(|(state, joint)| {
            if joint.limit.is_free() {
                return ActiveLimits::default();
            }
            let parent = joint.parent.map_or(state.above, |parent| joints[parent].rotation * state.above);
            joint.limit.stance(state.turn).within(parent)
        }));
        axes.clear();
        axes.extend(stances.iter().map(|stance| stance.axes(Vec3::ZERO)));
    }

    /// Finds the axes about which joints can follow the pull. Returns whether any changed.
    fn find_axes(&self, scratch: &mut FullBodyScratch) -> bool {
        let mut is_new = false;
        for n in (0..self.body.joints.len()).filter(|n| self.willing(*n) > 0.0) {
            if scratch.stances[n].has_borders() {
                let found = scratch.stances[n].axes(self.push(scratch, n).into());
                is_new |= found != scratch.axes[n];
                scratch.axes[n] = found;
            }
        }
        is_new
    }

    /// Finds the pull on the effectors that removes their errors.
    fn solve(&self, scratch: &mut FullBodyScratch, preference: f32) -> bool {
        let FullBodyScratch { equations, diagonal, .. } = scratch;
        equations.begin(diagonal);
        for n in 0..self.body.joints.len() {
            let willing = self.willing(n);
            if willing <= 0.0 {
                continue;
            }
            self.name_threes(scratch, self.body.joints[n].pulled_by);
            let (axes, count) = scratch.axes[n];
            for axis in &axes[..count] {
                self.write_column(scratch, n, Vec3A::from(*axis));
                let FullBodyScratch { equations, column, threes, .. } = scratch;
                equations.add(column, willing, threes);
            }
        }
        if let RootBehaviour::Free(willing) = self.solver.root
            && willing > 0.0
        {
            self.name_threes(scratch, u32::MAX);
            for axis in [Vec3A::X, Vec3A::Y, Vec3A::Z] {
                self.write_shift(scratch, axis);
                let FullBodyScratch { equations, column, threes, .. } = scratch;
                equations.add(column, willing.min(1.0) * self.shift(), threes);
            }
        }
        scratch.pull.copy_from_slice(&scratch.error);
        if preference > 0.0 {
            for n in 0..self.body.joints.len() {
                self.add_way_back(scratch, n, preference);
            }
        }
        let FullBodyScratch { equations, pull, .. } = scratch;
        equations.solve(pull)
    }

    /// Weight of the root's movement against joint rotations, equal for bodies of any size.
    fn shift(&self) -> f32 {
        (SHIFT * self.size).powi(2)
    }

    /// Share of rotations that a joint takes: 1 minus its stiffness.
    fn willing(&self, n: usize) -> f32 {
        match n == 0 && self.solver.root == RootBehaviour::Pinned {
            true => 0.0,
            false => 1.0 - self.body.joints[n].stiffness,
        }
    }

    /// Torque on a joint from the pull on all effectors below: a rotation vector.
    fn push(&self, scratch: &FullBodyScratch, n: usize) -> Vec3A {
        let position = scratch.joints[n].position;
        let mut push = Vec3A::ZERO;
        for effector in bits(self.body.joints[n].pulled_by) {
            let rows = &scratch.rows[effector];
            if let Some(at) = rows.position {
                push += (scratch.points[effector] - position).cross(scratch.pull[at]);
            }
            if let Some(at) = rows.rotation {
                push += scratch.pull[at] * (TURN * self.size);
            }
        }
        if let (Some(_), Some(pull)) = (self.balance(), scratch.pull.last()) {
            push += self.arm(scratch, n).cross(pull.with_y(0.0));
        }
        push
    }

    /// Vector from a joint to the center of the mass below it, times that mass's share.
    fn arm(&self, scratch: &FullBodyScratch, n: usize) -> Vec3A {
        let state = &scratch.joints[n];
        (state.center - state.position * state.mass) / scratch.mass.max(f32::MIN_POSITIVE)
    }

    /// Blocks of the effectors below a joint, and that of balance.
    fn name_threes(&self, scratch: &mut FullBodyScratch, effectors: u32) {
        let FullBodyScratch { threes, rows, error, .. } = scratch;
        threes.clear();
        for effector in bits(effectors).take_while(|n| *n < rows.len()) {
            threes.extend([rows[effector].position, rows[effector].rotation].into_iter().flatten());
        }
        if self.balance().is_some() {
            threes.push(error.len() - 1);
        }
    }

    /// Effect of a rotation of joint `n` about `axis` on the effectors below.
    fn write_column(&self, scratch: &mut FullBodyScratch, n: usize, axis: Vec3A) {
        let position = scratch.joints[n].position;
        for effector in bits(self.body.joints[n].pulled_by) {
            let rows = &scratch.rows[effector];
            if let Some(at) = rows.position {
                scratch.column[at] = axis.cross(scratch.points[effector] - position);
            }
            if let Some(at) = rows.rotation {
                scratch.column[at] = axis * (TURN * self.size);
            }
        }
        if self.balance().is_some() {
            let moved = axis.cross(self.arm(scratch, n)).with_y(0.0);
            scratch.column.last_mut().into_iter().for_each(|last| *last = moved);
        }
    }

    /// Effect of a movement of the root along `axis`.
    fn write_shift(&self, scratch: &mut FullBodyScratch, axis: Vec3A) {
        for rows in &scratch.rows {
            if let Some(at) = rows.position {
                scratch.column[at] = axis;
            }
            if let Some(at) = rows.rotation {
                scratch.column[at] = Vec3A::ZERO;
            }
        }
        if self.balance().is_some() {
            scratch.column.last_mut().into_iter().for_each(|last| *last = axis.with_y(0.0));
        }
    }

    /// Adds to the errors the effect of the pull of joint `n` to the animated pose.
    fn add_way_back(&self, scratch: &mut FullBodyScratch, n: usize, preference: f32) {
        if self.willing(n) <= 0.0 {
            return;
        }
        let parent = scratch.parent_rotation(self.body, n);
        let state = &scratch.joints[n];
        let away = parent * turn_between(state.animated, state.turn) * preference;
        if away == Vec3A::ZERO {
            return;
        }
        self.write_column(scratch, n, away);
        self.name_threes(scratch, self.body.joints[n].pulled_by);
        let FullBodyScratch { pull, column, threes, .. } = scratch;
        threes.iter().for_each(|at| pull[*at] += column[*at]);
    }

    /// Rotates all joints by the pull, and towards the animated pose.
    fn turn(&self, scratch: &mut FullBodyScratch, preference: f32) {
        for n in 0..self.body.joints.len() {
            let willing = self.willing(n);
            if willing <= 0.0 {
                continue;
            }
            let push = self.push(scratch, n);
            let (axes, count) = &scratch.axes[n];
            let along = |axis: &Vec3| Vec3A::from(*axis * axis.dot(push.into()));
            let about = axes[..*count].iter().map(along).sum::<Vec3A>();
            let back = scratch.parent_rotation(self.body, n).inverse();
            let state = &mut scratch.joints[n];
            let away = turn_between(state.animated, state.turn) * preference;
            state.next = self.body.joints[n].limit.slide(state.turn, back * about * willing - away);
        }
        if let RootBehaviour::Free(willing) = self.solver.root {
            let positions = scratch.rows.iter().filter_map(|rows| rows.position);
            let mut pull = positions.fold(Vec3A::ZERO, |sum, at| sum + scratch.pull[at]);
            if let (Some(_), Some(last)) = (self.balance(), scratch.pull.last()) {
                pull += last.with_y(0.0);
            }
            scratch.root += pull * (willing.clamp(0.0, 1.0) * self.shift()) - scratch.root * preference;
        }
        scratch.joints.iter_mut().for_each(|state| state.turn = state.next);
        scratch.refresh(self.body);
    }
}

/// Indices of the set bits.
fn bits(set: u32) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(set), |set| Some(set & set.wrapping_sub(1)))
        .take_while(|set| *set != 0)
        .map(|set| set.trailing_zeros() as usize)
}
