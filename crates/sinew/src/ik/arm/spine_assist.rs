//! Spine assist: joints of the spine turn so that a limb's root comes nearer to a goal beyond the limb's
//! reach (C. Welman, *Inverse Kinematics and Geometric Constraints for Articulated Figure Manipulation*,
//! 1993, turns one joint after the other; here each by as much as the law of cosines says).

use crate::humanoid::{HumanBone, Humanoid};
use crate::ik::ChainScratch;
use crate::ik::chain::chain::shares_of_what_is_left;
use crate::ik::{Chain, ChainGoal, IkPose, IkSetupError, Limb};
use crate::limit::HumanLimits;
use crate::math::ops;
use crate::math::turn::{COS_HALF_STEP, capped};
use crate::math::{axis_angle, slerp_shortest, smoothstep};
use crate::skeleton::{JointId, Skeleton};
use glam::{Quat, Vec3A};
use std::f32::consts::PI;

/// Spine that bends towards the goal of a limb: its joints, and optionally the shoulder at its end.
#[derive(Clone, Debug)]
pub struct SpineAssist {
    /// Joints of the spine, with the limb's root as the tip.
    chain: Chain,
    /// Share of the remaining bend that each joint takes, from the root on.
    shares: Vec<f32>,
    /// Extension of the limb at which the spine begins to bend, as a share of the limb's length, 0 to 1.
    pub bend_start: f32,
}

/// Default of [`SpineAssist::bend_start`].
const DEFAULT_BEND_START: f32 = 0.9;

/// Distance from a straight line to the goal, in lengths from joint to limb, below which a joint slows down:
/// the rest would take large rotations and hardly move the limb.
const IN_LINE: f32 = 0.05;

/// Angle from straight away from the goal, radians, below which a joint turns less and less: at 0 its
/// direction is undefined.
const AWAY: f32 = 0.4;

/// Share of the intended gain below which a rotation is only partly applied.
const MIN_GAIN: f32 = 0.1;

impl SpineAssist {
    /// Spine assist of `spine` for `limb`, within the spine's limits, with even shares of the joints.
    ///
    /// # Errors
    /// When the limb is not a descendant of the last joint of the spine.
    pub fn new(skeleton: &Skeleton, spine: &Chain, limb: &Limb) -> Result<Self, IkSetupError> {
        let joints: Vec<JointId> = spine.links().iter().map(|link| link.joint).collect();
        let mut chain = Chain::new(skeleton, &[&joints[..], &[limb.chain().root()]].concat())?;
        chain.links_mut()[..joints.len()].clone_from_slice(spine.links());
        let spine_assist = Self { chain, shares: Vec::new(), bend_start: DEFAULT_BEND_START };
        Ok(spine_assist.with_shares(&vec![1.0; joints.len()]))
    }

    /// Spine of a humanoid and the shoulder of the limb, with human limits.
    ///
    /// # Errors
    /// When there is no spine, or the limb is not below it.
    pub fn human(skeleton: &Skeleton, humanoid: &Humanoid, limb: &Limb) -> Result<Self, IkSetupError> {
        use HumanBone::{Chest, LeftShoulder, RightShoulder, Spine, UpperChest};
        let root = limb.chain().root();
        let carries = |joint: &JointId| {
            std::iter::successors(skeleton.parent(root), |&j| skeleton.parent(j)).any(|j| j == *joint)
        };
        let bones = [Spine, Chest, UpperChest, LeftShoulder, RightShoulder];
        let joints: Vec<_> =
            bones.iter().filter_map(|bone| humanoid.named_bones.joint(*bone)).filter(carries).collect();
        let limits = HumanLimits::new(skeleton, humanoid);
        Self::new(skeleton, &Chain::new(skeleton, &joints)?.with_limits(&limits), limb)
    }

    /// Sets the share of each joint, from the root on; missing shares are 0. Joints within their limits take
    /// what others cannot.
    #[must_use]
    pub fn with_shares(mut self, shares: &[f32]) -> Self {
        self.shares = shares_of_what_is_left(shares, self.chain.links().len() - 1);
        self
    }

    /// Joints of the spine, and the limb's root as the last.
    #[must_use]
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// Turns the spine so that `limb` reaches the goal; a goal within reach leaves the pose unchanged. Call
    /// it before [`Limb::solve`], and update the model pose in between. Pose, weight and scratch are as in
    /// [`ChainSolver::solve`](crate::ik::ChainSolver::solve). Returns the distance by which the goal stays
    /// out of the limb's reach at full weight, metres of the model.
    ///
    /// # Panics
    /// When the spine or the limb belongs to another skeleton.
    pub fn solve(
        &self,
        limb: &Limb,
        goal: &ChainGoal,
        pose: &mut IkPose<'_>,
        scratch: &mut ChainScratch,
    ) -> f32 {
        let IkPose { skeleton, local, model } = pose;
        let reach = limb.posed_length(model);
        scratch.load(skeleton, &self.chain, model);
        if !goal.is_sound() || !scratch.is_sound() || !reach.is_finite() || reach <= 0.0 {
            return 0.0;
        }
        let target = scratch.near(goal.position.into());
        let far = scratch.tip().distance(target);
        let bend_start =
            if self.bend_start.is_nan() { DEFAULT_BEND_START } else { self.bend_start.clamp(0.0, 0.999) };
        let soft = (1.0 - bend_start) * reach;
        let beyond = (far - bend_start * reach) / soft;
        if beyond > 0.0 {
            self.turn(scratch, target, bend_start * reach + soft * (beyond / (1.0 + beyond)));
            // Near the limb's own reach the bend and the limits fade in.
            let share = smoothstep(beyond);
            for (link, state) in self.chain.links()[..self.shares.len()].iter().zip(&mut scratch.links) {
                let within = link.limit.clamp(state.animated).normalize();
                let off = state.animated * within.inverse();
                let turn = link.limit.clamp(slerp_shortest(within, state.turn, share));
                state.turn = (slerp_shortest(off, Quat::IDENTITY, share) * turn).normalize();
            }
            scratch.refresh(0);
            if goal.weight > 0.0 {
                scratch.store(&self.chain, goal.weight, local);
            }
        }
        (scratch.error(goal.position) - reach).max(0.0)
    }

    /// Turns the spine until the distance of the limb's root to a position is at most `max_distance`. An
    /// animated pose outside the limits is brought back by `weight`.
    pub(crate) fn pull(
        &self,
        position: Vec3A,
        max_distance: f32,
        weight: f32,
        pose: &mut IkPose<'_>,
        scratch: &mut ChainScratch,
    ) {
        scratch.load(pose.skeleton, &self.chain, pose.model);
        if scratch.is_sound() {
            self.turn(scratch, scratch.near(position), max_distance);
            if weight < 1.0 {
                for (link, state) in self.chain.links()[..self.shares.len()].iter().zip(&mut scratch.links) {
                    let off = state.animated * link.limit.clamp(state.animated).normalize().inverse();
                    state.turn = (slerp_shortest(off, Quat::IDENTITY, weight) * state.turn).normalize();
                }
            }
            scratch.store(&self.chain, 1.0, pose.local);
        }
    }

    /// Turns all joints by their shares until the tip is at the distance `wanted` from `target`, then by
    /// whatever limits allow.
    fn turn(&self, scratch: &mut ChainScratch, target: Vec3A, wanted: f32) {
        const ROUNDS: usize = 10;
        let near = 1e-5 * scratch.length;
        scratch.clamp(&self.chain);
        for round in 0..ROUNDS {
            for (n, link) in self.chain.links()[..scratch.bones()].iter().enumerate() {
                let far = scratch.tip().distance(target);
                let share = if round == 0 { self.shares[n] } else { 1.0 };
                let to = far - share * (far - wanted);
                let Some(turn) = nearer(scratch.tip(), scratch.links[n].position, target, to) else {
                    continue;
                };
                let parent = scratch.parent_rotation(n);
                let before = scratch.links[n].turn;
                let turn = link.limit.clamp(parent.inverse() * turn * parent * before);
                scratch.links[n].turn = link.follow(before, turn);
                scratch.refresh(n);
                // A limit can lead away from the goal: such a rotation is reduced gradually,
                // so that nothing jumps.
                let gain = (far - scratch.tip().distance(target)) / (far - to);
                if gain < MIN_GAIN {
                    let share = (gain / MIN_GAIN).max(0.0);
                    scratch.links[n].turn =
                        link.limit.clamp(slerp_shortest(before, scratch.links[n].turn, share)).normalize();
                    scratch.refresh(n);
                }
            }
            if scratch.tip().distance(target) < wanted + near {
                return;
            }
        }
    }
}

/// Rotation of a joint that brings `tip` to the distance `wanted` from `target`, or as near as possible;
/// none where it is nearer already.
fn nearer(tip: Vec3A, joint: Vec3A, target: Vec3A, wanted: f32) -> Option<Quat> {
    let (to_tip, to_goal) = (tip - joint, target - joint);
    let (r, far) = (to_tip.length(), to_goal.length());
    let about = to_tip.cross(to_goal);
    let sine = about.length();
    if sine.is_nan() || sine <= 1e-6 * r * far {
        return None;
    }
    let angle = ops::atan2(sine, to_tip.dot(to_goal));
    // Of |tip − target|² = (far − r)² + 4 r far sin²(angle / 2).
    let nearest = (far - r).abs();
    let room = IN_LINE * r;
    let over = wanted - nearest;
    let over = if over < room { room * room / (2.0 * room - over) } else { over };
    let half = ops::asin((over * (over + 2.0 * nearest) / (4.0 * r * far)).min(1.0).sqrt());
    let turn = angle - 2.0 * half;
    let turn = turn * smoothstep((PI - angle) / AWAY);
    (turn > 0.0).then(|| capped(axis_angle::from_axis_angle((about / sine).into(), turn), COS_HALF_STEP))
}
