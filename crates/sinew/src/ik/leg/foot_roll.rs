//! Foot-roll leg: hip and knee bring the ankle to the foot, and the heel lifts about the ball by as little as
//! the leg needs to reach (as roll bones of animators' rigs do by hand: T. O'Hailey, *Rig It Right!*, 2013;
//! here by the law of cosines).

use crate::ik::leg::foot::Foot;
use crate::ik::{
    ChainGoal, ChainScratch, FootRollLeg, FootRollSettings, IkPose, IkResult, LimbSettings, Link,
};
use crate::math::ops;
use crate::math::turn::{rotation_of, write};
use crate::math::{Transform, mirrored, slerp_shortest};
use crate::skeleton::{JointId, Skeleton};
use glam::{Affine3A, Quat};

/// Tolerance in lengths of the leg.
const NEAR: f32 = 1e-4;

impl FootRollLeg {
    /// Solves the leg so that the ball of its foot reaches the goal, with the toes at its rotation, else as
    /// animated in the model. The errors are those of ball and toes. Pose, weight and scratch are as in
    /// [`ChainSolver::solve`](crate::ik::ChainSolver::solve).
    ///
    /// # Panics
    /// When the leg belongs to another skeleton.
    pub fn solve(
        &self,
        goal: &ChainGoal,
        settings: &FootRollSettings,
        pose: &mut IkPose<'_>,
        scratch: &mut ChainScratch,
    ) -> IkResult {
        self.solve_softly(goal, settings, 0.0, pose, scratch)
    }

    /// [`FootRollLeg::solve`] with a softened reach of the limb.
    pub(crate) fn solve_softly(
        &self,
        goal: &ChainGoal,
        settings: &FootRollSettings,
        softness: f32,
        pose: &mut IkPose<'_>,
        scratch: &mut ChainScratch,
    ) -> IkResult {
        /// Passes in which the leg corrects what the ankle's limit changed.
        const PASSES: usize = 4;
        let nothing = IkResult { error: 0.0, rotation_error: 0.0, iterations: 0 };
        let IkPose { skeleton, local, model } = pose;
        let Some(foot) = Foot::of(self, goal, settings, model) else { return nothing };
        let limb = LimbSettings { pole: settings.pole, softness, ..LimbSettings::default() };
        let mut at = ChainGoal {
            position: (foot.ball + foot.to_ankle).into(),
            rotation: Some(foot.rotation),
            weight: goal.weight,
        };
        let Some(mut bend) = self.limb.bend(skeleton, &at, &limb, model, scratch) else { return nothing };
        let near = NEAR * foot.reach;
        let mut iterations = bend.reach.iterations;
        for _ in 1..PASSES {
            let ankle = &scratch.links[2];
            let wanted = foot.ball - ankle.rotation * foot.bone;
            // Other errors come from the reach.
            if bend.reach.rotation_error < 1e-4 || ankle.position.distance(wanted) < near {
                break;
            }
            at.position = wanted.into();
            match self.limb.bend(skeleton, &at, &limb, model, scratch) {
                Some(next) => bend = next,
                None => break,
            }
            iterations += bend.reach.iterations;
        }
        let ankle = scratch.links[2];
        let ball = ankle.position + ankle.rotation * foot.bone;
        let toes = self.toes_turned(skeleton, &foot, ankle.rotation, model);
        if goal.weight > 0.0 {
            self.limb.store(skeleton, &bend, goal.weight, local, scratch);
            toes.store(self.toes.joint, goal.weight, local);
        }
        let rotation_error = if goal.rotation.is_some() { toes.error } else { 0.0 };
        IkResult {
            error: ball.as_dvec3().distance(goal.position.as_dvec3()) as f32,
            rotation_error,
            iterations,
        }
    }

    /// Rotation that lifts the heel, in model space, and its angle, radians; none without a lift.
    pub(crate) fn lift(
        &self,
        goal: &ChainGoal,
        settings: &FootRollSettings,
        model: &[Affine3A],
    ) -> Option<(Quat, f32)> {
        let foot = Foot::of(self, goal, settings, model)?;
        (foot.lift > 0.0).then_some((foot.heel, foot.lift))
    }

    /// Rotation of the toes on a foot with the given rotation.
    fn toes_turned(&self, skeleton: &Skeleton, foot: &Foot, ankle: Quat, model: &[Affine3A]) -> Toes {
        let Link { joint, limit, reference_rotation: reference, .. } = &self.toes;
        let above = skeleton.parent(*joint).map(|parent| &model[parent.index()]);
        let parent = above.map_or(Quat::IDENTITY, rotation_of);
        let is_mirrored = above.is_some_and(|above| above.matrix3.determinant() < 0.0);
        let from = parent.inverse() * rotation_of(&model[joint.index()]) * reference.inverse();
        // Joints between ankle and toes keep their local rotations.
        let parent = ankle * foot.animated.inverse() * parent;
        let turn = limit.clamp(parent.inverse() * foot.toes * reference.inverse()).normalize();
        let off = (parent * turn * *reference).inverse() * foot.toes;
        Toes { from, turn, is_mirrored, error: 2.0 * ops::atan2(off.xyz().length(), off.w.abs()) }
    }
}

/// Solved toes, as rotations relative to the reference rotation of their limit.
struct Toes {
    /// Animated rotation.
    from: Quat,
    /// Solved rotation, within the limit.
    turn: Quat,
    /// Whether the parent is mirrored.
    is_mirrored: bool,
    /// Angle from the target rotation, radians.
    error: f32,
}

impl Toes {
    fn store(&self, joint: JointId, weight: f32, local: &mut [Transform]) {
        let change = slerp_shortest(self.from, self.turn, weight.min(1.0)) * self.from.inverse();
        let change = if self.is_mirrored { mirrored(change) } else { change };
        let rotation = &mut local[joint.index()].rotation;
        write(change * *rotation, rotation);
    }
}
