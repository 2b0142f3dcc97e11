//! The body on its way from the ground to the pose of its animation.

use super::placement::Placement;
use super::slope::slope_under;
use super::solve::RagdollInput;
use crate::ground::{CheckedGround, Ground};
use crate::math::turn::rotation_of;
use crate::math::{ops, smooth_damp, smoothstep};
use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::state::{RagdollState, Recovery};
use glam::{Affine3A, Quat, Vec3};

/// Time in which a body takes the slope of the ground below it, seconds.
const SLOPE_TIME: f32 = 0.15;

/// Time in which a body rises nine tenths of the way out of the ground, seconds.
const LIFT_TIME: f32 = 0.12;

/// Heights of the mass above the ground, relative to that in the reference pose, at which a body lies and stands.
const LYING: f32 = 0.3;
const STANDING: f32 = 0.75;

impl RagdollState {
    /// Keeps a body that gets up above the ground: limbs on the way from the fallen pose to the animation would go through it, and clips get up
    /// from level ground. With a ground, a body that lies is tilted to the slope below it and lifted where it meets the ground, the less the
    /// more it stands.
    pub(super) fn keep_above_ground(
        &mut self,
        input: &RagdollInput<'_>,
        placement: &Placement,
        local: &mut LocalPose,
        model: &mut ModelPose,
    ) {
        let Some(mut recovery) = self.recovery.take() else { return };
        recovery.time += input.dt;
        let is_blended = recovery.time >= recovery.blend;
        let lying = match input.ground {
            Some(ground) => {
                let lying = self.lying(model);
                let ground = CheckedGround(ground);
                self.adapt(&mut recovery, lying, &ground, input, placement, local, model);
                lying
            }
            None => {
                self.lift(self.depth(input.up(), recovery.lowest, placement, model), input, local, model);
                0.0
            }
        };
        self.recovery = (!is_blended || lying > 0.0).then_some(recovery);
    }

    /// Share from 1 where the pose lies to 0 where it stands, by the height of its mass.
    fn lying(&self, model: &ModelPose) -> f32 {
        let parts = &self.ragdoll.parts;
        let ground = self.ragdoll.ground();
        let (mut now, mut reference) = (0.0, 0.0);
        for part in parts {
            now += (part.place(model).0.y - ground) * part.mass.mass;
            reference += (part.origin.y - ground) * part.mass.mass;
        }
        1.0 - smoothstep((now / reference - LYING) / (STANDING - LYING))
    }

    /// Tilts a body to the slope of the ground and lifts it out.
    #[expect(clippy::too_many_arguments, reason = "the frame's four and three of this recovery")]
    fn adapt(
        &self,
        recovery: &mut Recovery,
        lying: f32,
        ground: &dyn Ground,
        input: &RagdollInput<'_>,
        placement: &Placement,
        local: &mut LocalPose,
        model: &mut ModelPose,
    ) {
        let goal = slope_under(
            ground,
            self.ragdoll.parts.iter().map(|part| placement.to_world(part.place(model)).0),
        );
        let slope = recovery.slope.get_or_insert(goal);
        *slope += (goal - *slope) * (1.0 - ops::exp(-input.dt / SLOPE_TIME));
        // The fallen pose, from which the animation is blended in, lies on the slope already.
        let share = lying * smoothstep(recovery.time / recovery.blend);
        let rise = *slope * share;
        let tilt = Quat::from_rotation_arc(Vec3::Y, Vec3::new(-rise.x, 1.0, -rise.y).normalize());
        self.tilt(tilt, input, local, model);
        let meets = |n: usize| {
            let (position, rotation) = placement.to_world(self.ragdoll.parts[n].place(model));
            let lowest = self.lowest_of(n, Vec3::Y, (position, rotation));
            ground.height(position).map_or(f32::MIN, |height| height - lowest)
        };
        let deep = (0..self.ragdoll.parts.len()).map(meets).fold(0.0, f32::max) * share;
        let (lift, speed) = recovery.lift;
        recovery.lift = smooth_damp(lift, speed, deep, LIFT_TIME, input.dt);
        self.lift(recovery.lift.0, input, local, model);
    }

    /// Depth of the lowest point of the pose below a height.
    fn depth(&self, up: Vec3, height: f32, placement: &Placement, model: &ModelPose) -> f32 {
        height - self.lowest_at(up, |n| placement.to_world(self.ragdoll.parts[n].place(model)))
    }

    /// Turns the body about its root in the world.
    fn tilt(&self, tilt: Quat, input: &RagdollInput<'_>, local: &mut LocalPose, model: &mut ModelPose) {
        let root = self.ragdoll.parts[0].joint;
        let above = input.skeleton.parent(root).map_or(Affine3A::IDENTITY, |joint| *model.get(joint));
        // In the space of the parent joint.
        let axes = rotation_of(&(input.world_from_model * above));
        let own = local.get_mut(root);
        let turned = (axes.inverse() * tilt * axes * own.rotation).normalize();
        if turned.is_finite() {
            own.rotation = turned;
            model.mark_stale(root);
            model.refresh(input.skeleton, local);
        }
    }

    /// Lifts the body in the world.
    fn lift(&self, height: f32, input: &RagdollInput<'_>, local: &mut LocalPose, model: &mut ModelPose) {
        if height.is_nan() || height <= 0.0 {
            return;
        }
        let root = self.ragdoll.parts[0].joint;
        let above = input.skeleton.parent(root).map_or(Affine3A::IDENTITY, |joint| *model.get(joint));
        let way = (input.world_from_model * above).inverse().transform_vector3(input.up() * height);
        if way.is_finite() {
            local.get_mut(root).translation += way;
            model.mark_stale(root);
            model.refresh(input.skeleton, local);
        }
    }
}
