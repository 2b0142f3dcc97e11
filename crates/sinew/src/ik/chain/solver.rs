use crate::ik::chain::{iteration as rounds, jacobian, start as curl};
use crate::ik::{Chain, IkPose};
use crate::ik::{ChainMethod, ChainScratch};
use glam::{Quat, Vec3, Vec3A};

/// Solver that brings the tip of a [`Chain`] to a goal. Every joint respects its limit in every step.
///
/// ```
/// use sinew::ik::{Chain, ChainGoal, ChainScratch, ChainSolver, IkPose};
/// use sinew::limit::HumanLimits;
/// use sinew::humanoid::HumanBone::{LeftHand, LeftLowerArm, LeftUpperArm};
/// use sinew::{Character, LocalPose, ModelPose};
/// use sinew::glam::Vec3;
///
/// /// Rest pose with the left hand at `position`; none without a left arm.
/// fn touch(character: &Character, position: Vec3) -> Option<LocalPose> {
///     let (skeleton, body) = (character.skeleton(), character.humanoid()?);
///     let arm = [LeftUpperArm, LeftLowerArm, LeftHand].map(|bone| body.joint(bone));
///     let arm = [arm[0]?, arm[1]?, arm[2]?];
///     // Once:
///     let chain = Chain::new(skeleton, &arm).ok()?.with_limits(&HumanLimits::new(skeleton, body));
///     let mut scratch = ChainScratch::with_capacity(chain.links().len());
///     // In every frame:
///     let (mut local, model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
///     let mut pose = IkPose::new(skeleton, local.as_mut_slice(), model.as_slice());
///     ChainSolver::default().solve(&chain, &ChainGoal::at(position), &mut pose, &mut scratch);
///     Some(local)
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ChainSolver {
    /// Method of the rounds.
    pub method: ChainMethod,
    /// Largest number of rounds and steps. A round over ten joints takes a microsecond or two.
    pub iterations: u32,
    /// Largest number of rounds of the method itself, included in `iterations`; damped steps finish the rest.
    /// With the usual one, rotations follow a moving goal most smoothly. With as many as `iterations`, or
    /// [`u32::MAX`], the method works alone, without damped steps, and ends where it makes no progress. With
    /// 0 all steps are damped, as always for [`ChainMethod::DampedLeastSquares`].
    pub rounds: u32,
    /// Tolerance of the tip's distance, metres of the model.
    pub tolerance: f32,
    /// Largest number of restarts with the chain swung to other sides, where limits keep the tip from the
    /// goal. Finds configurations beyond a limit, but with a moving goal the chain may jump:
    /// meant for still poses.
    pub restarts: u32,
}

impl Default for ChainSolver {
    fn default() -> Self {
        Self { method: ChainMethod::default(), iterations: 40, rounds: 1, tolerance: 2.5e-4, restarts: 0 }
    }
}

impl ChainSolver {
    /// Sets the method of the rounds.
    #[must_use]
    pub fn with_method(self, method: ChainMethod) -> Self {
        Self { method, ..self }
    }

    /// Sets the largest number of rounds and steps.
    #[must_use]
    pub fn with_iterations(self, iterations: u32) -> Self {
        Self { iterations, ..self }
    }

    /// Sets the largest number of rounds of the method itself.
    #[must_use]
    pub fn with_rounds(self, rounds: u32) -> Self {
        Self { rounds, ..self }
    }

    /// Sets the tolerance of the tip's distance, metres of the model.
    #[must_use]
    pub fn with_tolerance(self, tolerance: f32) -> Self {
        Self { tolerance, ..self }
    }

    /// Sets the largest number of restarts.
    #[must_use]
    pub fn with_restarts(self, restarts: u32) -> Self {
        Self { restarts, ..self }
    }
}

/// Goal of a chain's tip.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ChainGoal {
    /// Target position, in model space.
    pub position: Vec3,
    /// Target rotation, in model space, reached at the tip's own joint within its limit; none keeps the tip's
    /// local rotation.
    pub rotation: Option<Quat>,
    /// Weight of the blend from the animated pose, 0 to 1.
    pub weight: f32,
}

impl ChainGoal {
    /// Goal at a position in model space, at full weight, without a rotation.
    #[must_use]
    pub fn at(position: Vec3) -> Self {
        Self { position, rotation: None, weight: 1.0 }
    }

    /// Sets the target rotation, in model space; `None` keeps the tip's local rotation.
    #[must_use]
    pub fn with_rotation(self, rotation: impl Into<Option<Quat>>) -> Self {
        Self { rotation: rotation.into(), ..self }
    }

    /// Sets the weight of the blend from the animated pose, 0 to 1.
    #[must_use]
    pub fn with_weight(self, weight: f32) -> Self {
        Self { weight, ..self }
    }

    /// Whether position and rotation are valid.
    pub(crate) fn is_sound(&self) -> bool {
        self.position.is_finite()
            && self.rotation.is_none_or(|rotation| rotation.length_squared().is_normal())
    }
}

/// Result of a solver.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct IkResult {
    /// Distance of the tip from the goal at full weight, metres of the model.
    pub error: f32,
    /// Angle from the goal's rotation at full weight, radians; 0 without one.
    pub rotation_error: f32,
    /// Number of rounds and steps.
    pub iterations: u32,
}

impl ChainSolver {
    /// Solves `chain` for `goal`. Only rotations of the chain's joints are written. A non-finite goal leaves
    /// the pose unchanged.
    ///
    /// Even scale and mirrored joints are supported. The result depends on the arguments alone: `scratch` is
    /// memory. With a weight below 1 the pose is a blend of the animated and the solved one, and respects
    /// limits as far as both do.
    ///
    /// # Panics
    /// When the chain belongs to another skeleton.
    pub fn solve(
        &self,
        chain: &Chain,
        goal: &ChainGoal,
        pose: &mut IkPose<'_>,
        scratch: &mut ChainScratch,
    ) -> IkResult {
        scratch.load(pose.skeleton, chain, pose.model);
        if !goal.is_sound() || !scratch.is_sound() {
            return IkResult { error: 0.0, rotation_error: 0.0, iterations: 0 };
        }
        scratch.clamp(chain);
        let iterations = self.reach(chain, scratch.near(goal.position.into()), scratch);
        let error = scratch.error(goal.position);
        let rotation_error = goal.rotation.map_or(0.0, |rotation| scratch.turn_tip(chain, rotation));
        scratch.store(chain, goal.weight, pose.local);
        IkResult { error, rotation_error, iterations }
    }

    /// Solves the loaded chain. Returns the number of iterations.
    pub(crate) fn reach(&self, chain: &Chain, goal: Vec3A, scratch: &mut ChainScratch) -> u32 {
        curl::begin(chain, scratch, goal);
        let iterations = self.iterate(chain, goal, scratch);
        let within_reach = goal.distance(scratch.links[0].position) < scratch.length;
        match within_reach && scratch.tip().distance(goal) > self.tolerance {
            true => iterations + self.restart(chain, goal, scratch),
            false => iterations,
        }
    }

    /// Iterates until the tip is within the tolerance or nothing improves.
    pub(crate) fn iterate(&self, chain: &Chain, goal: Vec3A, scratch: &mut ChainScratch) -> u32 {
        let method_rounds = match self.method {
            ChainMethod::DampedLeastSquares => 0,
            _ => self.rounds.min(self.iterations),
        };
        let mut iterations = rounds::go(self.method, self.tolerance, method_rounds, chain, goal, scratch);
        // A method that works alone gets no damped steps for rounds that it did not use.
        let max = if method_rounds == self.iterations { iterations } else { self.iterations };
        let mut damping = jacobian::DAMPING;
        while iterations < max
            && scratch.tip().distance(goal) > self.tolerance
            && jacobian::damped_step(chain, scratch, goal, &mut damping)
        {
            iterations += 1;
        }
        iterations
    }

    /// Restarts with the chain swung around the line to the goal; keeps the first result within the
    /// tolerance, else the one before.
    fn restart(&self, chain: &Chain, goal: Vec3A, scratch: &mut ChainScratch) -> u32 {
        const SIDES: [f32; 5] = [60.0, -60.0, 120.0, -120.0, 180.0];
        scratch.keep();
        let mut iterations = 0;
        for side in SIDES.into_iter().take(self.restarts as usize) {
            scratch.rewind(chain);
            curl::begin(chain, scratch, goal);
            curl::swing_around(chain, scratch, goal, side.to_radians());
            iterations += self.iterate(chain, goal, scratch);
            if scratch.tip().distance(goal) <= self.tolerance {
                return iterations;
            }
        }
        scratch.take_kept();
        iterations
    }
}
