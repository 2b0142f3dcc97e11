//! A chain that follows a curve: joint after joint lies where the curve leaves the ball around the one before, so that bones
//! keep their lengths; frames are carried along without twist (R. L. Bishop, *There Is More than One Way to Frame a Curve*,
//! 1975).

use crate::ik::ChainScratch;
use crate::ik::chain::curve::Curve;
use crate::ik::{Chain, IkResult};
use crate::math::Transform;
use crate::math::turn::arc;
use crate::skeleton::Skeleton;
use glam::{Affine3A, Quat, Vec3, Vec3A};

/// A chain that can lie along a curve: a tail, a tentacle, a rope, a snake.
#[derive(Clone, Debug)]
pub struct Spline {
    chain: Chain,
    /// How it lies there.
    pub settings: SplineSettings,
}

/// How a chain lies along a curve.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SplineSettings {
    /// Whether the root is moved onto the curve. Where it is not, the curve begins at the root, wherever that is animated, and
    /// goes on through its points.
    pub moves_root: bool,
    /// How far along the curve a root that is moved lies, in metres of the model; below 0 before its first point.
    pub offset: f32,
    /// By how much root and tip are twisted about the curve, in radians; joints between take their part.
    pub twist: [f32; 2],
}

impl Spline {
    /// A chain that lies along curves from its root on.
    pub fn new(chain: Chain) -> Self {
        Self { chain, settings: SplineSettings::default() }
    }

    /// The chain.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// Lays the chain along a curve through points in model space, within its limits. Beyond its ends the curve goes straight
    /// on. Fewer than two points (one, where the root is not moved), such as are no numbers, and all in one place leave the
    /// pose as it is.
    ///
    /// What is told is how far the joint that is farthest from the curve lies off. Slices, weight and scratch are as in
    /// [`ChainSolver::solve`](crate::ik::ChainSolver::solve); with [`SplineSettings::moves_root`] the root's translation is written
    /// too.
    ///
    /// # Panics
    /// When the slices are shorter than the skeleton, or the chain is of another one.
    pub fn solve(
        &self,
        skeleton: &Skeleton,
        points: &[Vec3],
        weight: f32,
        local: &mut [Transform],
        model: &[Affine3A],
        scratch: &mut ChainScratch,
    ) -> IkResult {
        let nothing = IkResult { error: 0.0, rotation_error: 0.0, iterations: 0 };
        scratch.load(skeleton, &self.chain, model);
        if !scratch.is_sound() {
            return nothing;
        }
        let root = scratch.links[0].place;
        let before = (!self.settings.moves_root).then_some(root);
        let Some(curve) = Curve::new(before, points, 1e-6 * scratch.length) else { return nothing };
        let mut begins = 0.0;
        if self.settings.moves_root {
            begins = curve.along(self.settings.offset);
            scratch.links[0].place = curve.at(begins);
        }
        let error = self.lay(scratch, &curve, begins);
        if weight > 0.0 {
            scratch.store(&self.chain, weight, local);
            let moved = scratch.links[0].place - root;
            let parent = skeleton.parent(self.chain.root()).map(|parent| model[parent.index()].matrix3);
            let moved = parent.map_or(moved, |parent| parent.inverse() * moved) * weight.min(1.0);
            if self.settings.moves_root && moved.is_finite() {
                local[self.chain.root().index()].translation += Vec3::from(moved);
            }
        }
        IkResult { error, ..nothing }
    }

    /// Turns joint after joint; how far the farthest lies off.
    fn lay(&self, bent: &mut ChainScratch, curve: &Curve<'_>, begins: f32) -> f32 {
        let twist = self.settings.twist.map(|twist| if twist.is_finite() { twist } else { 0.0 });
        let (mut t, mut before, mut farthest) = (begins, 0.0, 0.0f32);
        // The link above as it would be without twist.
        let mut plain = Quat::IDENTITY;
        let mut direction = Vec3A::ZERO;
        for (n, link) in self.chain.links().iter().enumerate() {
            let own = bent.links[n];
            let carried = plain * own.above * own.turn * own.zero;
            let bone = carried * own.bone;
            let (far, is_tip) = (own.bone.length(), n == bent.bones());
            let mut turned = carried;
            let mut to = own.place;
            if !is_tip && far > 0.0 {
                t = curve.leaves(own.place, far, t);
                to = curve.at(t);
                turned = self.towards(bone, to - own.place, bent.bend) * carried;
                direction = (turned * own.bone) / far;
            }
            let part = twist[0] + (twist[1] - twist[0]) * (before / bent.length);
            let about = Quat::from_axis_angle(direction.into(), part);
            let about = if part != 0.0 && direction != Vec3A::ZERO { about } else { Quat::IDENTITY };
            let parent = bent.parent_rotation(n);
            let turn = parent.inverse() * about * turned * own.zero.inverse();
            let within = link.follow(link.limit.clamp(own.animated), link.limit.clamp(turn));
            let rotation = parent * (within * own.zero);
            bent.links[n].turn = within;
            bent.links[n].rotation = rotation;
            plain = about.inverse() * rotation;
            if !is_tip {
                let next = own.place + rotation * own.bone;
                bent.links[n + 1].place = next;
                farthest = farthest.max(if far > 0.0 { next.distance(to) } else { 0.0 });
            }
            before += far;
        }
        farthest
    }

    /// The shortest turn; straight back it is half a turn about an axis of the chain's own.
    fn towards(&self, from: Vec3A, to: Vec3A, bend: Vec3A) -> Quat {
        arc(from, to).unwrap_or_else(|| {
            let axis = (bend - from * (bend.dot(from) / from.length_squared())).try_normalize();
            axis.filter(|_| to != Vec3A::ZERO)
                .map_or(Quat::IDENTITY, |axis| Quat::from_axis_angle(axis.into(), std::f32::consts::PI))
        })
    }
}
