//! The animated pose of a body that gets up, on ground that is not level.

use super::slope::slope_under;
use crate::ground::Ground;
use crate::math::turn::turned_below;
use crate::math::{ops, smooth_damp, smoothstep};
use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::solve::frame::RagdollFrame;
use crate::ragdoll::solve::placement::Placement;
use crate::ragdoll::state::{GettingUp, Phase, RagdollState};
use glam::{Affine3A, Quat, Vec3};

/// Time in which a body takes the slope of the ground below it, seconds.
const SLOPE_TIME: f32 = 0.15;

/// Shares to which a body lies between which the slope below it begins to count.
const COVERS: [f32; 2] = [0.6, 0.95];

/// Time in which a body rises nine tenths of the way out of the ground, seconds.
const LIFT_TIME: f32 = 0.35;

/// Radius of the flesh around trunk and thighs that is kept out of the ground, metres for a human body.
const RADIUS: f32 = 0.07;

/// Share of the thickness of a part that is kept out: flesh gives.
const FLESH: f32 = 0.8;

/// Smallest mass of a part that lifts the body out of the ground, relative to that of the body.
const MIN_LIFTING: f32 = 0.06;

/// Heights of the mass above the ground, relative to that in the reference pose, at which a body lies and
/// stands.
const LYING: f32 = 0.3;
const STANDING: f32 = 0.75;

impl RagdollState {
    /// Share to which the body stands on its feet in a frame of `dt` seconds, before its stage: 1 unless it
    /// falls or gets up. It is the [`feet_weight`](crate::rig::IkInput::feet_weight) of IK.
    #[must_use]
    pub fn standing_share(&self, dt: f32) -> f32 {
        let falls = self.phase == Phase::Active && self.parts[0].falls;
        let lies = |getting_up: &GettingUp| if dt > 0.0 { getting_up.lying } else { getting_up.lay };
        match &self.getting_up {
            Some(getting_up) if getting_up.has_settled => 1.0 - lies(getting_up),
            _ if falls => 0.0,
            _ => match self.regained {
                Some((time, seconds)) => smoothstep((time + dt) / seconds.max(f32::MIN_POSITIVE)),
                None if self.phase == Phase::Stopping && self.parts[0].is_released => 0.0,
                None => 1.0,
            },
        }
    }

    /// Share from 1 where the pose lies to 0 where it stands, by the height of its mass.
    pub(super) fn lying(&self, model: &ModelPose) -> f32 {
        let parts = &self.ragdoll.parts;
        let ground = self.ragdoll.ground();
        let (mut now, mut reference) = (0.0, 0.0);
        for part in parts {
            now += (part.transform(model).0.y - ground) * part.mass.mass;
            reference += (part.origin.y - ground) * part.mass.mass;
        }
        1.0 - smoothstep((now / reference - LYING) / (STANDING - LYING))
    }

    /// Tilts an animated body that lies to the slope of the ground and lifts it out: clips get up from level
    /// ground.
    pub(super) fn adapt(
        &self,
        getting_up: &mut GettingUp,
        ground: &dyn Ground,
        input: &RagdollFrame<'_>,
        placement: &Placement,
        local: &mut LocalPose,
        model: &mut ModelPose,
    ) {
        let parts = &self.ragdoll.parts;
        let goal = slope_under(
            ground,
            self.body_scale(),
            parts.iter().map(|part| placement.to_world(part.transform(model)).0),
        );
        let slope = getting_up.slope.get_or_insert(goal);
        let share = getting_up.lying;
        // What stands covers too little ground to measure a slope.
        let covers = smoothstep((share - COVERS[0]) / (COVERS[1] - COVERS[0]));
        *slope += (goal - *slope) * covers * (1.0 - ops::exp(-input.dt / SLOPE_TIME));
        let rise = *slope * share;
        let tilt = Quat::from_rotation_arc(Vec3::Y, Vec3::new(-rise.x, 1.0, -rise.y).normalize());
        // About the point of the ground below the root, which lies on the slope through the character's
        // position: what carries the body stays there.
        let origin = Vec3::from(input.world_from_model.translation);
        let away = placement.to_world(parts[0].transform(model)).0 - origin;
        let above = Vec3::Y * (away.y - self.ragdoll.ground() * self.scale);
        let climb = Vec3::Y * (rise.x * away.x + rise.y * away.z);
        self.tilt(tilt, input, local, model);
        self.shift(tilt * above - above + climb, input, local, model);
        let meets = |n: usize| {
            let radius = (RADIUS * self.body_scale()).max(FLESH * self.thickness(n, placement, model));
            self.depth(n, radius, ground, placement, model)
        };
        // Trunk and thighs carry the body; a hand below the edge of a step does not.
        let light = MIN_LIFTING * self.ragdoll.mass();
        let heavy = (0..parts.len()).filter(|n| parts[*n].mass.mass >= light);
        let deep = heavy.map(meets).fold(0.0, f32::max) * share;
        let (lift, speed) = getting_up.lift;
        getting_up.lift = smooth_damp(lift, speed, deep, LIFT_TIME, input.dt);
        self.shift(input.up() * getting_up.lift.0.max(0.0), input, local, model);
    }

    /// Thickness of a part below its axis, in the world.
    fn thickness(&self, n: usize, placement: &Placement, model: &ModelPose) -> f32 {
        let part = &self.ragdoll.parts[n];
        let (_, rotation) = placement.to_world(part.transform(model));
        let mut down = rotation.inverse() * Vec3::NEG_Y;
        if self.is_mirrored {
            down.x = -down.x;
        }
        (part.support(down) - (part.mass.center * 2.0).dot(down).max(0.0)) * self.scale
    }

    /// Greatest depth in the ground of the axis of a part, with flesh of this radius around it, in the world;
    /// negative above it.
    pub(super) fn depth(
        &self,
        n: usize,
        radius: f32,
        ground: &dyn Ground,
        placement: &Placement,
        model: &ModelPose,
    ) -> f32 {
        let (position, rotation) = placement.to_world(self.ragdoll.parts[n].transform(model));
        let half = rotation * self.simulated_mass(n).center;
        let samples = [position, position + half, position + half * 2.0];
        let deep = |point: Vec3| Some(ground.height(point)? - point.y + radius);
        samples.into_iter().filter_map(deep).fold(f32::MIN, f32::max)
    }

    /// Turns the body about its root in the world.
    fn tilt(&self, tilt: Quat, input: &RagdollFrame<'_>, local: &mut LocalPose, model: &mut ModelPose) {
        let root = self.ragdoll.parts[0].joint;
        let above = input.skeleton.parent(root).map_or(Affine3A::IDENTITY, |joint| *model.get(joint));
        let root_local = local.get_mut(root);
        let turned = turned_below(&(input.world_from_model * above), tilt, root_local.rotation);
        if turned.is_finite() {
            root_local.rotation = turned;
            model.mark_stale(root);
            model.refresh(input.skeleton, local);
        }
    }

    /// Moves the body in the world.
    fn shift(&self, way: Vec3, input: &RagdollFrame<'_>, local: &mut LocalPose, model: &mut ModelPose) {
        let root = self.ragdoll.parts[0].joint;
        let above = input.skeleton.parent(root).map_or(Affine3A::IDENTITY, |joint| *model.get(joint));
        let way = (input.world_from_model * above).inverse().transform_vector3(way);
        if way != Vec3::ZERO && way.is_finite() {
            local.get_mut(root).translation += way;
            model.mark_stale(root);
            model.refresh(input.skeleton, local);
        }
    }
}
