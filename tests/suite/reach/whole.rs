//! Humanoid with goals for hands, feet and head at once, for the IK statistics.

use super::Body;
use super::body::mirror;
use super::legal::{Legal, between};
use fastrand::Rng;
use sinew::glam::{Quat, Vec3};
use sinew::humanoid::HumanBone::{self, *};
use sinew::ik::{BodyGoal, FullBody, FullBodyScratch, FullBodySolver, IkPose, IkResult};
use sinew::limit::HumanLimits;
use sinew::{JointId, LocalPose, ModelPose, Transform};

/// Goals of hands, feet and head, in the order of [`FullBody::human`].
pub type Five = [Vec3; 5];

const EFFECTORS: [HumanBone; 5] = [LeftHand, RightHand, LeftFoot, RightFoot, Head];

/// A humanoid with goals for both hands, both feet and the head at once, and movable hips.
pub struct Whole {
    /// The body.
    pub body: Body,
    solved: FullBody,
    limits: HumanLimits,
    effectors: Vec<JointId>,
    /// All rotated joints, the hips first.
    pub(super) turned: Vec<JointId>,
    /// Joints with limits except the hips, and the reference of the limits.
    legal: Vec<(JointId, Legal, Quat)>,
}

impl Whole {
    /// A whole humanoid; `None` for other characters and where one of the five is missing.
    pub fn new(body: &Body) -> Option<Self> {
        let (skeleton, humanoid) = (&body.skeleton, body.humanoid.as_ref()?);
        let effectors: Vec<JointId> =
            EFFECTORS.iter().map(|bone| humanoid.joint(*bone)).collect::<Option<_>>()?;
        let hips = humanoid.joint(Hips)?;
        let below_hips = |joint| {
            let up = std::iter::successors(skeleton.parent(joint), |&joint| skeleton.parent(joint));
            up.take_while(move |joint| *joint != hips)
        };
        let mut turned: Vec<JointId> = effectors.iter().flat_map(|joint| below_hips(*joint)).collect();
        turned.push(hips);
        turned.sort();
        turned.dedup();
        let limits = HumanLimits::new(skeleton, humanoid);
        let limited = turned[1..].iter().filter_map(|joint| {
            let (limit, zero) = limits.get(*joint)?;
            Some((*joint, Legal::new(limit), zero))
        });
        Some(Self {
            solved: FullBody::human(skeleton, humanoid).ok()?,
            legal: limited.collect(),
            limits,
            body: body.clone(),
            effectors,
            turned,
        })
    }

    /// Name in tables.
    pub fn name(&self) -> String {
        format!("{}, five at once", self.body.name)
    }

    /// Default solver for a body of this size.
    pub(super) fn solver(&self, restarts: u32) -> FullBodySolver {
        let usual = FullBodySolver::default();
        usual.with_tolerance(usual.tolerance * self.body.unit).with_restarts(restarts)
    }

    /// Goals of a random pose within all limits, with the hips a little lower, up to 0.15 m away and rotated
    /// by up to half a radian; of a body that is not mirrored.
    pub(super) fn legal(&self, random: &mut Rng) -> Five {
        let skeleton = &self.body.skeleton;
        let mut local = LocalPose::rest(skeleton);
        let pose = local.as_mut_slice();
        for (joint, legal, zero) in &self.legal {
            pose[joint.index()].rotation = (legal.turn(random) * *zero).normalize();
        }
        let mut along = |low: f32, high: f32| between(random, low, high) * self.body.unit;
        let moved = Vec3::new(along(-0.15, 0.15), along(-0.09, 0.0), along(-0.15, 0.15));
        let hips = &mut pose[self.turned[0].index()];
        hips.translation += moved;
        hips.rotation = Quat::from_rotation_y(between(random, -0.5, 0.5)) * hips.rotation;
        let mut model = ModelPose::rest(skeleton);
        model.update(skeleton, &local);
        self.positions(&model)
    }

    fn positions(&self, model: &ModelPose) -> Five {
        std::array::from_fn(|n| model.get(self.effectors[n]).translation.into())
    }
}

/// Mirrored goals, left and right exchanged.
pub(super) fn mirrored(five: &Five) -> Five {
    [1, 0, 3, 2, 4].map(|n: usize| mirror(five[n]))
}

/// Result of the full-body solver, measured from the written local pose alone.
pub(super) struct WholePosed<'a> {
    whole: &'a Whole,
    rest: ModelPose,
    pub(super) local: LocalPose,
    model: ModelPose,
    scratch: FullBodyScratch,
    lengths: Vec<f32>,
}

impl<'a> WholePosed<'a> {
    pub(super) fn new(whole: &'a Whole) -> Self {
        let (rest, local) = (whole.body.standing(), LocalPose::reference(&whole.body.skeleton));
        let scratch = FullBodyScratch::new(&whole.solved);
        let mut posed = Self { whole, model: rest.clone(), rest, local, scratch, lengths: Vec::new() };
        posed.lengths = posed.bones().collect();
        posed
    }

    /// Result at the rest pose; measurements need [`WholePosed::update`].
    pub(super) fn solve(&mut self, solver: &FullBodySolver, five: &Five) -> IkResult {
        let skeleton = &self.whole.body.skeleton;
        let goals: [BodyGoal; 5] = std::array::from_fn(|n| BodyGoal::at(n, five[n]));
        let local = self.local.as_mut_slice();
        local.copy_from_slice(skeleton.reference());
        let (body, rest) = (&self.whole.solved, self.rest.as_slice());
        solver.solve(body, &goals, 1.0, &mut IkPose::new(skeleton, local, rest), &mut self.scratch)
    }

    pub(super) fn update(&mut self) {
        self.model.update(&self.whole.body.skeleton, &self.local);
    }

    pub(super) fn rotations(&self) -> Vec<Quat> {
        self.whole.turned.iter().map(|joint| self.local.as_slice()[joint.index()].rotation).collect()
    }

    /// Largest distance from the five goals, millimetres of a body 1.7 m tall.
    pub(super) fn error(&self, five: &Five) -> f32 {
        let positions = self.whole.positions(&self.model);
        let far =
            positions.iter().zip(five).map(|(position, goal)| position.distance(*goal)).fold(0.0, f32::max);
        far / self.whole.body.unit * 1e3
    }

    /// Largest violation of a joint limit, radians.
    pub(super) fn violation(&self) -> f32 {
        let rotation = |joint| Transform::from_affine(self.model.get(joint)).rotation;
        let beyond = |joint: &JointId| {
            let (limit, zero) = self.whole.limits.get(*joint)?;
            let parent = self.whole.body.skeleton.parent(*joint).map_or(Quat::IDENTITY, rotation);
            Some(limit.violation((parent.inverse() * rotation(*joint) * zero.inverse()).normalize()))
        };
        self.whole.turned.iter().filter_map(beyond).fold(0.0, f32::max)
    }

    fn bones(&self) -> impl Iterator<Item = f32> {
        let position = |joint| Vec3::from(self.model.get(joint).translation);
        let below_hips = self.whole.turned[1..].iter().chain(&self.whole.effectors);
        below_hips.filter_map(move |joint| {
            Some(position(*joint).distance(position(self.whole.body.skeleton.parent(*joint)?)))
        })
    }

    /// Largest relative change of a bone length.
    pub(super) fn stretched(&self) -> f32 {
        let changed = self.bones().zip(&self.lengths).filter(|(_, rest)| **rest > 0.0);
        changed.map(|(now, rest)| (now / rest - 1.0).abs()).fold(0.0, f32::max)
    }
}
