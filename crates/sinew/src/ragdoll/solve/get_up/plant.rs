//! Hands and feet of a body that gets up, held in position while they carry.

use crate::ground::Ground;
use crate::math::ops;
use crate::pose::ModelPose;
use crate::ragdoll::solve::placement::Placement;
use crate::ragdoll::state::RagdollState;
use glam::Vec3;
use std::f32::consts::LN_10;

/// Height above the ground below which a hand or foot carries, metres for a human body, and the horizontal
/// speed above which it is being moved, m/s.
const CARRIES: f32 = 0.03;
const MOVES: f32 = 0.35;

/// Greatest distance by which one that carries is kept from where the animation has it, metres for a human
/// body, and the time in which nine tenths of that go when it is moved on, seconds.
const MAX_DRIFT: f32 = 0.12;
const DRIFT_TIME: f32 = 0.25;

impl RagdollState {
    /// Horizontal way in the world from where the animation has the end of a limb to where it is planted.
    pub(super) fn plant(
        &mut self,
        n: usize,
        ground: &dyn Ground,
        dt: f32,
        placement: &Placement,
        model: &ModelPose,
    ) -> Vec3 {
        let size = self.body_scale();
        let (position, rotation) = placement.to_world(self.ragdoll.parts[n].transform(model));
        // The end of the axis: toes, on which a foot rolls, and fingers.
        let tip = position + rotation * self.simulated_mass(n).center * 2.0;
        let height = ground.height(tip).map_or(f32::MAX, |height| tip.y - height);
        let planted = &mut self.parts[n].planted;
        // A frame without time changes nothing.
        if dt == 0.0 {
            return planted.drift;
        }
        let before = planted.tip.replace(tip);
        let speed = before.map_or(f32::MAX, |before| (tip - before).with_y(0.0).length() / dt);
        let carries = height < CARRIES * size && speed < MOVES * size;
        planted.anchor = if carries { planted.anchor.or(Some(tip + planted.drift)) } else { None };
        planted.anchor =
            planted.anchor.filter(|anchor| (*anchor - tip).with_y(0.0).length() < MAX_DRIFT * size);
        planted.drift = match planted.anchor {
            Some(anchor) => (anchor - tip).with_y(0.0),
            None => planted.drift * ops::exp(-dt * LN_10 / DRIFT_TIME),
        };
        planted.drift
    }
}
