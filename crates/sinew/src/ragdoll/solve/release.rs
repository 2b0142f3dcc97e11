//! The way back from physics to animation.

use super::placement::Placement;
use super::read_out::turn_to;
use crate::clip::RootMotion;
use crate::math::{Transform, axis_angle};
use crate::playback::Inertialization;
use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::physics::BodyMotion;
use crate::ragdoll::state::{Phase, RagdollState, Release};
use crate::skeleton::Skeleton;
use glam::{Affine3A, Mat3A, Quat, Vec3};

impl RagdollState {
    /// The way from the ragdoll of the last frame to the animation of the coming one, before it is sampled:
    /// where the ragdoll was stopped, the animation continues the pose and the motion of the released parts
    /// by inertialization. Returns the motion of the body since the last frame, in place of the root motion
    /// of clips; `None` while the root is animated, and for a body that is led along its animation.
    ///
    /// `last` is the pose that the last frame ended with, `dt` its time step, and `world_from_model` where
    /// the character stood.
    pub fn hand_over(
        &mut self,
        skeleton: &Skeleton,
        last: &ModelPose,
        world_from_model: Affine3A,
        dt: f32,
        inertialization: &mut Inertialization,
    ) -> Option<RootMotion> {
        let fallen = self.take_root_motion();
        let Some((seconds, motion)) = self.take_release() else { return fallen };
        let now = motion.unwrap_or_default().apply_to(world_from_model);
        inertialization.continue_from(seconds, dt, |pose, previous| {
            self.write_released(skeleton, now, last, [pose, previous], dt);
        });
        motion
    }

    /// Root motion of a step with the part added by which a body that gets up was held back so far.
    #[must_use]
    pub fn catch_up(&mut self, mut root_motion: RootMotion, world_from_model: Affine3A) -> RootMotion {
        let held_back = self.take_held_back();
        if held_back != Vec3::ZERO {
            let motion = world_from_model.inverse().transform_vector3(held_back);
            root_motion.translation += if motion.is_finite() { motion } else { Vec3::ZERO };
        }
        root_motion
    }

    /// Root motion of the falling body since the last frame, in place of that of clips; `None` while the root
    /// is animated, and for a body that is led along its animation.
    fn take_root_motion(&mut self) -> Option<RootMotion> {
        let motion = self.root.take();
        if let Some(getting_up) = &mut self.getting_up {
            return getting_up.motion.take();
        }
        let falls = self.phase == Phase::Active && self.parts[0].falls;
        falls.then(|| motion.unwrap_or(RootMotion::IDENTITY))
    }

    /// The release that waits for the coming frame: the time of its blend, and the motion of the character in
    /// that frame, if it is not that of the animation.
    fn take_release(&mut self) -> Option<(f32, Option<RootMotion>)> {
        let Release { seconds, motion, .. } = self.release.take()?;
        let is_root = self.parts[0].is_released;
        if is_root {
            self.regained = Some((0.0, seconds));
        }
        Some((seconds, motion.or(is_root.then_some(RootMotion::IDENTITY))))
    }

    /// Writes the last two poses of the released parts, relative to the transform `world_from_model` of the
    /// coming frame, and the time between the two, `dt`.
    fn write_released(
        &self,
        skeleton: &Skeleton,
        world_from_model: Affine3A,
        model: &ModelPose,
        [last, previous]: [&mut LocalPose; 2],
        dt: f32,
    ) {
        for between in self.between.iter().filter(|between| self.parts[between.part].is_released) {
            *last.get_mut(between.joint) = between.transform;
            *previous.get_mut(between.joint) = between.transform;
        }
        for (n, part) in self.ragdoll.parts.iter().enumerate().filter(|(n, _)| self.parts[*n].is_released) {
            let (now, spin) = (self.parts[n].written, self.joint_velocity(n));
            let before =
                Transform { rotation: axis_angle::from_scaled_axis(spin * -dt) * now.rotation, ..now };
            [*last.get_mut(part.joint), *previous.get_mut(part.joint)] = [now, before];
        }
        if self.parts[0].is_released {
            let placement = Placement::new(world_from_model);
            let part = &self.ragdoll.parts[0];
            let above = skeleton.parent(part.joint).map_or(Affine3A::IDENTITY, |joint| *model.get(joint));
            let BodyMotion { position, rotation, linear_velocity, angular_velocity } = self.parts[0].motion;
            let center = rotation * self.simulated_mass(0).center;
            let back = axis_angle::from_scaled_axis(-angular_velocity * dt);
            let before = position + center - linear_velocity * dt - back * center;
            for (pose, transform) in [(last, (position, rotation)), (previous, (before, back * rotation))] {
                self.write_root(pose.get_mut(part.joint), &above, &placement, transform);
            }
        }
    }

    /// Angular velocity of a part's joint in the space of its parent joint.
    fn joint_velocity(&self, n: usize) -> Vec3 {
        let Some(parent) = self.ragdoll.parts[n].parent else { return Vec3::ZERO };
        let (part, above) = (&self.parts[n], &self.parts[parent].motion);
        let axes = above.rotation * part.frame.rotation;
        let velocity = axes.inverse() * (part.motion.angular_velocity - above.angular_velocity);
        if self.is_mirrored { velocity * Vec3::new(1.0, -1.0, -1.0) } else { velocity }
    }

    /// Whether a part is where physics has it: it falls, or it did so and waits for its animation to take
    /// over.
    pub(super) fn is_simulated(&self, n: usize) -> bool {
        self.parts[n].falls || self.parts[n].is_released && self.release.is_some()
    }

    /// Writes the root's local transform for a transform of its body.
    pub(super) fn write_root(
        &self,
        local: &mut Transform,
        above: &Affine3A,
        placement: &Placement,
        transform: (Vec3, Quat),
    ) {
        let (position, rotation) = placement.to_model(transform);
        turn_to(local, above, Mat3A::from_quat(rotation) * self.ragdoll.parts[0].part_from_joint.matrix3);
        let at = above.inverse().transform_point3a(position);
        local.translation = if at.is_finite() { at.into() } else { local.translation };
    }
}
