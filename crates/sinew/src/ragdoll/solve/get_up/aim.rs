//! The way of a body that gets up: from where it lies to the animated pose.

use crate::ground::CheckedGround;
use crate::math::{slerp_shortest, smoothstep};
use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::solve::frame::RagdollFrame;
use crate::ragdoll::solve::placement::Placement;
use crate::ragdoll::solve::read_out::turn_to;
use crate::ragdoll::stability::HUMAN;
use crate::ragdoll::state::{GettingUp, RagdollState};
use glam::{Affine3A, Mat3A, Quat, Vec3};

/// Speed at which parts are led to the first pose on average, m/s for a human body, and that at which joints
/// turn, rad/s.
const SPEED: f32 = 0.9;
const TURN_SPEED: f32 = 2.2;

/// Shortest and longest time of that, seconds.
const BLEND: [f32; 2] = [0.3, 1.2];

/// Greatest rate at which a body that lies comes to stand, 1/s.
const RIGHTS: f32 = 1.4;

/// Height by which the hips may sink again on their way up, metres for a human body.
const SINK: f32 = 0.02;

impl RagdollState {
    /// Turns the animated pose into the one to which a body that gets up is led in this frame: on the ground,
    /// and on the way from where it lay.
    pub(in crate::ragdoll::solve) fn aim(
        &mut self,
        input: &RagdollFrame<'_>,
        placement: &Placement,
        local: &mut LocalPose,
        model: &mut ModelPose,
    ) {
        let Some(mut getting_up) = self.getting_up.take() else { return };
        if getting_up.motion.is_none() {
            self.aim_at(&mut getting_up, input, placement, local, model);
        }
        self.getting_up = Some(getting_up);
    }

    fn aim_at(
        &mut self,
        getting_up: &mut GettingUp,
        input: &RagdollFrame<'_>,
        placement: &Placement,
        local: &mut LocalPose,
        model: &mut ModelPose,
    ) {
        if input.dt > 0.0 {
            getting_up.lay = getting_up.lying;
        }
        // A clip may rise faster than a body leaves the slope on which it lay.
        let lying = self.lying(model);
        let change = RIGHTS * input.dt;
        getting_up.lying = match getting_up.lay_at {
            Some(_) => getting_up.lying + (lying - getting_up.lying).clamp(-change, change),
            None => lying,
        };
        if let Some(ground) = input.ground {
            self.adapt(getting_up, &CheckedGround(ground), input, placement, local, model);
            self.raise_limbs(&CheckedGround(ground), input, placement, local, model);
        }
        if getting_up.lay_at.is_none() {
            self.note_limbs();
        }
        let (from, turn) =
            *getting_up.lay_at.get_or_insert((self.parts[0].motion.position, self.parts[0].motion.rotation));
        if getting_up.blend == 0.0 {
            getting_up.blend = self.blend_time(placement, model);
        }
        getting_up.time += input.dt;
        let share = smoothstep(getting_up.time / getting_up.blend);
        // The root moves in the world, the other joints turn in their parents.
        let (to, goal) = placement.to_world(self.ragdoll.parts[0].transform(model));
        let mut root = (from.lerp(to, share), slerp_shortest(turn, goal, share));
        self.keep_rising(getting_up, input, &mut root.0);
        if share < 1.0 {
            for joint in input.skeleton.joints().filter(|joint| self.ragdoll.part_of(*joint).is_some()) {
                let (fallen, aim) = (self.fallen[joint.index()], local.get_mut(joint));
                aim.translation = fallen.translation.lerp(aim.translation, share);
                aim.rotation = slerp_shortest(fallen.rotation, aim.rotation, share);
            }
        }
        self.place_root(input, placement, root, local, model);
        if share < 1.0 {
            self.lift_limbs(share, input, local, model);
        }
    }

    /// Keeps hips that have begun to rise from sinking again: where the ground falls away below a body that
    /// lay high, say.
    fn keep_rising(&self, getting_up: &mut GettingUp, input: &RagdollFrame<'_>, root: &mut Vec3) {
        let up = input.up();
        let height = root.dot(up);
        let least = getting_up.highest - SINK * self.body_scale();
        *root += up * (least - height).max(0.0);
        getting_up.highest = getting_up.highest.max(height);
    }

    /// Time in which the first pose is reached from where the body lies.
    fn blend_time(&self, placement: &Placement, model: &ModelPose) -> f32 {
        let (mut way, mut angle) = (0.0f32, 0.0f32);
        for (part, state) in self.ragdoll.parts.iter().zip(&self.parts) {
            let (position, rotation) = placement.to_world(part.transform(model));
            way = way.max(position.distance(state.motion.position));
            angle = angle.max(rotation.angle_between(state.motion.rotation));
        }
        let time = (way / (SPEED * self.body_scale())).max(angle / TURN_SPEED);
        if time.is_finite() { time.clamp(BLEND[0], BLEND[1]) } else { BLEND[1] }
    }

    /// Puts the root part at a position in the world.
    fn place_root(
        &self,
        input: &RagdollFrame<'_>,
        placement: &Placement,
        transform: (Vec3, Quat),
        local: &mut LocalPose,
        model: &mut ModelPose,
    ) {
        let part = &self.ragdoll.parts[0];
        let above = input.skeleton.parent(part.joint).map_or(Affine3A::IDENTITY, |joint| *model.get(joint));
        let (position, rotation) = placement.to_model(transform);
        let root_local = local.get_mut(part.joint);
        turn_to(root_local, &above, Mat3A::from_quat(rotation) * part.part_from_joint.matrix3);
        let at = above.inverse().transform_point3a(position);
        if at.is_finite() {
            root_local.translation = at.into();
        }
        model.mark_stale(part.joint);
        model.refresh(input.skeleton, local);
    }

    /// Size of the body in the world relative to a human one.
    pub(in crate::ragdoll::solve) fn body_scale(&self) -> f32 {
        self.scale * self.ragdoll.size() / HUMAN.1
    }
}
