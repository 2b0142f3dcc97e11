//! Solving of `sinew ik` requests.

use super::request::{Request, Solver};
use crate::report::choices::unknown_joint;
use sinew::glam::{Affine3A, Vec3};
use sinew::ik::{
    Chain, ChainGoal, ChainMethod, ChainScratch, ChainSolver, IkPose, IkSetupError, Limb, LimbSettings, Link,
    LookAt, LookSettings,
};
use sinew::limit::HumanLimits;
use sinew::pose::local_to_model;
use sinew::{Character, JointId, LocalPose, ModelPose, Skeleton, Transform};

/// Error for a chain of one joint.
const TOO_SHORT: &str = ", chain: one joint is not enough; expected 2 or more, root first";

/// Character that is solved for, from its rest pose.
pub(super) struct Body<'a> {
    pub(super) character: &'a Character,
    /// None for characters that are not humanoids.
    pub(super) limits: Option<HumanLimits>,
    pub(super) rest: ModelPose,
}

/// Solved pose.
pub(super) struct Solved {
    /// Requested joints with their limits.
    pub(super) chain: Chain,
    /// Other chains that turn in a full body.
    pub(super) other_chains: Vec<Chain>,
    pub(super) model: Vec<Affine3A>,
}

impl<'a> Body<'a> {
    pub(super) fn new(character: &'a Character) -> Self {
        let skeleton = character.skeleton();
        let limits = character.humanoid().map(|humanoid| HumanLimits::new(skeleton, humanoid));
        Self { character, limits, rest: ModelPose::rest(skeleton) }
    }

    /// Solves a request. The error begins with the field that is wrong.
    pub(super) fn solve(&self, request: &Request) -> Result<Solved, String> {
        let skeleton = self.character.skeleton();
        let joints = self.joints(request)?;
        let mut pose = LocalPose::rest(skeleton);
        let local = pose.as_mut_slice();
        let mut other_chains = Vec::new();
        let chain = match request.solver {
            Solver::TwoBone => self.two_bone(request, joints, local)?,
            Solver::LookAt => self.look_at(request, &joints, local)?,
            Solver::Ccd => self.bend(ChainMethod::Ccd, request, &joints, local)?,
            Solver::Fabrik => self.bend(ChainMethod::Fabrik, request, &joints, local)?,
            Solver::Jacobian => self.bend(ChainMethod::DampedLeastSquares, request, &joints, local)?,
            Solver::FullBody => {
                let chain = self.chain(&joints)?;
                // The root of a humanoid is its hips, of other characters the chain's root.
                if joints.len() < 2 && self.limits.is_none() {
                    return Err(TOO_SHORT.into());
                }
                other_chains = self.pull(request, (chain.root(), chain.tip()), local).map_err(no_chain)?;
                chain
            }
        };
        let mut model = self.rest.as_slice().to_vec();
        local_to_model(skeleton, local, &mut model);
        Ok(Solved { chain, other_chains, model })
    }

    fn two_bone(
        &self,
        request: &Request,
        joints: Vec<JointId>,
        local: &mut [Transform],
    ) -> Result<Chain, String> {
        let skeleton = self.character.skeleton();
        let expected = |other: Vec<_>| format!(", chain: two_bone expects 3 joints, not {}", other.len());
        let joints: [JointId; 3] = joints.try_into().map_err(expected)?;
        let limb = Limb::new(skeleton, joints, self.limits.as_ref()).map_err(no_chain)?;
        let defaults = LimbSettings::default();
        let settings = defaults
            .with_pole(request.pole)
            .with_swivel(request.swivel.unwrap_or(defaults.swivel))
            .with_softness(request.softness.unwrap_or(defaults.softness))
            .with_stretch(request.stretch.unwrap_or(defaults.stretch));
        let mut scratch = ChainScratch::with_capacity(3);
        limb.solve(
            &goal(request),
            &settings,
            &mut IkPose::new(skeleton, local, self.rest.as_slice()),
            &mut scratch,
        );
        Ok(limb.chain().clone())
    }

    /// Direction in which the character faces in its reference pose: +Z where it is not a humanoid.
    pub(super) fn forward(&self) -> Vec3 {
        self.character.forward()
    }

    fn look_at(
        &self,
        request: &Request,
        joints: &[JointId],
        local: &mut [Transform],
    ) -> Result<Chain, String> {
        let skeleton = self.character.skeleton();
        let mut look = LookAt::new(skeleton, self.chain(joints)?).with_forward(skeleton, self.forward());
        // Turns at once and, by default, up to the border of the view cone.
        look.settings =
            LookSettings::default().with_softness(request.softness.unwrap_or(0.0)).with_response_time(0.0);
        let (target, weight, rest) = (request.target, request.weight, self.rest.as_slice());
        look.solve(
            target,
            weight,
            None,
            &mut IkPose::new(skeleton, local, rest),
            &mut ChainScratch::default(),
        );
        Ok(look.chain().clone())
    }

    fn bend(
        &self,
        method: ChainMethod,
        request: &Request,
        joints: &[JointId],
        local: &mut [Transform],
    ) -> Result<Chain, String> {
        let chain = self.chain(joints)?;
        if joints.len() < 2 {
            return Err(TOO_SHORT.into());
        }
        let defaults = ChainSolver::default();
        // Requests are independent, so restarts need not stay near an earlier answer.
        let solver = defaults
            .with_method(method)
            .with_iterations(request.iterations.unwrap_or(defaults.iterations))
            .with_rounds(request.rounds.unwrap_or(defaults.rounds))
            .with_tolerance(request.tolerance.unwrap_or(defaults.tolerance))
            .with_restarts(request.restarts.unwrap_or(Request::MAX_RESTARTS));
        let (goal, rest) = (goal(request), self.rest.as_slice());
        let mut scratch = ChainScratch::with_capacity(joints.len());
        solver.solve(&chain, &goal, &mut IkPose::new(self.character.skeleton(), local, rest), &mut scratch);
        Ok(chain)
    }

    fn chain(&self, joints: &[JointId]) -> Result<Chain, String> {
        let chain = Chain::new(self.character.skeleton(), joints).map_err(no_chain)?;
        Ok(match &self.limits {
            Some(limits) => chain.with_limits(limits),
            None => chain,
        })
    }

    fn joints(&self, request: &Request) -> Result<Vec<JointId>, String> {
        let joint = |name: &String| {
            let unknown = || format!(", chain: {}", unknown_joint(name, self.character));
            self.character.find_joint(name).ok_or_else(unknown)
        };
        request.chain.iter().map(joint).collect()
    }
}

impl Solved {
    /// Names of the joints between those of the chain.
    pub(super) fn left_out(&self, skeleton: &Skeleton) -> Vec<String> {
        let between = |pair: &[Link]| {
            let up = std::iter::successors(skeleton.parent(pair[1].joint()), |&j| skeleton.parent(j));
            let between: Vec<_> = up.take_while(|joint| *joint != pair[0].joint()).collect();
            between.into_iter().rev()
        };
        let names = self.chain.links().windows(2).flat_map(between);
        names.map(|joint| skeleton.name(joint).to_owned()).collect()
    }
}

fn goal(request: &Request) -> ChainGoal {
    ChainGoal::at(request.target).with_rotation(request.rotation).with_weight(request.weight)
}

fn no_chain(error: IkSetupError) -> String {
    format!(", chain: {error}")
}
