//! The body on its way from the ground to the pose of its animation.

use super::placement::Placement;
use super::slope::slope_under;
use super::solve::RagdollInput;
use crate::ground::{CheckedGround, Ground};
use crate::math::turn::turned;
use crate::math::{mirrored, ops, smooth_damp, smoothstep};
use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::state::{Phase, RagdollState, Recovery};
use glam::{Affine3A, Quat, Vec3};

/// Time in which a body takes the slope of the ground below it, seconds.
const SLOPE_TIME: f32 = 0.15;

/// Time in which a body rises nine tenths of the way out of the ground, seconds.
const LIFT_TIME: f32 = 0.25;

/// Time after which a body is left to its clip, and that in which this happens, seconds.
const MAX_TIME: f32 = 5.0;
const FADE_TIME: f32 = 1.0;

/// Smallest mass of a part that lifts the body out of the ground, relative to that of the body.
const MIN_LIFTING: f32 = 0.06;

/// Heights of the mass above the ground, relative to that in the reference pose, at which a body lies and stands.
const LYING: f32 = 0.3;
const STANDING: f32 = 0.75;

impl Recovery {
    /// Whether the animation is reached and nothing is left to correct.
    fn is_over(&self) -> bool {
        self.time >= self.blend && self.lying == 0.0 && self.lift == (0.0, 0.0)
    }
}

impl RagdollState {
    /// Share to which the body stands on its feet in a frame of `dt` seconds, before its stage: 1 unless it falls or gets up.
    pub(crate) fn standing_share(&self, dt: f32) -> f32 {
        let falls = self.phase == Phase::Active && self.parts[0].falls;
        let lies = |own: &Recovery| if dt > 0.0 { own.lying } else { own.lay };
        if falls { 0.0 } else { self.recovery.as_ref().map_or(1.0, |recovery| 1.0 - lies(recovery)) }
    }

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
        // A frame that is resolved again, without time, shows the last one.
        self.recovery.take_if(|own| input.teleported || input.dt > 0.0 && own.is_over());
        let Some(mut recovery) = self.recovery.take() else { return };
        recovery.time += input.dt;
        if input.dt > 0.0 {
            recovery.lay = recovery.lying;
        }
        match input.ground {
            Some(ground) => self.adapt(&mut recovery, &CheckedGround(ground), input, placement, local, model),
            None => {
                recovery.lying = 0.0;
                let deep = self.depth(input.up(), recovery.lowest, placement, model).max(0.0);
                let (lift, speed) = recovery.lift;
                recovery.lift = match recovery.time < recovery.blend {
                    true => (deep, 0.0),
                    false => smooth_damp(lift, speed, 0.0, LIFT_TIME, input.dt),
                };
            }
        }
        self.lift(recovery.lift.0, input, local, model);
        self.recovery = Some(recovery);
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
    fn adapt(
        &self,
        recovery: &mut Recovery,
        ground: &dyn Ground,
        input: &RagdollInput<'_>,
        placement: &Placement,
        local: &mut LocalPose,
        model: &mut ModelPose,
    ) {
        // A clip that stays down is not tilted for ever.
        let left = 1.0 - smoothstep((recovery.time - MAX_TIME) / FADE_TIME);
        recovery.lying = self.lying(model) * left;
        let parts = &self.ragdoll.parts;
        let goal = slope_under(ground, parts.iter().map(|part| placement.to_world(part.place(model)).0));
        let slope = recovery.slope.get_or_insert(goal);
        *slope += (goal - *slope) * (1.0 - ops::exp(-input.dt / SLOPE_TIME));
        // The fallen pose, from which the animation is blended in, lies on the slope already.
        let share = recovery.lying * smoothstep(recovery.time / recovery.blend);
        let rise = *slope * share;
        let tilt = Quat::from_rotation_arc(Vec3::Y, Vec3::new(-rise.x, 1.0, -rise.y).normalize());
        self.tilt(tilt, input, local, model);
        let meets = |n: usize| {
            let (position, rotation) = placement.to_world(parts[n].place(model));
            let lowest = self.lowest_of(n, Vec3::Y, (position, rotation));
            ground.height(position).map_or(0.0, |height| height - lowest)
        };
        // Trunk and thighs carry the body; a hand below the edge of a step does not.
        let light = MIN_LIFTING * self.ragdoll.mass();
        let heavy = (0..parts.len()).filter(|n| parts[*n].mass.mass >= light);
        let deep = heavy.map(meets).fold(0.0, f32::max) * share;
        let (lift, speed) = recovery.lift;
        recovery.lift = smooth_damp(lift, speed, deep, LIFT_TIME, input.dt);
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
        let (axes, is_mirrored) = turned(&(input.world_from_model * above));
        let turn = axes.inverse() * tilt * axes;
        let turn = if is_mirrored { mirrored(turn) } else { turn };
        let own = local.get_mut(root);
        let turned = (turn * own.rotation).normalize();
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
