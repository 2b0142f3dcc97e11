use crate::hulls::Hulls;
use crate::joint_step::RagdollJoint;
use rapier3d::prelude::*;
use sinew::glam::{Quat, Vec3};
use sinew::ragdoll::{BodyId, BodyMotion, ConstraintId, PartShape, Ragdoll};
use std::sync::atomic::{AtomicU16, Ordering};

/// Ragdolls in a Rapier world: which bodies and joints they have, and what their joints do in the coming
/// step.
///
/// ```
/// use rapier3d::prelude::*;
/// use sinew::glam::Affine3A;
/// use sinew::{Actor, FrameInput};
/// use sinew_rapier::{RapierRagdolls, RapierSets, rapier3d};
///
/// /// A frame of a game with a physics world of its own.
/// fn frame(actor: &mut Actor, ragdolls: &mut RapierRagdolls, world: &mut PhysicsWorld) {
///     actor.advance(1.0 / 60.0);
///     let mut physics = ragdolls.physics(RapierSets::from(&mut *world));
///     actor.resolve(FrameInput::new(1.0 / 60.0, Affine3A::IDENTITY).with_physics(&mut physics));
///     ragdolls.prepare_step(&mut world.bodies, &mut world.impulse_joints, world.integration_parameters.dt);
///     world.step();
/// }
/// ```
#[derive(Clone, Debug)]
pub struct RapierRagdolls {
    /// By index in Rapier's handles; none for bodies and joints that are not a ragdoll's.
    bodies: Vec<Option<RagdollBody>>,
    joints: Vec<Option<RagdollJoint>>,
    /// Solver iterations of ragdolls that start from now on, beyond those of the world. At first 4; with 0
    /// joints come apart three times as far, and a step takes about a quarter less time.
    pub additional_iterations: usize,
    /// Number of this set of ragdolls in the process, in its identifiers: those of another world are unknown
    /// here.
    number: u16,
    /// Time by which the world is ahead of the time that is shown, seconds, and the length of a step.
    pub(crate) ahead: f32,
    pub(crate) step: f32,
    pub(crate) hulls: Hulls,
}

/// Body of a ragdoll.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RagdollBody {
    pub(crate) handle: RigidBodyHandle,
    /// Pose before the last step.
    pub(crate) before: Pose,
    /// Poses of an animated body in the last two frames.
    pub(crate) animated: Option<[Pose; 2]>,
}

impl Default for RapierRagdolls {
    fn default() -> Self {
        Self::new()
    }
}

impl RapierRagdolls {
    /// No ragdolls.
    #[must_use]
    pub fn new() -> Self {
        static COUNT: AtomicU16 = AtomicU16::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        Self {
            bodies: Vec::new(),
            joints: Vec::new(),
            additional_iterations: 4,
            number,
            ahead: 0.0,
            step: 0.0,
            hulls: Hulls::default(),
        }
    }

    /// Builds the shapes of a ragdoll, for characters of a size in the world relative to their model: while
    /// loading. Without it they are built in the first frame in which a character with this ragdoll has
    /// physics. Shapes are kept, and shared by all characters of one size.
    pub fn reserve(&mut self, ragdoll: &Ragdoll, scale: f32) {
        for shape in ragdoll.parts().iter().flat_map(|part| &part.shapes) {
            self.prepare_shape(&shape.scaled(scale));
        }
    }

    /// Builds a shape, unless it is known.
    pub(crate) fn prepare_shape(&mut self, shape: &PartShape) {
        if let PartShape::Hull { points, triangles } = shape {
            _ = self.hulls.hull(points, triangles);
        }
    }

    /// Prepares limits and motors for a step of `dt` seconds: to be called before each step of the world.
    pub fn prepare_step(&mut self, bodies: &mut RigidBodySet, joints: &mut ImpulseJointSet, dt: f32) {
        self.prepare(bodies, joints, dt, dt);
    }

    /// As [`RapierRagdolls::prepare_step`], with the time of the frame `ahead` seconds after the beginning of
    /// the step.
    pub(crate) fn prepare(
        &mut self,
        bodies: &mut RigidBodySet,
        joints: &mut ImpulseJointSet,
        dt: f32,
        ahead: f32,
    ) {
        for body in self.bodies.iter_mut().flatten() {
            if let Some(rigid_body) = bodies.get(body.handle) {
                body.before = *rigid_body.position();
            }
        }
        self.joints.iter().flatten().for_each(|joint| joint.prepare(bodies, joints, dt, ahead));
    }

    /// Rapier's handle of a ragdoll's body, such as to find it among contacts.
    #[must_use]
    pub fn handle(&self, body: BodyId) -> Option<RigidBodyHandle> {
        self.body(body).map(|body| body.handle)
    }

    /// Motion of a body at the time that is shown.
    pub(crate) fn motion(&self, body: BodyId, bodies: &RigidBodySet) -> Option<BodyMotion> {
        let ragdoll_body = self.body(body)?;
        let rigid = bodies.get(ragdoll_body.handle)?;
        let pose = between(rigid.position(), &ragdoll_body.before, self.share_behind());
        let (linear_velocity, angular_velocity) = (rigid.linvel(), rigid.angvel());
        Some(BodyMotion {
            position: pose.translation,
            rotation: pose.rotation,
            linear_velocity,
            angular_velocity,
        })
    }

    /// Share of a step by which the time that is shown lies before the last step.
    fn share_behind(&self) -> f32 {
        if self.ahead > 0.0 && self.step > 0.0 { (self.ahead / self.step).min(1.0) } else { 0.0 }
    }

    /// Poses after the last step and before it, for a motion at the time that is shown. `center` is the
    /// centre of mass in the body's space.
    pub(crate) fn poses(&self, motion: &BodyMotion, center: Vec3) -> [Pose; 2] {
        let at = |seconds: f32| {
            let BodyMotion { position, rotation, linear_velocity, angular_velocity } = *motion;
            if seconds == 0.0 {
                return Pose::from_parts(position, rotation);
            }
            let moved = position + rotation * center + linear_velocity * seconds;
            let rotation = (Quat::from_scaled_axis(angular_velocity * seconds) * rotation).normalize();
            Pose::from_parts(moved - rotation * center, rotation)
        };
        [at(self.ahead), at(self.ahead - if self.ahead > 0.0 { self.step } else { 0.0 })]
    }

    /// Sets the goals of animated bodies for a step that ends `left` seconds before the present frame's time,
    /// which is `dt` seconds after the last one's. Rapier moves them there at an even velocity.
    pub(crate) fn move_animated(&self, bodies: &mut RigidBodySet, left: f32, dt: f32) {
        for body in self.bodies.iter().flatten() {
            let Some([now, before]) = &body.animated else { continue };
            if let Some(rigid) = bodies.get_mut(body.handle) {
                rigid.set_next_kinematic_position(between(now, before, left / dt));
            }
        }
    }

    /// Keeps animated bodies where they are until they are moved again.
    pub(crate) fn hold_animated(&mut self) {
        for [now, before] in self.bodies.iter_mut().flatten().filter_map(|body| body.animated.as_mut()) {
            *before = *now;
        }
    }

    pub(crate) fn add_body(&mut self, body: RagdollBody) -> BodyId {
        let (index, generation) = body.handle.into_raw_parts();
        put(&mut self.bodies, index, body);
        BodyId(self.packed(index, generation))
    }

    pub(crate) fn add_constraint(&mut self, joint: RagdollJoint) -> ConstraintId {
        let (index, generation) = joint.handle.0.into_raw_parts();
        put(&mut self.joints, index, joint);
        ConstraintId(self.packed(index, generation))
    }

    pub(crate) fn body(&self, body: BodyId) -> Option<&RagdollBody> {
        let ragdoll_body = self.bodies.get(index(body.0))?.as_ref()?;
        let (index, generation) = ragdoll_body.handle.into_raw_parts();
        (self.packed(index, generation) == body.0).then_some(ragdoll_body)
    }

    pub(crate) fn body_mut(&mut self, body: BodyId) -> Option<&mut RagdollBody> {
        self.body(body)?;
        self.bodies.get_mut(index(body.0))?.as_mut()
    }

    pub(crate) fn joint_mut(&mut self, joint: ConstraintId) -> Option<&mut RagdollJoint> {
        let ragdoll_joint = self.joints.get(index(joint.0))?.as_ref()?;
        let (raw_index, generation) = ragdoll_joint.handle.0.into_raw_parts();
        if self.packed(raw_index, generation) != joint.0 {
            return None;
        }
        self.joints.get_mut(index(joint.0))?.as_mut()
    }

    /// Identifier of an index in Rapier's sets, with its generation, since indices are used again.
    fn packed(&self, index: u32, generation: u32) -> u64 {
        u64::from(self.number) << 48 | u64::from(generation & 0xffff) << 32 | u64::from(index)
    }

    /// Forgets a body and its joints.
    pub(crate) fn remove_body(&mut self, body: BodyId) -> Option<RigidBodyHandle> {
        let handle = self.handle(body)?;
        self.bodies[index(body.0)] = None;
        for joint in &mut self.joints {
            if joint.as_ref().is_some_and(|joint| joint.bodies.contains(&handle)) {
                *joint = None;
            }
        }
        Some(handle)
    }
}

/// Pose between two: `now` at 0, `before` at 1, and beyond them. Rotations are a fraction of a turn apart.
fn between(now: &Pose, before: &Pose, share: f32) -> Pose {
    if share == 0.0 {
        return *now;
    }
    let other = if now.rotation.dot(before.rotation) < 0.0 { -before.rotation } else { before.rotation };
    let rotation = now.rotation * (1.0 - share) + other * share;
    Pose::from_parts(now.translation.lerp(before.translation, share), rotation.normalize())
}

fn index(id: u64) -> usize {
    (id & u64::from(u32::MAX)) as usize
}

/// Puts a value at an index.
fn put<T>(slots: &mut Vec<Option<T>>, index: u32, value: T) {
    let index = index as usize;
    if slots.len() <= index {
        slots.resize_with(index + 1, || None);
    }
    slots[index] = Some(value);
}
