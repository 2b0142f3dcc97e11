use crate::joint_step::RagdollJoint;
use rapier3d::prelude::*;
use sinew::ragdoll::{BodyId, BodyMotion};

/// Length of a step of [`RapierWorld`](crate::RapierWorld), seconds.
pub(crate) const STEP: f32 = 1.0 / 60.0;

/// Ragdolls in a Rapier world: which bodies and joints they have, and what their joints do in the coming step.
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
///     ragdolls.prepare_step(&world.bodies, &mut world.impulse_joints);
///     world.step();
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct RapierRagdolls {
    /// By index in identifiers; free places are none.
    pub(crate) bodies: Vec<Option<RagdollBody>>,
    pub(crate) joints: Vec<Option<RagdollJoint>>,
    /// Share of a step by which the time that is shown lies before the last step.
    pub(crate) behind: f32,
}

/// Body of a ragdoll.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RagdollBody {
    pub(crate) handle: RigidBodyHandle,
    /// Pose before the last step.
    pub(crate) before: Pose,
}

impl RapierRagdolls {
    /// No ragdolls.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Prepares limits and motors for the coming step: to be called before each step of the world.
    pub fn prepare_step(&mut self, bodies: &RigidBodySet, joints: &mut ImpulseJointSet) {
        for body in self.bodies.iter_mut().flatten() {
            if let Some(own) = bodies.get(body.handle) {
                body.before = *own.position();
            }
        }
        self.joints.iter().flatten().for_each(|joint| joint.prepare(bodies, joints));
    }

    /// Rapier's handle of a ragdoll's body, such as to find it among contacts.
    #[must_use]
    pub fn handle(&self, body: BodyId) -> Option<RigidBodyHandle> {
        self.body(body).map(|body| body.handle)
    }

    /// Motion of a body between the last two steps.
    pub(crate) fn motion(&self, body: BodyId, bodies: &RigidBodySet) -> Option<BodyMotion> {
        let own = self.body(body)?;
        let rigid = bodies.get(own.handle)?;
        let (now, before) = (rigid.position(), own.before);
        let (position, rotation) = match self.behind > 0.0 {
            true => (
                now.translation.lerp(before.translation, self.behind),
                now.rotation.slerp(before.rotation, self.behind),
            ),
            false => (now.translation, now.rotation),
        };
        let (linear_velocity, angular_velocity) = (rigid.linvel(), rigid.angvel());
        Some(BodyMotion { position, rotation, linear_velocity, angular_velocity })
    }

    pub(crate) fn body(&self, body: BodyId) -> Option<&RagdollBody> {
        self.bodies.get(usize::try_from(body.0).ok()?)?.as_ref()
    }
}

/// Puts a value into the first free place and returns its index.
pub(crate) fn place<T>(places: &mut Vec<Option<T>>, value: T) -> usize {
    match places.iter().position(Option::is_none) {
        Some(free) => {
            places[free] = Some(value);
            free
        }
        None => {
            places.push(Some(value));
            places.len() - 1
        }
    }
}
