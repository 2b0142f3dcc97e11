//! Reaching with the body: joints of the spine turn so that a limb's root comes nearer to what the limb cannot reach
//! (C. Welman, *Inverse Kinematics and Geometric Constraints for Articulated Figure Manipulation*, 1993, turns one joint after
//! the other; here each by as much as the law of cosines says).

use crate::humanoid::{HumanBone, Humanoid};
use crate::ik::ChainScratch;
use crate::ik::chain::chain::shares_of_what_is_left;
use crate::ik::{Chain, ChainError, ChainGoal, Limb};
use crate::limit::HumanLimits;
use crate::math::turn::{COS_HALF_STEP, capped};
use crate::math::{Transform, slerp_shortest};
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Quat, Vec3A};
use std::f32::consts::PI;

/// Joints that lean towards what a limb is to reach: a spine, and perhaps the shoulder at its end.
#[derive(Clone, Debug)]
pub struct SpineAssist {
    /// The joints that lean, and the limb's root as the tip.
    chain: Chain,
    /// How much of what is left each joint takes, from the root on.
    shares: Vec<f32>,
    /// The share of the limb's length at which the body begins to lean, 0 to 1.
    pub begins: f32,
}

/// Where the lean begins, if nothing else is said.
const BEGINS: f32 = 0.9;

/// So near to in line with the goal, in lengths from joint to limb, a joint is only brought ever more slowly: the last of it
/// moves the limb next to nothing, and would take large turns.
const IN_LINE: f32 = 0.05;

/// From so far off straight away from the goal a joint turns less and less, in radians: to no side where it is.
const AWAY: f32 = 0.4;

/// A turn that brings less than this share of what it was to bring is not done all the way.
const LITTLE: f32 = 0.1;

impl SpineAssist {
    /// `spine` leans for `limb`, with the spine's limits, and joints take even shares.
    ///
    /// # Errors
    /// When the limb does not hang below the last joint of the spine.
    pub fn new(skeleton: &Skeleton, spine: &Chain, limb: &Limb) -> Result<Self, ChainError> {
        let joints: Vec<JointIndex> = spine.links().iter().map(|link| link.joint).collect();
        let mut chain = Chain::new(skeleton, &[&joints[..], &[limb.chain().root()]].concat())?;
        chain.links_mut()[..joints.len()].clone_from_slice(spine.links());
        let lean = Self { chain, shares: Vec::new(), begins: BEGINS };
        Ok(lean.with_shares(&vec![1.0; joints.len()]))
    }

    /// A person's spine, and the shoulder that the limb hangs on, with human limits.
    ///
    /// # Errors
    /// When there is no spine, or the limb does not hang below it.
    pub fn human(skeleton: &Skeleton, humanoid: &Humanoid, limb: &Limb) -> Result<Self, ChainError> {
        use HumanBone::{Chest, LeftShoulder, RightShoulder, Spine, UpperChest};
        let root = limb.chain().root();
        let carries = |joint: &JointIndex| {
            std::iter::successors(skeleton.parent(root), |&j| skeleton.parent(j)).any(|j| j == *joint)
        };
        let bones = [Spine, Chest, UpperChest, LeftShoulder, RightShoulder];
        let joints: Vec<_> =
            bones.iter().filter_map(|bone| humanoid.map.joint(*bone)).filter(carries).collect();
        let limits = HumanLimits::new(skeleton, humanoid);
        Self::new(skeleton, &Chain::new(skeleton, &joints)?.with_limits(&limits), limb)
    }

    /// With these shares of the whole way, one for each joint from the root on; what is missing counts as nothing. What limits
    /// leave over goes to whoever can still turn.
    #[must_use]
    pub fn with_shares(mut self, shares: &[f32]) -> Self {
        self.shares = shares_of_what_is_left(shares, self.chain.links().len() - 1);
        self
    }

    /// The joints that lean, and the limb's root as the last.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// Turns the spine so that `limb` reaches the goal's place, and leaves the pose alone as long as it reaches without;
    /// to be done before [`Limb::solve`], with the model's pose brought up to date between. Slices, weight and scratch are as in
    /// [`ChainSolver::solve`](crate::ik::ChainSolver::solve). How far the goal stays out of the limb's reach at full weight, in
    /// metres of the model.
    ///
    /// # Panics
    /// When the slices are shorter than the skeleton, or the lean or the limb is of another one.
    pub fn solve(
        &self,
        skeleton: &Skeleton,
        limb: &Limb,
        goal: &ChainGoal,
        local: &mut [Transform],
        model: &[Affine3A],
        scratch: &mut ChainScratch,
    ) -> f32 {
        let reach = limb.posed_length(model);
        scratch.load(skeleton, &self.chain, model);
        if !goal.is_sound() || !scratch.is_sound() || !reach.is_finite() || reach <= 0.0 {
            return 0.0;
        }
        let place = scratch.near(goal.position.into());
        let far = scratch.tip().distance(place);
        let begins = if self.begins.is_nan() { BEGINS } else { self.begins.clamp(0.0, 0.999) };
        let soft = (1.0 - begins) * reach;
        let beyond = (far - begins * reach) / soft;
        if beyond > 0.0 {
            self.turn(scratch, place, begins * reach + soft * (beyond / (1.0 + beyond)));
            // Where the limb reaches alone the lean is still free to come on slowly, and limits with it.
            let s = beyond.min(1.0);
            let share = s * s * (3.0 - 2.0 * s);
            for (link, bent) in self.chain.links()[..self.shares.len()].iter().zip(&mut scratch.links) {
                let within = link.limit.clamp(bent.animated).normalize();
                let off = bent.animated * within.inverse();
                let turn = link.limit.clamp(slerp_shortest(within, bent.turn, share));
                bent.turn = (slerp_shortest(off, Quat::IDENTITY, share) * turn).normalize();
            }
            scratch.refresh(0);
            if goal.weight > 0.0 {
                scratch.store(&self.chain, goal.weight, local);
            }
        }
        (scratch.error(goal.position) - reach).max(0.0)
    }

    /// Turns the spine until the limb's root is no farther from a place than `most`. What is animated outside of limits is
    /// brought back within `weight` of the way.
    pub(crate) fn pull(
        &self,
        skeleton: &Skeleton,
        place: Vec3A,
        most: f32,
        weight: f32,
        local: &mut [Transform],
        model: &[Affine3A],
        scratch: &mut ChainScratch,
    ) {
        scratch.load(skeleton, &self.chain, model);
        if scratch.is_sound() {
            self.turn(scratch, scratch.near(place), most);
            if weight < 1.0 {
                for (link, bent) in self.chain.links()[..self.shares.len()].iter().zip(&mut scratch.links) {
                    let off = bent.animated * link.limit.clamp(bent.animated).normalize().inverse();
                    bent.turn = (slerp_shortest(off, Quat::IDENTITY, weight) * bent.turn).normalize();
                }
            }
            scratch.store(&self.chain, 1.0, local);
        }
    }

    /// Turns all joints in shares until the tip is `wanted` from a place, then by all that limits have left over.
    fn turn(&self, bent: &mut ChainScratch, place: Vec3A, wanted: f32) {
        const ROUNDS: usize = 10;
        let near = 1e-5 * bent.length;
        bent.clamp(&self.chain);
        for round in 0..ROUNDS {
            for (n, link) in self.chain.links()[..bent.bones()].iter().enumerate() {
                let far = bent.tip().distance(place);
                let share = if round == 0 { self.shares[n] } else { 1.0 };
                let to = far - share * (far - wanted);
                let Some(turn) = nearer(bent.tip(), bent.links[n].place, place, to) else { continue };
                let parent = bent.parent_rotation(n);
                let own = bent.links[n].turn;
                let turn = link.limit.clamp(parent.inverse() * turn * parent * own);
                bent.links[n].turn = link.follow(own, turn);
                bent.refresh(n);
                // Where a border leads away, others do more; little by little, so that nothing jumps.
                let gain = (far - bent.tip().distance(place)) / (far - to);
                if gain < LITTLE {
                    let share = (gain / LITTLE).max(0.0);
                    bent.links[n].turn =
                        link.limit.clamp(slerp_shortest(own, bent.links[n].turn, share)).normalize();
                    bent.refresh(n);
                }
            }
            if bent.tip().distance(place) < wanted + near {
                return;
            }
        }
    }
}

/// The turn of a joint that brings what it carries at `tip` to `wanted` from a place, or as near as it can; none where it
/// already is.
fn nearer(tip: Vec3A, joint: Vec3A, place: Vec3A, wanted: f32) -> Option<Quat> {
    let (own, way) = (tip - joint, place - joint);
    let (r, far) = (own.length(), way.length());
    let about = own.cross(way);
    let sine = about.length();
    if sine.is_nan() || sine <= 1e-6 * r * far {
        return None;
    }
    let angle = sine.atan2(own.dot(way));
    // Of |tip − place|² = (far − r)² + 4 r far sin²(angle / 2).
    let nearest = (far - r).abs();
    let room = IN_LINE * r;
    let over = wanted - nearest;
    let over = if over < room { room * room / (2.0 * room - over) } else { over };
    let half = (over * (over + 2.0 * nearest) / (4.0 * r * far)).min(1.0).sqrt().asin();
    let turn = angle - 2.0 * half;
    let aside = ((PI - angle) / AWAY).min(1.0);
    let turn = turn * aside * aside * (3.0 - 2.0 * aside);
    (turn > 0.0).then(|| capped(Quat::from_axis_angle((about / sine).into(), turn), COS_HALF_STEP))
}
