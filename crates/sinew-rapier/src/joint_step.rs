//! A joint in the coming step: limits and motor as angles about axes that fit them.

use rapier3d::prelude::*;
use sinew::glam::{Quat, Vec3};
use sinew::limit::Limit;
use sinew::ragdoll::{ConstraintDrive, ConstraintFrame};

/// Joint of a ragdoll between two bodies.
#[derive(Clone, Debug)]
pub(crate) struct RagdollJoint {
    pub(crate) handle: ImpulseJointHandle,
    pub(crate) bodies: [RigidBodyHandle; 2],
    pub(crate) limit: Limit,
    pub(crate) parent_frame: ConstraintFrame,
    pub(crate) child_frame: ConstraintFrame,
    pub(crate) drive: Option<ConstraintDrive>,
}

const ANGLES: [JointAxis; 3] = [JointAxis::AngX, JointAxis::AngY, JointAxis::AngZ];

/// Angle that stands for no limit, radians.
const OPEN: f32 = 3.1;

impl RagdollJoint {
    /// Turns the joint's axes for the present rotations of its bodies.
    ///
    /// Rapier limits the angles of the relative rotation about each axis of the joint's frames. With frames
    /// that agree at the present rotation these are the components of the rotation that the coming step adds,
    /// so that any limit becomes a range per axis.
    ///
    /// The targets of motors are those of a time `ahead` seconds after the beginning of the step.
    pub(crate) fn prepare(
        &self,
        bodies: &mut RigidBodySet,
        joints: &mut ImpulseJointSet,
        dt: f32,
        ahead: f32,
    ) {
        let [Some(parent), Some(child)] = self.bodies.map(|handle| bodies.get(handle)) else { return };
        if parent.is_sleeping() && child.is_sleeping() {
            return;
        }
        let Some(joint) = joints.get_mut(self.handle, false) else { return };
        let (parent_frame, child_frame) = (&self.parent_frame, &self.child_frame);
        let from = *parent.rotation() * parent_frame.rotation;
        let to = *child.rotation() * child_frame.rotation;
        let present = (from.inverse() * to).normalize();
        let rows = self.limit.rows(present);
        let data = &mut joint.data;
        data.local_frame1 =
            Pose::from_parts(parent_frame.anchor, (parent_frame.rotation * rows.axes).normalize());
        let mut error = Vec3::ZERO;
        let mut locked = JointAxesMask::LOCKED_SPHERICAL_AXES;
        let is_free = self.drive.is_some_and(|drive| drive.ignores_limit);
        let ranges = if is_free { [[-OPEN, OPEN]; 3] } else { rows.ranges };
        for (n, (axis, [min, max])) in ANGLES.into_iter().zip(ranges).enumerate() {
            // An angle without a range is locked, which holds better than a range of one angle: the frame has
            // its error.
            let is_locked = max <= min;
            locked.set(axis.into(), is_locked);
            error[n] = if is_locked { -min } else { 0.0 };
            let [min, max] = if is_locked { [-OPEN, OPEN] } else { [min.max(-OPEN), max.min(OPEN)] };
            data.set_limits(axis, [min.min(max), max]);
        }
        data.locked_axes = locked;
        let rotation = child_frame.rotation * present.inverse() * rows.axes * small_turn(error);
        data.local_frame2 = Pose::from_parts(child_frame.anchor, rotation.normalize());
        if let Some(drive) = &self.drive {
            set_motor(data, drive, present, rows.axes, ahead);
            if drive.torque != Vec3::ZERO {
                for (handle, sign) in self.bodies.into_iter().zip([-1.0, 1.0]) {
                    let body = bodies.get_mut(handle).filter(|body| body.is_dynamic());
                    body.into_iter()
                        .for_each(|body| body.apply_torque_impulse(drive.torque * (sign * dt), false));
                }
            }
        }
    }
}

/// Sets the motors about the joint's axes, which are `axes` in the parent's frame, so that together they turn
/// towards the target.
fn set_motor(data: &mut GenericJoint, drive: &ConstraintDrive, present: Quat, axes: Quat, ahead: f32) {
    // A motor adds the velocity of its target to the way to it, which is therefore that of the beginning of
    // the step.
    let target = small_turn(drive.target_velocity * -ahead) * drive.target;
    let turn = axes.inverse() * (target * present.inverse()) * axes;
    let turn = if turn.w < 0.0 { -turn } else { turn };
    let velocity = axes.inverse() * drive.target_velocity;
    let sines: Vec3 = turn.xyz().clamp(Vec3::NEG_ONE, Vec3::ONE);
    for (n, axis) in ANGLES.into_iter().enumerate() {
        let angle = 2.0 * libm::asinf(sines[n]);
        data.set_motor_model(axis, MotorModel::ForceBased);
        data.set_motor(axis, angle, velocity[n], drive.stiffness, drive.damping);
    }
}

/// Rotation by a vector whose length is the angle, for fractions of a turn.
fn small_turn(vector: Vec3) -> Quat {
    let half = vector * 0.5;
    let square = half.length_squared().min(1.0);
    // Series of the sine over its angle, to the fourth power.
    let share = 1.0 - square / 6.0 + square * square / 120.0;
    let part = (half * share).clamp_length_max(1.0);
    Quat::from_xyzw(part.x, part.y, part.z, (1.0 - part.length_squared()).max(0.0).sqrt()).normalize()
}
