//! Root motion of a falling ragdoll: the character follows its hips.

use super::frame::RagdollFrame;
use crate::clip::RootMotion;
use crate::ground::{CheckedGround, Ground};
use crate::math::ops;
use crate::ragdoll::state::RagdollState;
use glam::{Quat, Vec3};

/// Time in which the offset falls to a third, seconds.
const FADE: f32 = 0.2;

impl RagdollState {
    /// Measures the root motion after a step, where the root falls.
    pub(super) fn follow_with_root(&mut self, input: &RagdollFrame<'_>) {
        self.root.motion = None;
        if !self.parts[0].falls || self.getting_up.is_some() {
            return;
        }
        let up = input.up();
        let hips = self.parts[0].motion.position;
        let under = input.ground.and_then(|ground| CheckedGround(ground).height(hips));
        // A hand may hang lower than the ground under the hips; in the air the body is its own ground.
        let support = self.lowest(up).max(under.unwrap_or(f32::MIN));
        self.root.support = Some(support);
        let ground = support - self.ragdoll.ground() * self.scale;
        let below = hips + up * (ground - hips.dot(up));
        let world_from_model = input.world_from_model;
        let offset = self.root.offset.get_or_insert(Vec3::from(world_from_model.translation) - below);
        *offset *= ops::exp(-input.dt / FADE);
        let translation = world_from_model.inverse().transform_point3(below + *offset);
        if translation.is_finite() {
            self.root.motion = Some(RootMotion { translation, ..RootMotion::IDENTITY });
        }
    }

    /// Height of the lowest point of all bodies.
    pub(super) fn lowest(&self, up: Vec3) -> f32 {
        self.lowest_at(up, |n| (self.parts[n].motion.position, self.parts[n].motion.rotation))
    }

    /// Height of the lowest point of all parts at transforms of their bodies in the world.
    pub(super) fn lowest_at(&self, up: Vec3, transform_of: impl Fn(usize) -> (Vec3, Quat)) -> f32 {
        (0..self.ragdoll.parts.len()).map(|n| self.lowest_of(n, up, transform_of(n))).fold(f32::MAX, f32::min)
    }

    /// Height of the lowest point of a part at a transform of its body in the world.
    pub(super) fn lowest_of(&self, n: usize, up: Vec3, (position, rotation): (Vec3, Quat)) -> f32 {
        let mut down = rotation.inverse() * -up;
        if self.is_mirrored {
            down.x = -down.x;
        }
        position.dot(up) - self.ragdoll.parts[n].support(down) * self.scale
    }
}
