//! One call of [`FullBodySolver`]: goals, steps of all joints with limbs that solve for their goals in
//! between, and restarts.

use crate::ik::FullBodyScratch;
use crate::ik::full_body::state::Rows;
use crate::ik::{Balance, BodyGoal, FullBody, FullBodySolver};
use crate::math::slerp_shortest;
use crate::math::turn::turn_between;
use glam::Vec3A;

/// Weight of a radian against distances, as a share of the body's size.
pub(crate) const TURN: f32 = 0.25;

/// Distance by which the root moves at the cost of a joint that turns by a radian,
/// as a share of the body's size.
pub(crate) const SHIFT: f32 = 0.75;

/// Damping of goals of each priority, as shares of the body's size squared: lower priorities give way.
pub(crate) const GIVING: [f32; 3] = [0.0, 1e-3, 3e-2];

/// Weight of the errors of each priority.
const COUNTS: [f32; 3] = [1.0, 0.1, 0.01];

/// One call of the solver.
pub(crate) struct BodyWork<'a> {
    pub(crate) solver: &'a FullBodySolver,
    pub(crate) body: &'a FullBody,
    goals: &'a [BodyGoal],
    /// Size of the body: longest path along bones from the root to an effector, in the animated pose.
    pub(crate) size: f32,
}

impl<'a> BodyWork<'a> {
    pub(crate) fn new(
        solver: &'a FullBodySolver,
        body: &'a FullBody,
        goals: &'a [BodyGoal],
        scratch: &mut FullBodyScratch,
    ) -> Self {
        let path_length = |n: usize| {
            let up = std::iter::successors(Some(body.effectors[n].joint), |&n| body.joints[n].parent);
            let bones = up.filter(|n| body.joints[*n].parent.is_some());
            bones.map(|n| scratch.joints[n].bone.length()).sum::<f32>() + body.effectors[n].offset.length()
        };
        let size = (0..body.effectors.len()).map(path_length).fold(1e-6, f32::max);
        let work = Self { solver, body, goals, size };
        work.begin(scratch);
        work
    }

    /// Assigns the equations and the target of each effector.
    fn begin(&self, scratch: &mut FullBodyScratch) {
        let mut count = 0;
        scratch.refresh(self.body);
        scratch.rows.clear();
        for n in 0..self.body.effectors.len() {
            let mut take = |wanted: bool| {
                wanted.then(|| {
                    count += 1;
                    count - 1
                })
            };
            let goal = self.goal(n);
            let position = take(goal.is_some_and(|goal| goal.position.is_some()));
            let rotation = take(goal.is_some_and(|goal| goal.rotation.is_some()));
            let (point, current) = (scratch.points[n], scratch.joints[self.body.effectors[n].joint].rotation);
            let weight = goal.map_or(0.0, |goal| goal.weight.clamp(0.0, 1.0));
            let aim = goal.and_then(|goal| goal.position).map_or(point, Vec3A::from);
            let turned = goal.and_then(|goal| goal.rotation).unwrap_or(current).normalize();
            scratch.rows.push(Rows {
                position,
                rotation,
                aim: point.lerp(aim, weight),
                turned: slerp_shortest(current, turned, weight),
                level: usize::from(goal.map_or(0, |goal| goal.priority)).min(GIVING.len() - 1),
            });
        }
        count += usize::from(self.balance().is_some());
        scratch.diagonal.clear();
        scratch.diagonal.resize(count, 0.0);
        for numbers in [&mut scratch.error, &mut scratch.pull, &mut scratch.column] {
            numbers.clear();
            numbers.resize(count, Vec3A::ZERO);
        }
    }

    /// Valid goal of an effector, if any.
    fn goal(&self, effector: usize) -> Option<&BodyGoal> {
        let sound = |goal: &&BodyGoal| {
            goal.effector == effector
                && goal.position.is_none_or(|position| position.is_finite())
                && goal.rotation.is_none_or(|rotation| rotation.is_finite() && rotation.length() > 0.5)
        };
        self.goals.iter().find(sound)
    }

    pub(crate) fn balance(&self) -> Option<Balance> {
        self.solver.balance.filter(|balance| balance.target.is_finite() && balance.weight > 0.0)
    }

    /// Iterates until all effectors are within the tolerance or nothing improves, then restarts with limbs
    /// swung to other sides.
    pub(crate) fn run(&self, scratch: &mut FullBodyScratch) -> u32 {
        scratch.clamp(self.body);
        self.begin_with_limbs(scratch);
        let mut iterations = self.iterate(scratch);
        if !self.is_near(scratch) && self.aims_anew(scratch) {
            iterations += self.restart(scratch);
        }
        if !self.is_near(scratch) {
            // The limbs finish what the trunk has brought near.
            self.end_with_limbs(scratch);
            self.measure(scratch);
        }
        iterations
    }

    /// Iterates until all effectors are within the tolerance or nothing improves.
    fn iterate(&self, scratch: &mut FullBodyScratch) -> u32 {
        /// Largest number of steps while limbs are solved in between.
        const AIMED: f32 = 4.0;
        let (mut damping, mut iterations) = (0.5, 0);
        let mut error = self.measure(scratch);
        let aims_anew = self.aims_anew(scratch);
        while iterations < self.solver.iterations && !self.is_near(scratch) {
            iterations += 1;
            // In the last steps the effectors alone count.
            let left = 1.0 - iterations as f32 / self.solver.iterations as f32;
            let preference = self.solver.preference.clamp(0.0, 1.0) * left * left;
            match self.improve(scratch, error, &mut damping, preference) {
                Some(less) => error = less,
                None => break,
            }
            if aims_anew && iterations < self.solver.iterations && !self.is_near(scratch) {
                self.aim_limbs(scratch);
                error = self.measure(scratch);
                damping = AIMED;
            }
        }
        iterations
    }

    /// Restarts with the limbs of missed effectors swung to other sides;
    /// keeps only a result that reaches all goals.
    fn restart(&self, scratch: &mut FullBodyScratch) -> u32 {
        const SIDES: [f32; 5] = [180.0, 90.0, -90.0, 120.0, -120.0];
        scratch.save_before_restart();
        let mut iterations = 0;
        for side in SIDES.into_iter().take(self.solver.restarts as usize) {
            self.swing_limbs(scratch, side.to_radians());
            iterations += self.iterate(scratch);
            if self.is_near(scratch) {
                return iterations;
            }
            scratch.restore_before_restart(self.body);
            self.measure(scratch);
        }
        iterations
    }

    /// One step that improves the error, and the new error; none where no step does.
    fn improve(
        &self,
        scratch: &mut FullBodyScratch,
        error: f32,
        damping: &mut f32,
        preference: f32,
    ) -> Option<f32> {
        // The pull to the animated pose may raise the error for a while.
        const COST: f32 = 1.2;
        const TRIES: usize = 8;
        scratch.keep();
        self.look(scratch);
        for _ in 0..TRIES {
            if self.step(scratch, error, *damping, preference) {
                let now = self.measure(scratch);
                if now < error * if preference > 0.02 { COST } else { 1.0 } {
                    *damping = (*damping * 0.5).max(0.05);
                    return Some(now);
                }
            }
            scratch.go_back(self.body);
            self.measure(scratch);
            *damping *= 4.0;
        }
        None
    }

    /// Computes all errors. Returns their weighted sum of squares.
    fn measure(&self, scratch: &mut FullBodyScratch) -> f32 {
        let mut sum = 0.0;
        for n in 0..scratch.rows.len() {
            let rows = scratch.rows[n];
            if let Some(at) = rows.position {
                scratch.error[at] = rows.aim - scratch.points[n];
                sum += scratch.error[at].length_squared() * COUNTS[rows.level];
            }
            if let Some(at) = rows.rotation {
                let current = scratch.joints[self.body.effectors[n].joint].rotation;
                scratch.error[at] = turn_between(current, rows.turned) * (TURN * self.size);
                sum += scratch.error[at].length_squared() * COUNTS[rows.level];
            }
        }
        if let Some(balance) = self.balance() {
            let away = Vec3A::from(balance.target) - scratch.add_up(self.body);
            if let Some(error) = scratch.error.last_mut() {
                *error = away.with_y(0.0);
                sum += error.length_squared() * COUNTS[2] * balance.weight;
            }
        }
        sum
    }

    /// Largest errors of the effectors: metres and radians.
    fn errors<'s>(&'s self, scratch: &'s FullBodyScratch) -> impl Iterator<Item = (usize, f32, f32)> + 's {
        scratch.rows.iter().map(|rows| {
            let long = |at: Option<usize>| at.map_or(0.0, |at| scratch.error[at].length());
            (rows.level, long(rows.position), long(rows.rotation) / (TURN * self.size))
        })
    }

    fn is_near(&self, scratch: &FullBodyScratch) -> bool {
        // Errors of tips are as small.
        let turn = 4.0 * self.solver.tolerance / (TURN * self.size);
        let near = self.errors(scratch).all(|(_, p, r)| p <= self.solver.tolerance && r <= turn);
        let balanced = || scratch.error.last().is_none_or(|e| e.length() <= 10.0 * self.solver.tolerance);
        near && (self.balance().is_none() || balanced())
    }

    /// Largest errors of the effectors with the first priority: metres and radians.
    pub(crate) fn worst(&self, scratch: &FullBodyScratch) -> [f32; 2] {
        let asked = scratch.rows.iter().filter(|rows| rows.position.is_some() || rows.rotation.is_some());
        let first = asked.map(|rows| rows.level).min().unwrap_or(0);
        let mut worst = [0.0f32; 2];
        for (_, position, rotation) in self.errors(scratch).filter(|(level, ..)| *level == first) {
            worst = [worst[0].max(position), worst[1].max(rotation)];
        }
        worst
    }
}
