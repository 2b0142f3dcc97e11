//! Errors of IK goals in the final pose: a hit moves hands that IK has put onto their goals.

use crate::math::axis_angle;
use crate::math::turn::rotation_of;
use crate::pose::ModelPose;
use crate::rig::goal_space::GoalSpace;
use crate::rig::part::{Part, PartKind};
use crate::rig::{IkGoal, IkReport, IkTarget};
use crate::skeleton::Socket;
use glam::{Affine3A, Quat, Vec3};

/// Effector relative to its goal, in one pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Miss {
    /// From the goal to the effector, in the axes of the goal's socket or else of the model.
    pub(super) offset: Vec3,
    /// Rotation of the effector relative to that of the goal; `None` where the goal leaves it free.
    pub(super) turn: Option<Quat>,
    /// For looks: angle between the line of sight and the target, radians.
    angle: f32,
}

impl Miss {
    /// Effector number `effector` of a part in a pose, which was at `animated` before the part was solved;
    /// `None` where the goal has no position.
    pub(super) fn of(
        part: &Part,
        effector: usize,
        (goal, animated): (&IkGoal, Vec3),
        space: &GoalSpace,
        model: &ModelPose,
    ) -> Option<Self> {
        let at = space.goal(goal, animated, model)?;
        let pose = model.as_slice();
        if let PartKind::Look(..) = &part.kind {
            return Some(Self { offset: Vec3::ZERO, turn: None, angle: part.sight_error(at.position, pose) });
        }
        let away = part.position(effector, pose) - at.position;
        let offset = axes_of(&goal.target, model).inverse() * away;
        let turn =
            at.rotation.map(|rotation| (rotation.inverse() * part.rotation(effector, pose)).normalize());
        Some(Self { offset, turn, angle: 0.0 })
    }

    /// Report of a goal that missed by `self` when it was solved, and now misses by `now`.
    pub(super) fn report(&self, now: &Self, solved: IkReport) -> IkReport {
        if self == now {
            return solved;
        }
        // While a goal fades in, errors are those at full weight, and what has moved since is added to them.
        let error = (self.offset.normalize_or_zero() * solved.error + (now.offset - self.offset)).length();
        let rotation_error = match (self.turn, now.turn) {
            (Some(then), Some(now)) => {
                let axis = axis_angle::to_scaled_axis(shortest(then)).normalize_or_zero();
                let then_whole = axis_angle::from_scaled_axis(axis * solved.rotation_error);
                axis_angle::to_scaled_axis(shortest(then_whole * (then.inverse() * now))).length()
            }
            _ => solved.rotation_error,
        };
        let angle_error = (solved.angle_error + (now.angle - self.angle)).max(0.0);
        IkReport { error, rotation_error, angle_error, ..solved }
    }
}

/// Axes of a target in model space: those of its socket, or the model's.
pub(super) fn axes_of(target: &IkTarget, model: &ModelPose) -> Quat {
    match target {
        IkTarget::Socket(Socket { joint, offset }) => {
            let above = model.as_slice().get(joint.index()).copied().unwrap_or(Affine3A::IDENTITY);
            rotation_of(&(above * offset.to_affine()))
        }
        _ => Quat::IDENTITY,
    }
}

/// The quaternion of the same rotation that turns by at most half a turn.
fn shortest(turn: Quat) -> Quat {
    if turn.w < 0.0 { -turn } else { turn }
}
