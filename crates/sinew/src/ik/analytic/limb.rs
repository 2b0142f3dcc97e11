//! Two-bone IK with joint limits: the closed form first, and where a limit clamps it,
//! iterations from the border.

use crate::ik::ChainScratch;
use crate::ik::analytic::limb_state::{LimbState, Reaching};
use crate::ik::{Chain, ChainGoal, ChainSolver, IkPose, IkResult, IkSetupError, TwoBone};
use crate::limit::{HumanLimits, Limit, Swing};
use crate::math::Transform;
use crate::math::axis_angle;
use crate::math::ops;
use crate::skeleton::{JointId, Skeleton};
use glam::{Affine3A, Quat, Vec3, Vec3A};
use std::f32::consts::{PI, TAU};

/// Tolerance in lengths of the limb: 0.2 mm for an arm.
const NEAR: f32 = 4e-4;

/// Hinge axis of a limb with a configured axis `usual`, bent by `bend`, an axis as long as the sine of the
/// bend. A limb that is nearly straight, or bent the wrong way, bends about the configured axis.
pub(crate) fn configured_hinge(usual: Vec3, bend: Vec3) -> Vec3 {
    /// Sine of a bend whose own axis is used.
    const SURE: f32 = 0.2;
    let lacks = (SURE - bend.dot(usual)).max(0.0);
    (bend + usual * lacks).try_normalize().unwrap_or(usual)
}

/// Arm or leg: start, middle and end joint, with limits.
///
/// ```
/// use sinew::glam::Vec3;
/// use sinew::ik::{ChainGoal, ChainScratch, IkPose, Limb, LimbSettings};
/// use sinew::skeleton::{Joint, JointId};
/// use sinew::{LocalPose, ModelPose, Skeleton, Transform};
///
/// let joint = |name: &str, parent, x: f32| {
///     Joint { name: name.into(), parent, rest: Transform::from_translation(Vec3::X * x), in_scene: true }
/// };
/// // Two bones of 30 cm; the elbow bends about the y-axis.
/// let arm = vec![joint("shoulder", None, 0.0), joint("elbow", Some(0), 0.3), joint("hand", Some(1), 0.3)];
/// let skeleton = Skeleton::new(arm)?;
/// let limb = Limb::new(&skeleton, [0, 1, 2].map(JointId), None)?.with_hinge(&skeleton, Vec3::NEG_Y);
/// let mut scratch = ChainScratch::with_capacity(3);
///
/// let (mut local, mut model) = (LocalPose::rest(&skeleton), ModelPose::reference(&skeleton));
/// let goal = ChainGoal::at(Vec3::new(0.3, 0.2, 0.1));
/// let mut pose = IkPose::new(&skeleton, local.as_mut_slice(), model.as_slice());
/// let result = limb.solve(&goal, &LimbSettings::default(), &mut pose, &mut scratch);
///
/// model.update(&skeleton, &local);
/// let hand = Vec3::from(model.get(JointId(2)).translation);
/// assert!(result.error < 1e-3 && hand.distance(goal.position) < 1e-3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Limb {
    chain: Chain,
    /// Hinge axis of the middle joint without a hinge limit,
    /// in the joint's own space at the reference rotation.
    hinge: Option<Vec3>,
    /// Configured hinge axis, in the joint's own space. Padded: wide instructions read four numbers, and a
    /// denormal behind three would be a hundred times slower.
    local_hinge: Option<Vec3A>,
    /// Whether each joint is the parent of the next.
    is_direct: bool,
}

/// Solution of a limb before it is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LimbBend {
    pub(crate) reach: IkResult,
    /// Factor by which both bones are stretched.
    stretch: f32,
}

/// Settings of a limb.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct LimbSettings {
    /// Pole of elbow or knee, a position in model space; none leaves them on the shortest arc.
    pub pole: Option<Vec3>,
    /// Rotation of the limb about the line to the goal, radians.
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

impl LimbSettings {
    /// Sets the pole of elbow or knee, a position in model space.
    #[must_use]
    pub fn with_pole(self, pole: impl Into<Option<Vec3>>) -> Self {
        Self { pole: pole.into(), ..self }
    }

    /// Sets the rotation about the line to the goal, radians.
    #[must_use]
    pub fn with_swivel(self, swivel: f32) -> Self {
        Self { swivel, ..self }
    }

    /// Sets the softness, 0 to 1: as [`TwoBone::softness`].
    #[must_use]
    pub fn with_softness(self, softness: f32) -> Self {
        Self { softness, ..self }
    }

    /// Sets the largest stretch, 1 or more: as [`TwoBone::stretch`].
    #[must_use]
    pub fn with_stretch(self, stretch: f32) -> Self {
        Self { stretch, ..self }
    }
}

impl Limb {
    /// Limb of three joints, each below the one before. Its hinge axis is that of `limits`; without a hinge
    /// limit the middle joint bends as in the pose, or else as at rest.
    ///
    /// # Errors
    /// As [`Chain::new`].
    pub fn new(
        skeleton: &Skeleton,
        joints: [JointId; 3],
        limits: Option<&HumanLimits>,
    ) -> Result<Self, IkSetupError> {
        let chain = Chain::new(skeleton, &joints)?;
        Ok(Self::of(
            skeleton,
            match limits {
                Some(limits) => chain.with_limits(limits),
                None => chain,
            },
        ))
    }

    /// Limb of a chain of three joints, with the chain's limits.
    pub(crate) fn of(skeleton: &Skeleton, chain: Chain) -> Self {
        let is_direct =
            chain.links().windows(2).all(|two| skeleton.parent(two[1].joint) == Some(two[0].joint));
        let mut limb = Self { hinge: None, local_hinge: None, is_direct, chain };
        limb.hinge = limb.rest_hinge(skeleton);
        limb
    }

    /// Sets the hinge axis for a limb that is nearly straight or bent the other way, and has no hinge limit.
    /// The axis is in model space at rest; a positive rotation of the end about it bends the limb.
    #[must_use]
    pub fn with_hinge(mut self, skeleton: &Skeleton, axis: Vec3) -> Self {
        let scratch = self.at_rest(skeleton);
        let middle = &scratch.links[1];
        let back = scratch.parent_rotation(1).inverse();
        self.hinge = (middle.turn.inverse() * (back * axis)).try_normalize();
        self.local_hinge =
            self.hinge.map(|hinge| Vec3A::from(self.chain.links()[1].reference_rotation.inverse() * hinge));
        self
    }

    /// Joints, where none has a limit and none lies between them.
    pub(crate) fn free_joints(&self) -> Option<[JointId; 3]> {
        let links = self.chain.links();
        let is_free = self.is_direct && links.iter().all(|link| link.limit.is_free());
        is_free.then(|| [0, 1, 2].map(|n| links[n].joint))
    }

    /// Configured hinge axis of the middle joint, in its own space.
    pub(crate) fn local_hinge(&self) -> Option<Vec3A> {
        self.local_hinge
    }

    /// Chain of its joints.
    #[must_use]
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// Length of both bones at rest.
    pub(crate) fn length(&self, skeleton: &Skeleton) -> f32 {
        self.at_rest(skeleton).length
    }

    /// Length of both bones in a pose.
    pub(crate) fn posed_length(&self, model: &[Affine3A]) -> f32 {
        let position = |n: usize| model[self.chain.links()[n].joint.index()].translation;
        position(0).distance(position(1)) + position(1).distance(position(2))
    }

    fn at_rest(&self, skeleton: &Skeleton) -> ChainScratch {
        let mut scratch = ChainScratch::with_capacity(3);
        scratch.load(skeleton, &self.chain, crate::pose::ModelPose::reference(skeleton).as_slice());
        scratch
    }

    /// Axis about which the limb is bent at rest, in the middle joint's own space.
    fn rest_hinge(&self, skeleton: &Skeleton) -> Option<Vec3> {
        let scratch = self.at_rest(skeleton);
        let axis = scratch.hinge_axis()?;
        let back = scratch.parent_rotation(1).inverse();
        (scratch.links[1].turn.inverse() * (back * axis)).try_normalize()
    }

    /// Solves the limb so that its end reaches the goal, as [`ChainSolver::solve`] does for chains. With a
    /// stretch the translations of all joints below the start, up to the end, are written too.
    ///
    /// # Panics
    /// When the limb belongs to another skeleton.
    pub fn solve(
        &self,
        goal: &ChainGoal,
        settings: &LimbSettings,
        pose: &mut IkPose<'_>,
        scratch: &mut ChainScratch,
    ) -> IkResult {
        let IkPose { skeleton, local, model } = pose;
        if let Some(free) = self.free(goal, None, settings, local, model) {
            return free.store(&free.solve(), local);
        }
        let Some(bend) = self.bend(skeleton, goal, settings, model, scratch) else {
            return IkResult { error: 0.0, rotation_error: 0.0, iterations: 0 };
        };
        self.store(skeleton, &bend, goal.weight, local, scratch);
        bend.reach
    }

    /// [`Limb::solve`] over frames: `state` keeps the joints from rotating faster than a limb does where
    /// neighbouring goals have solutions far apart. `dt` is the time since the last frame in seconds; 0
    /// solves the last frame again.
    ///
    /// # Panics
    /// When the limb belongs to another skeleton.
    pub fn solve_over_time(
        &self,
        goal: &ChainGoal,
        settings: &LimbSettings,
        (state, dt): (&mut LimbState, f32),
        pose: &mut IkPose<'_>,
        scratch: &mut ChainScratch,
    ) -> IkResult {
        let IkPose { skeleton, local, model } = pose;
        state.begin(dt);
        let Some(mut bend) = self.bend(skeleton, goal, settings, model, scratch) else {
            *state = LimbState::default();
            return IkResult { error: 0.0, rotation_error: 0.0, iterations: 0 };
        };
        let reaching = Reaching { offset: Vec3A::ZERO, goal: goal.position.into(), rotation: goal.rotation };
        state.follow(&self.chain, scratch, &reaching, &mut bend.reach);
        self.store(skeleton, &bend, goal.weight, local, scratch);
        bend.reach
    }

    /// Solves the limb in `scratch` alone; none for a non-finite goal or pose.
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
        let [start, middle, end] = scratch.limb_joints();
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
        let wanted = [turns.start_rotation, turns.middle_rotation];
        for (n, turn) in wanted.into_iter().enumerate().rev() {
            let parent = scratch.parent_rotation(n);
            let turn = parent.inverse() * turn * parent * scratch.links[n].turn;
            scratch.links[n].turn = turn.normalize();
        }
        let mut iterations = 0;
        let free = |n: usize, limit: &Limit| limit.clamp(scratch.links[n].turn) == scratch.links[n].turn;
        let is_held = !(0..2).all(|n| free(n, &links[n].limit));
        // The error that softness leaves on purpose is kept.
        let reached = scratch_end(scratch);
        if is_held {
            scratch.clamp(&self.chain);
            let solver =
                ChainSolver { iterations: 20, tolerance: NEAR * scratch.length, ..ChainSolver::default() };
            iterations = solver.iterate(&self.chain, reached, scratch);
        }
        if let Some(rotation) = goal.rotation {
            self.roll(rotation, scratch);
        }
        let error = scratch.error(goal.position);
        let rotation_error = goal.rotation.map_or(0.0, |rotation| scratch.turn_tip(&self.chain, rotation));
        let reach = IkResult { error, rotation_error, iterations };
        Some(LimbBend { reach, stretch: turns.stretch })
    }

    /// Stores the solution from `scratch`, blended by `weight`.
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

    /// Rolls the lower bone about itself to bring the end nearer to `rotation`, as forearms do for hands; the
    /// end keeps its position.
    fn roll(&self, rotation: Quat, scratch: &mut ChainScratch) {
        let limit = &self.chain.links()[1].limit;
        let bone = (scratch.links[2].position - scratch.links[1].position).normalize_or_zero();
        if limit.twist().is_none() || bone == Vec3A::ZERO {
            return;
        }
        let parent = scratch.parent_rotation(2);
        let asked = rotation * (parent * scratch.links[2].reference).inverse();
        let angle = 2.0 * ops::atan2(asked.xyz().dot(bone.into()), asked.w);
        let angle = if angle.abs() > PI { angle - angle.signum() * TAU } else { angle };
        let above = scratch.parent_rotation(1);
        let turn = above.inverse() * axis_angle::from_axis_angle(bone.into(), angle) * above;
        scratch.links[1].turn = limit.clamp(turn * scratch.links[1].turn).normalize();
        scratch.refresh(1);
    }

    /// Hinge axis in model space for the current pose.
    fn posed_hinge(&self, scratch: &ChainScratch) -> Vec3 {
        let parent = scratch.parent_rotation(1);
        match self.chain.links()[1].limit.swing() {
            Swing::Hinge { axis, .. } => parent * *axis,
            Swing::Fixed => parent * self.chain.links()[1].limit.bone(),
            _ => {
                let usual = self.hinge.map(|hinge| parent * (scratch.links[1].turn * hinge));
                match usual.filter(|_| self.local_hinge.is_some()) {
                    Some(usual) => configured_hinge(usual, scratch.bend_of_limb()),
                    _ => scratch.hinge_axis().or(usual).unwrap_or_else(|| Vec3::from(scratch.bend_axis())),
                }
            }
        }
    }
}

/// Updates positions from the rotations. Returns the position of the end.
fn scratch_end(scratch: &mut ChainScratch) -> Vec3A {
    scratch.refresh(0);
    scratch.tip()
}

impl ChainScratch {
    /// Positions of a limb's three joints.
    #[inline]
    fn limb_joints(&self) -> [Vec3; 3] {
        let position = |n: usize| Vec3::from(self.links[n].position);
        [position(0), position(1), position(2)]
    }

    /// Axis about which a limb is bent, as long as the sine of the bend.
    fn bend_of_limb(&self) -> Vec3 {
        let [start, middle, end] = self.limb_joints();
        (middle - start).normalize_or_zero().cross((end - middle).normalize_or_zero())
    }

    /// Direction of the bend axis; none for a straight limb.
    fn hinge_axis(&self) -> Option<Vec3> {
        let [start, middle, end] = self.limb_joints();
        crate::ik::hinge_axis(start, middle, end)
    }
}
