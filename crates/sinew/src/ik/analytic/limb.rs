//! A limb of two bones that obeys its limits: the closed form first, and where a limit holds it off, on from the border.

use crate::ik::ChainScratch;
use crate::ik::{Chain, ChainError, ChainGoal, ChainSolver, IkResult, TwoBone};
use crate::limit::{HumanLimits, Limit, Swing};
use crate::math::Transform;
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Quat, Vec3, Vec3A};
use std::f32::consts::{PI, TAU};

/// Near enough, in lengths of the limb: a fifth of a millimetre for an arm.
const NEAR: f32 = 4e-4;

/// The axis about which a limb bends whose `usual` one was told and that is bent by `bend`, an axis as long as the sine of that.
/// What is nearly straight, or bent the wrong way, bends as it was told: its own bend tells nothing.
pub(crate) fn told_hinge(usual: Vec3, bend: Vec3) -> Vec3 {
    /// The sine of a bend that tells surely.
    const SURE: f32 = 0.2;
    let lacks = (SURE - bend.dot(usual)).max(0.0);
    (bend + usual * lacks).try_normalize().unwrap_or(usual)
}

/// An arm or a leg: start, middle and end joint, with what they may do.
#[derive(Clone, Debug)]
pub struct Limb {
    chain: Chain,
    /// The axis about which the middle joint bends where no limit says so, in its own space as its limit is measured.
    hinge: Option<Vec3>,
    /// Where that was told, and not found: the same axis in the joint's own space as it is. Padded: numbers are worked on by four, and whatever stands behind three
    /// may be next to nothing, which takes a hundred times as long.
    own_hinge: Option<Vec3A>,
    /// Whether each joint hangs from the one before, with none between.
    is_direct: bool,
}

/// A limb that is bent, and not yet written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LimbBend {
    pub(crate) reach: IkResult,
    /// By how much both bones are lengthened.
    stretch: f32,
}

/// How a limb is to reach, apart from where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimbSettings {
    /// A place, in model space, that elbow or knee are to turn to; none leaves them to the shortest arc.
    pub pole: Option<Vec3>,
    /// Turns the limb about the line to the goal, in radians.
    pub swivel: f32,
    /// As [`TwoBone::softness`].
    pub softness: f32,
    /// As [`TwoBone::stretch`].
    pub stretch: f32,
}

impl Default for LimbSettings {
    fn default() -> Self {
        Self { pole: None, swivel: 0.0, softness: 0.0, stretch: 1.0 }
    }
}

impl Limb {
    /// A limb of three joints, each below the one before. Its hinge is what `limits` say; without limits, and where they
    /// know no hinge, the middle joint bends as it is bent, in the pose or else at rest.
    ///
    /// # Errors
    /// As [`Chain::new`].
    pub fn new(
        skeleton: &Skeleton,
        joints: [JointIndex; 3],
        limits: Option<&HumanLimits>,
    ) -> Result<Self, ChainError> {
        let chain = Chain::new(skeleton, &joints)?;
        Ok(Self::of(
            skeleton,
            match limits {
                Some(limits) => chain.with_limits(limits),
                None => chain,
            },
        ))
    }

    /// A limb of a chain of three joints, with the chain's limits.
    pub(crate) fn of(skeleton: &Skeleton, chain: Chain) -> Self {
        let is_direct =
            chain.links().windows(2).all(|two| skeleton.parent(two[1].joint) == Some(two[0].joint));
        let mut limb = Self { hinge: None, own_hinge: None, is_direct, chain };
        limb.hinge = limb.rest_hinge(skeleton);
        limb
    }

    /// The same limb with another axis about which it bends where it stands nearly straight, or bent the other way, and has no
    /// limit that says so: in model space at rest, turning the end about it bends the limb.
    #[must_use]
    pub fn with_hinge(mut self, skeleton: &Skeleton, axis: Vec3) -> Self {
        let scratch = self.at_rest(skeleton);
        let middle = &scratch.links[1];
        let back = scratch.parent_rotation(1).inverse();
        self.hinge = (middle.turn.inverse() * (back * axis)).try_normalize();
        self.own_hinge =
            self.hinge.map(|hinge| Vec3A::from(self.chain.links()[1].reference_rotation.inverse() * hinge));
        self
    }

    /// Its joints, where no limit holds any and none lies between.
    pub(crate) fn free_joints(&self) -> Option<[JointIndex; 3]> {
        let links = self.chain.links();
        let is_free = self.is_direct && links.iter().all(|link| link.limit.is_free());
        is_free.then(|| [0, 1, 2].map(|n| links[n].joint))
    }

    /// The axis about which the middle joint bends where that was told, in its own space.
    pub(crate) fn own_hinge(&self) -> Option<Vec3A> {
        self.own_hinge
    }

    /// The chain that it consists of.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// Length of both bones at rest.
    pub(crate) fn length(&self, skeleton: &Skeleton) -> f32 {
        self.at_rest(skeleton).length
    }

    /// The same in a pose.
    pub(crate) fn posed_length(&self, model: &[Affine3A]) -> f32 {
        let place = |n: usize| model[self.chain.links()[n].joint.index()].translation;
        place(0).distance(place(1)) + place(1).distance(place(2))
    }

    fn at_rest(&self, skeleton: &Skeleton) -> ChainScratch {
        let mut scratch = ChainScratch::with_capacity(3);
        scratch.load(skeleton, &self.chain, crate::pose::ModelPose::rest(skeleton).as_slice());
        scratch
    }

    /// The axis about which the limb is bent at rest, in the middle joint's own space.
    fn rest_hinge(&self, skeleton: &Skeleton) -> Option<Vec3> {
        let scratch = self.at_rest(skeleton);
        let axis = scratch.hinge_axis()?;
        let back = scratch.parent_rotation(1).inverse();
        (scratch.links[1].turn.inverse() * (back * axis)).try_normalize()
    }

    /// Bends the limb so that its end comes to the goal, as [`ChainSolver::solve`] does it for chains. With a stretch the
    /// translations of all joints below the start, up to the end, grow too.
    ///
    /// # Panics
    /// When the slices are shorter than the skeleton, or the limb is of another one.
    pub fn solve(
        &self,
        skeleton: &Skeleton,
        goal: &ChainGoal,
        settings: &LimbSettings,
        local: &mut [Transform],
        model: &[Affine3A],
        scratch: &mut ChainScratch,
    ) -> IkResult {
        if let Some(free) = self.free(goal, None, settings, local, model) {
            return free.store(&free.solve(), local);
        }
        let Some(bend) = self.bend(skeleton, goal, settings, model, scratch) else {
            return IkResult { error: 0.0, rotation_error: 0.0, iterations: 0 };
        };
        self.store(skeleton, &bend, goal.weight, local, scratch);
        bend.reach
    }

    /// Bends the limb in `scratch` alone; none where goal or pose are no numbers.
    pub(crate) fn bend(
        &self,
        skeleton: &Skeleton,
        goal: &ChainGoal,
        settings: &LimbSettings,
        model: &[Affine3A],
        scratch: &mut ChainScratch,
    ) -> Option<LimbBend> {
        let links = self.chain.links();
        scratch.take(skeleton, &self.chain, None, model);
        scratch.measure_length();
        if !goal.is_sound() || !scratch.is_sound() {
            return None;
        }
        scratch.clamp(&self.chain);
        let [start, middle, end] = [0, 1, 2].map(|n| Vec3::from(scratch.links[n].place));
        let hinge = self.posed_hinge(scratch);
        let limb = TwoBone {
            pole: settings.pole,
            swivel: settings.swivel,
            softness: settings.softness,
            stretch: settings.stretch,
            ..TwoBone::new([start, middle, end], hinge, scratch.near(goal.position.into()).into())
        };
        let turns = limb.solve();
        if turns.stretch > 1.0 {
            scratch.links.iter_mut().for_each(|link| link.bone *= turns.stretch);
            scratch.length *= turns.stretch;
        }
        let wanted = [turns.start, turns.middle];
        for (n, turn) in wanted.into_iter().enumerate().rev() {
            let parent = scratch.parent_rotation(n);
            let turn = parent.inverse() * turn * parent * scratch.links[n].turn;
            scratch.links[n].turn = turn.normalize();
        }
        let mut iterations = 0;
        let free = |n: usize, limit: &Limit| limit.clamp(scratch.links[n].turn) == scratch.links[n].turn;
        let is_held = !(0..2).all(|n| free(n, &links[n].limit));
        // What the closed form leaves off on purpose stays off.
        let reached = scratch_end(scratch);
        if is_held {
            scratch.clamp(&self.chain);
            let solver =
                ChainSolver { iterations: 20, tolerance: NEAR * scratch.length, ..ChainSolver::default() };
            iterations = solver.settle(&self.chain, reached, scratch);
        }
        if let Some(rotation) = goal.rotation {
            self.roll(rotation, scratch);
        }
        let error = scratch.error(goal.position);
        let rotation_error = goal.rotation.map_or(0.0, |rotation| scratch.turn_tip(&self.chain, rotation));
        let reach = IkResult { error, rotation_error, iterations };
        Some(LimbBend { reach, stretch: turns.stretch })
    }

    /// Writes what is bent in `scratch`, `weight` of the way.
    pub(crate) fn store(
        &self,
        skeleton: &Skeleton,
        bend: &LimbBend,
        weight: f32,
        local: &mut [Transform],
        scratch: &ChainScratch,
    ) {
        scratch.store(&self.chain, weight, local);
        let stretch = 1.0 + (bend.stretch - 1.0) * weight.clamp(0.0, 1.0);
        if stretch > 1.0 {
            let above = std::iter::successors(Some(self.chain.tip()), |&joint| skeleton.parent(joint));
            for joint in above.take_while(|joint| *joint != self.chain.root()) {
                local[joint.index()].translation *= stretch;
            }
        }
    }

    /// Rolls the lower bone about itself for the end to come nearer to `rotation`, as forearms do for hands; the end stays
    /// where it is.
    fn roll(&self, rotation: Quat, scratch: &mut ChainScratch) {
        let limit = &self.chain.links()[1].limit;
        let bone = (scratch.links[2].place - scratch.links[1].place).normalize_or_zero();
        if limit.twist().is_none() || bone == Vec3A::ZERO {
            return;
        }
        let parent = scratch.parent_rotation(2);
        let asked = rotation * (parent * scratch.links[2].zero).inverse();
        let angle = 2.0 * asked.xyz().dot(bone.into()).atan2(asked.w);
        let angle = if angle.abs() > PI { angle - angle.signum() * TAU } else { angle };
        let above = scratch.parent_rotation(1);
        let turn = above.inverse() * Quat::from_axis_angle(bone.into(), angle) * above;
        scratch.links[1].turn = limit.clamp(turn * scratch.links[1].turn).normalize();
        scratch.refresh(1);
    }

    /// The hinge's axis in the model, as the limb is posed.
    fn posed_hinge(&self, scratch: &ChainScratch) -> Vec3 {
        let parent = scratch.parent_rotation(1);
        match self.chain.links()[1].limit.swing() {
            Swing::Hinge { axis, .. } => parent * *axis,
            Swing::Fixed => parent * self.chain.links()[1].limit.bone(),
            _ => {
                let usual = self.hinge.map(|hinge| parent * (scratch.links[1].turn * hinge));
                match usual.filter(|_| self.own_hinge.is_some()) {
                    Some(usual) => told_hinge(usual, scratch.bend_of_limb()),
                    _ => scratch.hinge_axis().or(usual).unwrap_or_else(|| Vec3::from(scratch.bend_axis())),
                }
            }
        }
    }
}

/// Where the end is once places follow the turns.
fn scratch_end(scratch: &mut ChainScratch) -> Vec3A {
    scratch.refresh(0);
    scratch.tip()
}

impl ChainScratch {
    /// The axis about which a limb is bent, as long as the sine of the bend.
    fn bend_of_limb(&self) -> Vec3 {
        let [start, middle, end] = [0, 1, 2].map(|n| Vec3::from(self.links[n].place));
        (middle - start).normalize_or_zero().cross((end - middle).normalize_or_zero())
    }

    /// The same as a direction; none where it is straight.
    fn hinge_axis(&self) -> Option<Vec3> {
        let [start, middle, end] = [0, 1, 2].map(|n| Vec3::from(self.links[n].place));
        crate::ik::hinge_axis(start, middle, end)
    }
}
