//! Full-body IK: several effectors at once by damped least squares over all joints (C. W. Wampler, 1986; T.
//! Sugihara, 2011), drawn towards the animated pose in the null space of the effectors (A. Liégeois,
//! *Automatic Supervisory Control of the Configuration and Behavior of Multibody Mechanisms*, 1977).

use crate::ik::FullBodyScratch;
use crate::ik::full_body::call::BodyWork;
use crate::ik::{BodyGoal, FullBody, FullBodySolver, IkPose, IkResult};

impl FullBodySolver {
    /// Solves `body` for all `goals` at once, blended by `weight` (0 to 1) from the animated pose. Rotations
    /// of the moving joints are written, and the root's translation where it is free. Goals of unknown
    /// effectors and non-finite goals are ignored.
    ///
    /// The result has the errors of the worst effector; where there are effectors of priority 0,
    /// of those alone.
    ///
    /// # Panics
    /// When the body belongs to another skeleton.
    pub fn solve(
        &self,
        body: &FullBody,
        goals: &[BodyGoal],
        weight: f32,
        pose: &mut IkPose<'_>,
        scratch: &mut FullBodyScratch,
    ) -> IkResult {
        let IkPose { skeleton, local, model } = pose;
        scratch.load(skeleton, body, model);
        if !scratch.is_finite() {
            return IkResult { error: 0.0, rotation_error: 0.0, iterations: 0 };
        }
        if self.balance.is_some() {
            scratch.weigh(skeleton, body, model);
        }
        let work = BodyWork::new(self, body, goals, scratch);
        let iterations = work.run(scratch);
        let [error, rotation_error] = work.worst(scratch);
        scratch.store(skeleton, body, weight, local, model);
        IkResult { error, rotation_error, iterations }
    }
}
