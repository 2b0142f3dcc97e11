//! A joint in the coming step: limits and motor as angles about axes that fit them.

use rapier3d::prelude::*;
use sinew::glam::{Quat, Vec3};
use sinew::limit::Limit;
use sinew::ragdoll::{JointDrive, JointFrame};

/// Joint of a ragdoll between two bodies.
#[derive(Clone, Debug)]
pub(crate) struct RagdollJoint {
    pub(crate) handle: ImpulseJointHandle,
    pub(crate) bodies: [RigidBodyHandle; 2],
    pub(crate) limit: Limit,
    pub(crate) parent_frame: JointFrame,
    pub(crate) child_frame: JointFrame,
    pub(crate) drive: Option<JointDrive>,
}

const ANGLES: [JointAxis; 3] = [JointAxis::AngX, JointAxis::AngY, JointAxis::AngZ];

/// Angle that stands for no limit, radians.
const OPEN: f32 = 3.1;

impl RagdollJoint {
    /// Turns the joint's axes for the present rotations of its bodies.
    ///
    /// Rapier limits the angles of the relative rotation about each axis of the joint's frames. With frames that agree at the present
    /// rotation these are the components of the rotation that the coming step adds, so that any limit becomes a range per axis.
    pub(crate) fn prepare(&self, bodies: &RigidBodySet, joints: &mut ImpulseJointSet) {
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
        let rotation = child_frame.rotation * present.inverse() * rows.axes;
        data.local_frame2 = Pose::from_parts(child_frame.anchor, rotation.normalize());
        for (axis, [min, max]) in ANGLES.into_iter().zip(rows.ranges) {
            let [min, max] = [min.max(-OPEN), max.min(OPEN)];
            data.set_limits(axis, [min.min(max), max]);
        }
        if let Some(drive) = &self.drive {
            set_motor(data, drive, present, rows.axes);
        }
    }
}

/// Sets the motors about the joint's axes, which are `axes` in the parent's frame, so that together they turn towards the target.
fn set_motor(data: &mut GenericJoint, drive: &JointDrive, present: Quat, axes: Quat) {
    let turn = axes.inverse() * (drive.target * present.inverse()) * axes;
    let turn = if turn.w < 0.0 { -turn } else { turn };
    let velocity = axes.inverse() * drive.target_velocity;
    let sines: Vec3 = turn.xyz().clamp(Vec3::NEG_ONE, Vec3::ONE);
    for (n, axis) in ANGLES.into_iter().enumerate() {
        let angle = 2.0 * sines[n].asin();
        data.set_motor_model(axis, MotorModel::ForceBased);
        data.set_motor(axis, angle, velocity[n], drive.stiffness, drive.damping);
    }
}
