use crate::ik::Chain;
use crate::ik::ChainScratch;
use crate::ik::chain::{iteration as rounds, jacobian, start as curl};
use crate::math::Transform;
use crate::skeleton::Skeleton;
use glam::{Affine3A, Quat, Vec3, Vec3A};

/// How a chain of any length is bent. All begin alike: the chain as it is animated, curled or straightened evenly until
/// its tip is as far away as the goal, and turned there by the shortest arc: where nothing holds a chain, its tip is mostly there by
/// then. Rounds of each one's own way follow, as many as [`ChainSolver::rounds`] says, and damped steps end what is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ChainMethod {
    /// Cyclic coordinate descent: joint by joint from the tip. Bends near the tip most.
    Ccd,
    /// Forward and backward reaching: along lines. Bends evenly.
    Fabrik,
    /// Steps along the Jacobian's transpose, each as long as brings the tip nearest; each counts as a round.
    #[cfg_attr(feature = "serde", serde(alias = "Transpose"))]
    JacobianTranspose,
    /// Damped least squares: all joints at once, as little as does it. Smoothest under a moving goal.
    #[default]
    DampedLeastSquares,
}

/// Bends a [`Chain`] so that its tip comes to a goal. Every joint keeps its limit in every step.
///
/// ```
/// use sinew::ik::{Chain, ChainGoal, ChainScratch, ChainSolver, HumanLimits};
/// use sinew::humanoid::HumanBone::{LeftHand, LeftLowerArm, LeftUpperArm};
/// use sinew::{Character, LocalPose, ModelPose};
/// use sinew::glam::Vec3;
///
/// /// The rest pose with the left hand at `place`; none of who has no arm.
/// fn touch(character: &Character, place: Vec3) -> Option<LocalPose> {
///     let (skeleton, body) = (character.skeleton(), character.humanoid()?);
///     let arm = [LeftUpperArm, LeftLowerArm, LeftHand].map(|bone| body.joint(bone));
///     let arm = [arm[0]?, arm[1]?, arm[2]?];
///     // Once:
///     let chain = Chain::new(skeleton, &arm).ok()?.with_limits(&HumanLimits::new(skeleton, body));
///     let mut scratch = ChainScratch::with_capacity(chain.links().len());
///     // In every frame:
///     let (mut pose, model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
///     let goal = ChainGoal::at(place);
///     ChainSolver::default().solve(skeleton, &chain, &goal, pose.as_mut_slice(), model.as_slice(), &mut scratch);
///     Some(pose)
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainSolver {
    /// How.
    pub method: ChainMethod,
    /// Rounds or steps at most. A round over ten joints costs a microsecond or two.
    pub iterations: u32,
    /// Rounds of the method's own way at most, counted among `iterations`; what is left then, damped steps end. With one, which
    /// is usual, turns follow a goal that moves most smoothly. With as many as `iterations`, or [`u32::MAX`], the method is alone:
    /// no step is damped, and where it comes no nearer it ends. With 0 all steps are damped, as they always are by
    /// [`ChainMethod::DampedLeastSquares`].
    pub rounds: u32,
    /// Near enough, in metres of the model.
    pub tolerance: f32,
    /// How often to begin again where limits hold the tip off, with the chain swung to other sides: finds what lies
    /// beyond a limit, but a goal that moves may then make the chain jump over. For poses that are made once.
    pub restarts: u32,
}

impl Default for ChainSolver {
    fn default() -> Self {
        Self { method: ChainMethod::default(), iterations: 40, rounds: 1, tolerance: 2.5e-4, restarts: 0 }
    }
}

/// Where a chain's tip is to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainGoal {
    /// Its place, in model space.
    pub position: Vec3,
    /// Its rotation, in model space; none leaves it to go along with the joint above. It turns at the tip's own joint, as
    /// far as that may.
    pub rotation: Option<Quat>,
    /// How much of the way from what is animated, 0 to 1.
    pub weight: f32,
}

impl ChainGoal {
    /// All the way to a place in model space, turned as it comes.
    pub fn at(place: Vec3) -> Self {
        Self { position: place, rotation: None, weight: 1.0 }
    }

    /// Whether place and rotation are some.
    pub(crate) fn is_sound(&self) -> bool {
        self.position.is_finite()
            && self.rotation.is_none_or(|rotation| rotation.length_squared().is_normal())
    }
}

/// How a solver fared.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct IkResult {
    /// How far the tip stays from the goal's place at full weight, in metres of the model.
    pub error: f32,
    /// How far it stays from the goal's rotation, in radians; 0 where none is asked.
    pub rotation_error: f32,
    /// Rounds or steps that it took.
    pub iterations: u32,
}

impl ChainSolver {
    /// Bends `chain` as `goal` asks. `local` holds the pose as it is animated, one transform per joint of `skeleton`, and
    /// `model` the same in model space; only rotations of the chain's joints are written. A goal that is no number
    /// leaves the pose as it is.
    ///
    /// Works under even scale and under mirrored joints. The answer depends on nothing but what is given: `scratch` is
    /// memory alone. With a weight below 1 the pose lies between what is animated and what is solved, and keeps limits
    /// as far as both do.
    ///
    /// # Panics
    /// When the slices are shorter than the skeleton, or the chain is of another one.
    pub fn solve(
        &self,
        skeleton: &Skeleton,
        chain: &Chain,
        goal: &ChainGoal,
        local: &mut [Transform],
        model: &[Affine3A],
        scratch: &mut ChainScratch,
    ) -> IkResult {
        scratch.load(skeleton, chain, model);
        if !goal.is_sound() || !scratch.is_sound() {
            return IkResult { error: 0.0, rotation_error: 0.0, iterations: 0 };
        }
        scratch.clamp(chain);
        let iterations = self.reach(chain, scratch.near(goal.position.into()), scratch);
        let error = scratch.error(goal.position);
        let rotation_error = goal.rotation.map_or(0.0, |rotation| scratch.turn_tip(chain, rotation));
        scratch.store(chain, goal.weight, local);
        IkResult { error, rotation_error, iterations }
    }

    /// Bends what is loaded.
    pub(crate) fn reach(&self, chain: &Chain, goal: Vec3A, bent: &mut ChainScratch) -> u32 {
        curl::begin(chain, bent, goal);
        let iterations = self.settle(chain, goal, bent);
        let within_reach = goal.distance(bent.links[0].place) < bent.length;
        match within_reach && bent.tip().distance(goal) > self.tolerance {
            true => iterations + self.try_again(chain, goal, bent),
            false => iterations,
        }
    }

    /// Goes on until the tip is near enough, or nothing helps.
    pub(crate) fn settle(&self, chain: &Chain, goal: Vec3A, bent: &mut ChainScratch) -> u32 {
        let own = match self.method {
            ChainMethod::DampedLeastSquares => 0,
            _ => self.rounds.min(self.iterations),
        };
        let mut iterations = rounds::go(self, own, chain, goal, bent);
        // Where all may be rounds, those that end early are not made up for.
        let most = if own == self.iterations { iterations } else { self.iterations };
        let mut damping = jacobian::DAMPING;
        while iterations < most
            && bent.tip().distance(goal) > self.tolerance
            && jacobian::damped_step(chain, bent, goal, &mut damping)
        {
            iterations += 1;
        }
        iterations
    }

    /// Begins again with the chain swung around the line to the goal; what does not arrive is forgotten.
    fn try_again(&self, chain: &Chain, goal: Vec3A, bent: &mut ChainScratch) -> u32 {
        const SIDES: [f32; 5] = [60.0, -60.0, 120.0, -120.0, 180.0];
        bent.keep();
        let mut iterations = 0;
        for side in SIDES.into_iter().take(self.restarts as usize) {
            bent.rewind(chain);
            curl::begin(chain, bent, goal);
            curl::swing_around(chain, bent, goal, side.to_radians());
            iterations += self.settle(chain, goal, bent);
            if bent.tip().distance(goal) <= self.tolerance {
                return iterations;
            }
        }
        bent.take_kept();
        iterations
    }
}
