//! IK solvers that the statistics compare.

use super::{Case, Part};
use sinew::glam::{Affine3A, Vec3};
use sinew::ik::{
    BodyGoal, ChainGoal, ChainMethod, ChainScratch, ChainSolver, FullBody, FullBodyScratch, FullBodySolver,
    IkPose, Limb, LimbSettings, LookAt, LookSettings, RootBehaviour,
};
use sinew::{ModelPose, Transform};

/// Iterations of the plain method alone.
pub const ALONE: u32 = u32::MAX;

/// An IK solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solver {
    /// [`Limb`].
    TwoBone,
    /// [`ChainSolver`] with one of its methods and a largest number of plain iterations.
    Chain(ChainMethod, u32),
    /// [`FullBodySolver`] with the chain as the body: a fixed root that rotates, and the tip as the only
    /// effector.
    FullBody,
    /// [`LookAt`] without smoothing and with a hard limit.
    LookAt,
}

impl Solver {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::TwoBone,
        Self::Chain(ChainMethod::Ccd, 1),
        Self::Chain(ChainMethod::Ccd, 4),
        Self::Chain(ChainMethod::Ccd, ALONE),
        Self::Chain(ChainMethod::Fabrik, 1),
        Self::Chain(ChainMethod::Fabrik, 4),
        Self::Chain(ChainMethod::Fabrik, ALONE),
        Self::Chain(ChainMethod::JacobianTranspose, 1),
        Self::Chain(ChainMethod::JacobianTranspose, 4),
        Self::Chain(ChainMethod::JacobianTranspose, ALONE),
        Self::Chain(ChainMethod::DampedLeastSquares, 0),
        Self::FullBody,
        Self::LookAt,
    ];

    /// Name in tables.
    pub fn name(self) -> String {
        let chain = |method| match method {
            ChainMethod::Ccd => "ccd",
            ChainMethod::Fabrik => "fabrik",
            ChainMethod::JacobianTranspose => "transpose",
            ChainMethod::DampedLeastSquares => "damped",
            _ => "other",
        };
        match self {
            Self::TwoBone => "two_bone".to_owned(),
            Self::Chain(method, 0) => chain(method).to_owned(),
            Self::Chain(method, ALONE) => format!("{} alone", chain(method)),
            Self::Chain(method, rounds) => format!("{} {rounds}", chain(method)),
            Self::FullBody => "full_body".to_owned(),
            Self::LookAt => "look_at".to_owned(),
        }
    }

    /// Whether it supports restarts.
    pub fn restarts(self) -> bool {
        matches!(self, Self::Chain(..))
    }

    /// Prepared for a case; `None` where it does not apply.
    pub(super) fn ready(self, case: &Case, restarts: u32) -> Option<Ready> {
        let skeleton = case.skeleton();
        match self {
            Self::TwoBone if case.part.is_limb() => {
                let joints = [0, 1, 2].map(|n: usize| case.chain.links()[n].joint());
                Limb::new(skeleton, joints, case.limits.as_ref()).ok().map(Ready::Limb)
            }
            Self::Chain(method, rounds) if !case.part.looks() => {
                let usual = ChainSolver::default();
                let tolerance = usual.tolerance * case.body.unit;
                Some(Ready::Chain(
                    usual
                        .with_method(method)
                        .with_rounds(rounds)
                        .with_tolerance(tolerance)
                        .with_restarts(restarts),
                ))
            }
            // Full-body joints are free or have human limits.
            Self::FullBody if !case.part.looks() && case.part != Part::Limited => {
                let body = FullBody::new(skeleton, case.chain.root(), &[case.chain.tip()]).ok()?;
                let mut body = match &case.limits {
                    Some(limits) => body.with_limits(limits),
                    None => body,
                };
                // Joints between those of a chain stay rigid.
                let links = case.chain.links();
                let between = case.path().filter(|joint| links.iter().all(|link| link.joint() != *joint));
                between.for_each(|joint| body.set_stiffness(joint, 1.0));
                let usual = FullBodySolver::default();
                let tolerance = usual.tolerance * case.body.unit;
                let solver = usual.with_tolerance(tolerance).with_root(RootBehaviour::Turns);
                Some(Ready::Body(body, solver))
            }
            Self::LookAt if case.part.looks() => {
                let mut look = LookAt::new(skeleton, case.chain.clone()).with_eyes(skeleton, eyes(case));
                look.settings = LookSettings::default().with_softness(0.0);
                Some(Ready::Look(look))
            }
            _ => None,
        }
    }
}

/// Eye position at rest: a little above and in front of the head joint.
pub(super) fn eyes(case: &Case) -> Vec3 {
    let head = Vec3::from(ModelPose::rest(case.skeleton()).get(case.chain.tip()).translation);
    head + Vec3::new(0.0, 0.06, 0.09) * case.body.unit
}

pub(super) enum Ready {
    Limb(Limb),
    Chain(ChainSolver),
    Body(FullBody, FullBodySolver),
    Look(LookAt),
}

/// Scratch memory of all solvers.
#[derive(Default)]
pub(super) struct Scratch {
    chain: ChainScratch,
    body: FullBodyScratch,
}

/// Report of a solver.
pub(super) struct Told {
    /// Error in model units, for looking in radians.
    pub(super) error: f32,
    pub(super) iterations: u32,
}

impl Ready {
    pub(super) fn solve(
        &self,
        case: &Case,
        target: Vec3,
        local: &mut [Transform],
        model: &[Affine3A],
        scratch: &mut Scratch,
    ) -> Told {
        let (skeleton, goal) = (case.skeleton(), ChainGoal::at(target));
        let Scratch { chain, body } = scratch;
        let reach = match self {
            Self::Limb(limb) => {
                limb.solve(&goal, &LimbSettings::default(), &mut IkPose::new(skeleton, local, model), chain)
            }
            Self::Chain(solver) => {
                solver.solve(&case.chain, &goal, &mut IkPose::new(skeleton, local, model), chain)
            }
            Self::Body(full, solver) => solver.solve(
                full,
                &[BodyGoal::at(0, target)],
                1.0,
                &mut IkPose::new(skeleton, local, model),
                body,
            ),
            Self::Look(look) => {
                let looked = look.solve(target, 1.0, None, &mut IkPose::new(skeleton, local, model), chain);
                return Told { error: looked.angle_error, iterations: 0 };
            }
        };
        Told { error: reach.error, iterations: reach.iterations }
    }
}
