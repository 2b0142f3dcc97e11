//! Spline IK: each joint lies where the curve leaves the sphere around the one before, so that bones keep
//! their lengths; frames are transported without twist (R. L. Bishop, *There Is More than One Way to Frame a
//! Curve*, 1975).

use crate::ik::ChainScratch;
use crate::ik::chain::curve::Curve;
use crate::ik::{Chain, IkPose, IkResult};
use crate::math::axis_angle;
use crate::math::turn::arc;
use glam::{Quat, Vec3, Vec3A};

/// Chain that follows a curve: a tail, a tentacle, a rope, a snake.
#[derive(Clone, Debug)]
pub struct Spline {
    chain: Chain,
    /// Settings.
    pub settings: SplineSettings,
}

/// Settings of a spline.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SplineSettings {
    /// Whether the root moves onto the curve. Otherwise the curve starts at the animated root and goes on
    /// through its points.
    pub moves_root: bool,
    /// Offset of a moved root along the curve, metres of the model; negative before the first point.
    pub offset: f32,
    /// Twist of root and tip about the curve, radians, interpolated between them.
    pub twist: [f32; 2],
}

impl SplineSettings {
    /// Sets whether the root moves onto the curve.
    #[must_use]
    pub fn with_moves_root(self, moves_root: bool) -> Self {
        Self { moves_root, ..self }
    }

    /// Sets the offset of a moved root along the curve, metres of the model.
    #[must_use]
    pub fn with_offset(self, offset: f32) -> Self {
        Self { offset, ..self }
    }

    /// Sets the twist of root and tip about the curve, radians.
    #[must_use]
    pub fn with_twist(self, twist: [f32; 2]) -> Self {
        Self { twist, ..self }
    }
}

impl Spline {
    /// Spline of a chain.
    #[must_use]
    pub fn new(chain: Chain) -> Self {
        Self { chain, settings: SplineSettings::default() }
    }

    /// Chain.
    #[must_use]
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// Lays the chain along a curve through points in model space, within its limits. Beyond its ends the
    /// curve is straight. Fewer than two points (one, if the root does not move), non-finite points, and
    /// points that all coincide leave the pose unchanged.
    ///
    /// The error is the largest distance of a joint from the curve. Pose, weight and scratch are as in
    /// [`ChainSolver::solve`](crate::ik::ChainSolver::solve); with [`SplineSettings::moves_root`] the root's
    /// translation is written too.
    ///
    /// # Panics
    /// When the chain belongs to another skeleton.
    pub fn solve(
        &self,
        points: &[Vec3],
        weight: f32,
        pose: &mut IkPose<'_>,
        scratch: &mut ChainScratch,
    ) -> IkResult {
        let IkPose { skeleton, local, model } = pose;
        let nothing = IkResult { error: 0.0, rotation_error: 0.0, iterations: 0 };
        scratch.load(skeleton, &self.chain, model);
        if !scratch.is_sound() {
            return nothing;
        }
        let root = scratch.links[0].position;
        let before = (!self.settings.moves_root).then_some(root);
        let Some(curve) = Curve::new(before, points, 1e-6 * scratch.length) else { return nothing };
        let mut begins = 0.0;
        if self.settings.moves_root {
            begins = curve.along(self.settings.offset);
            scratch.links[0].position = curve.at(begins);
        }
        let error = self.lay(scratch, &curve, begins);
        if weight > 0.0 {
            scratch.store(&self.chain, weight, local);
            let moved = scratch.links[0].position - root;
            let parent = skeleton.parent(self.chain.root()).map(|parent| model[parent.index()].matrix3);
            let moved = parent.map_or(moved, |parent| parent.inverse() * moved) * weight.min(1.0);
            if self.settings.moves_root && moved.is_finite() {
                local[self.chain.root().index()].translation += Vec3::from(moved);
            }
        }
        IkResult { error, ..nothing }
    }

    /// Rotates joint after joint. Returns the largest distance from the curve.
    fn lay(&self, scratch: &mut ChainScratch, curve: &Curve<'_>, begins: f32) -> f32 {
        let twist = self.settings.twist.map(|twist| if twist.is_finite() { twist } else { 0.0 });
        let (mut t, mut before, mut farthest) = (begins, 0.0, 0.0f32);
        // Rotation of the link above without twist.
        let mut plain = Quat::IDENTITY;
        let mut direction = Vec3A::ZERO;
        for (n, link) in self.chain.links().iter().enumerate() {
            let state = scratch.links[n];
            let transported = plain * state.above * state.turn * state.reference;
            let bone = transported * state.bone;
            let (far, is_tip) = (state.bone.length(), n == scratch.bones());
            let mut turned = transported;
            let mut to = state.position;
            if !is_tip && far > 0.0 {
                t = curve.leaves(state.position, far, t);
                to = curve.at(t);
                turned = self.towards(bone, to - state.position, scratch.bend) * transported;
                direction = (turned * state.bone) / far;
            }
            let part = twist[0] + (twist[1] - twist[0]) * (before / scratch.length);
            let about = axis_angle::from_axis_angle(direction.into(), part);
            let about = if part != 0.0 && direction != Vec3A::ZERO { about } else { Quat::IDENTITY };
            let parent = scratch.parent_rotation(n);
            let turn = parent.inverse() * about * turned * state.reference.inverse();
            let within = link.follow(link.limit.clamp(state.animated), link.limit.clamp(turn));
            let rotation = parent * (within * state.reference);
            scratch.links[n].turn = within;
            scratch.links[n].rotation = rotation;
            plain = about.inverse() * rotation;
            if !is_tip {
                let next = state.position + rotation * state.bone;
                scratch.links[n + 1].position = next;
                farthest = farthest.max(if far > 0.0 { next.distance(to) } else { 0.0 });
            }
            before += far;
        }
        farthest
    }

    /// Shortest arc; half a turn about an axis of the chain for opposite directions.
    fn towards(&self, from: Vec3A, to: Vec3A, bend: Vec3A) -> Quat {
        arc(from, to).unwrap_or_else(|| {
            let axis = (bend - from * (bend.dot(from) / from.length_squared())).try_normalize();
            axis.filter(|_| to != Vec3A::ZERO)
                .map_or(Quat::IDENTITY, |axis| axis_angle::from_axis_angle(axis.into(), std::f32::consts::PI))
        })
    }
}
