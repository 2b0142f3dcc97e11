//! Bodies and joints of a ragdoll in the physics engine.

use super::drive::rotation_vector;
use super::frame::RagdollFrame;
use super::placement::Placement;
use crate::math::mirrored;
use crate::math::ops;
use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::MassProperties;
#[cfg(doc)]
use crate::ragdoll::Ragdoll;
use crate::ragdoll::overlap::{are_neighbours, overlapping_pairs};
use crate::ragdoll::physics::{BodyMotion, ConstraintFrame, NewBody, NewConstraint, Physics};
use crate::ragdoll::state::{AnimatedMotion, Missed, Phase, RagdollState};
use crate::ragdoll::world_parts::WorldParts;
use glam::{Affine3A, Vec3};

/// Share of their velocity that parts lose per second: linear, angular.
const DAMPING: [f32; 2] = [0.05, 0.5];

/// Greatest velocities of an animated part, m/s for a body of human size and rad/s.
const MAX_VELOCITIES: [f32; 2] = [60.0, 200.0];

/// Size of a character in the world, relative to model space.
fn scale_of(world_from_model: &Affine3A) -> f32 {
    ops::cbrt(world_from_model.matrix3.determinant().abs()).max(1e-6)
}

impl RagdollState {
    /// Tells the physics engine once what shapes there will be.
    pub(super) fn prepare_shapes(
        &mut self,
        world_from_model: &Affine3A,
        is_mirrored: bool,
        physics: &mut dyn Physics,
    ) {
        if std::mem::replace(&mut self.is_prepared, true) {
            return;
        }
        WorldParts::update(&mut self.world_parts, &self.ragdoll, scale_of(world_from_model), is_mirrored);
        for (n, part) in self.ragdoll.parts.iter().enumerate() {
            let shapes = self.world_parts.as_ref().map_or(&part.shapes, |world_parts| &world_parts.shapes[n]);
            shapes.iter().for_each(|shape| physics.prepare_shape(shape));
        }
    }

    /// Adds bodies and joints in the animated pose, with its velocities.
    pub(super) fn add_bodies(
        &mut self,
        input: &RagdollFrame<'_>,
        physics: &mut dyn Physics,
        local: &LocalPose,
        model: &ModelPose,
    ) {
        let placement = Placement::new(input.world_from_model);
        self.scale = scale_of(&input.world_from_model);
        self.is_mirrored = placement.is_mirrored();
        self.between.iter_mut().for_each(|between| between.transform = *local.get(between.joint));
        let ragdoll = self.ragdoll.clone();
        WorldParts::update(&mut self.world_parts, &ragdoll, self.scale, self.is_mirrored);
        let world_parts = self.world_parts.clone();
        for (n, part) in ragdoll.parts.iter().enumerate() {
            let (position, rotation) = placement.to_world(part.transform(model));
            let mass = self.simulated_mass(n);
            let state = &mut self.parts[n];
            let before = state.animated.filter(|_| !input.is_cut());
            let (linear_velocity, angular_velocity) =
                before.map_or((Vec3::ZERO, Vec3::ZERO), |(at, turn)| {
                    let moved = position + rotation * mass.center - (at + turn * mass.center);
                    let velocity = (moved / input.dt, rotation_vector(turn, rotation) / input.dt);
                    // Beyond these the character was not in view, or it was moved without saying so.
                    let is_motion = velocity.0.length() < MAX_VELOCITIES[0] * self.scale
                        && velocity.1.length() < MAX_VELOCITIES[1];
                    if is_motion { velocity } else { (Vec3::ZERO, Vec3::ZERO) }
                });
            state.motion = BodyMotion { position, rotation, linear_velocity, angular_velocity };
            let shapes = world_parts.as_ref().map_or(&part.shapes, |world_parts| &world_parts.shapes[n]);
            let body = NewBody::new(state.motion, shapes, mass)
                .with_friction(part.dynamics.friction)
                .with_damping(DAMPING);
            state.body = Some(physics.add_body(&body));
            (state.animated, state.animation) = (Some((position, rotation)), AnimatedMotion::NONE);
            (state.written, state.slackness) = (*local.get(part.joint), 0.0);
        }
        for n in 0..ragdoll.parts.len() {
            let part = &ragdoll.parts[n];
            let Some(parent) = part.parent else { continue };
            let (frame, target) = self.joint_frame(&ragdoll, n, input, &placement, model);
            let (Some(parent_body), Some(child_body)) = (self.parts[parent].body, self.parts[n].body) else {
                continue;
            };
            let rotation = part.rotation * part.reference.inverse();
            let rotation = if self.is_mirrored { mirrored(rotation) } else { rotation };
            let joint = NewConstraint {
                parent: (parent_body, frame),
                child: (child_body, ConstraintFrame { anchor: Vec3::ZERO, rotation }),
                limit: world_parts.as_ref().map_or(&part.limit, |world_parts| &world_parts.limits[n]),
            };
            let state = &mut self.parts[n];
            state.joint = Some(physics.add_constraint(&joint));
            (state.frame, state.target, state.woken_at) = (frame, target, target);
        }
        // Arms that hang within the hull of the hips would be thrown out of it at once.
        let mut ignored = std::mem::take(&mut self.ignored);
        ignored.clear();
        overlapping_pairs(&ragdoll.parts, |part| part.transform(model), 0.0, &mut ignored);
        ignored.extend(&ragdoll.ignored);
        ignored.sort_unstable();
        ignored.dedup();
        for &(a, b) in &ignored {
            self.set_collisions(physics, a, b, false);
        }
        self.ignored = ignored;
        self.collides_itself = true;
        (self.phase, self.missed) = (Phase::Active, Missed::default());
        (self.may_sleep, self.release, self.getting_up) = (false, None, None);
        self.root.begin();
        self.drive(input, &placement, physics, local, model);
    }

    /// Lets the parts of a limp body collide with one another. Muscles follow an animation in which parts
    /// pass closely or through one another, and would be held up by them.
    pub(super) fn update_collisions(&mut self, physics: &mut dyn Physics) {
        let collides = self.is_limp();
        if std::mem::replace(&mut self.collides_itself, collides) == collides {
            return;
        }
        let parts = &self.ragdoll.parts;
        for a in 0..parts.len() {
            for b in a + 1..parts.len() {
                if !are_neighbours(parts, a, b) && self.ignored.binary_search(&(a, b)).is_err() {
                    self.set_collisions(physics, a, b, collides);
                }
            }
        }
    }

    fn set_collisions(&self, physics: &mut dyn Physics, a: usize, b: usize, collide: bool) {
        if let (Some(a), Some(b)) = (self.parts[a].body, self.parts[b].body) {
            physics.set_collisions(a, b, collide);
        }
    }

    /// Mass of a part's body in the world, kg: the simulated one, times the third power of the size in which
    /// the world showed the body last, relative to its natural size ([`Ragdoll::units_per_metre`]). An impulse
    /// of this mass times a velocity gives the part that velocity.
    #[must_use]
    pub fn body_mass(&self, part: usize) -> f32 {
        self.simulated_mass(part).mass
    }

    /// Mass and inertia of a part's body, in its space.
    pub(super) fn simulated_mass(&self, n: usize) -> MassProperties {
        let mut mass = self.ragdoll.parts[n].simulated_mass;
        let volume = (self.scale * self.ragdoll.units_per_metre).powi(3);
        mass.mass *= volume;
        mass.center *= self.scale;
        mass.inertia *= volume * self.scale * self.scale;
        if self.is_mirrored {
            mass.center.x = -mass.center.x;
            mass.axes = mirrored(mass.axes);
        }
        mass
    }

    /// Forgets bodies that the engine does not know: it is another one.
    pub(super) fn forget_unknown_bodies(&mut self, physics: &dyn Physics) {
        if self.parts[0].body.is_some_and(|body| physics.body(body).is_none()) {
            self.parts
                .iter_mut()
                .for_each(|part| (part.body, part.joint, part.is_kinematic) = (None, None, false));
            let falls = self.parts.iter().any(|part| part.falls);
            (self.phase, self.release) = (if falls { Phase::Starting } else { Phase::Animated }, None);
            self.getting_up = None;
        }
    }

    /// Takes bodies and joints out of the physics engine.
    pub(in crate::ragdoll) fn remove_bodies(&mut self, physics: &mut dyn Physics) {
        for part in &mut self.parts {
            if let Some(body) = part.body.take() {
                physics.remove_body(body);
            }
            (part.joint, part.is_kinematic, part.reacts, part.weakness) = (None, false, false, 0.0);
        }
        self.impulses.clear();
        self.root.begin();
        (self.phase, self.drag, self.reaction) = (Phase::Animated, None, None);
        self.getting_up = None;
    }
}
