//! Goals in model space.

use crate::math::turn::rotation_of;
use crate::pose::ModelPose;
use crate::rig::{IkGoal, IkTarget};
use crate::skeleton::{MAX_COORDINATE, Socket};
use glam::{Affine3A, Quat, Vec3};

/// Transform from the world to the model.
pub(crate) struct GoalSpace {
    model_from_world: Affine3A,
}

impl GoalSpace {
    pub(crate) fn of(world_from_model: &Affine3A) -> Self {
        Self { model_from_world: world_from_model.inverse() }
    }

    pub(crate) fn to_model(&self, world_position: Vec3) -> Vec3 {
        bounded(self.model_from_world.transform_point3(world_position))
    }

    /// Goal in model space of an effector whose animated position is `animated`; none for a socket on a joint
    /// that does not exist.
    pub(crate) fn goal(&self, goal: &IkGoal, animated: Vec3, model: &ModelPose) -> Option<ModelGoal> {
        let from = match goal.target {
            IkTarget::Socket(Socket { joint, offset }) => {
                *model.as_slice().get(joint.index())? * offset.to_affine()
            }
            _ => self.model_from_world,
        };
        let position = match goal.target {
            IkTarget::World(position) => from.transform_point3(position),
            IkTarget::Model(position) => position,
            IkTarget::Offset(offset) => animated + offset,
            IkTarget::Socket(_) => from.translation.into(),
        };
        let rotation = goal.rotation.map(|rotation| rotation_of(&from) * rotation);
        let pole = goal.pole.map(|pole| bounded(from.transform_point3(pole)));
        Some(ModelGoal { position: bounded(position), rotation, pole })
    }
}

/// The position, no further away than poses in 32-bit floats hold.
fn bounded(position: Vec3) -> Vec3 {
    position.clamp(Vec3::splat(-MAX_COORDINATE), Vec3::splat(MAX_COORDINATE))
}

/// Goal in model space.
pub(crate) struct ModelGoal {
    pub(crate) position: Vec3,
    pub(crate) rotation: Option<Quat>,
    pub(crate) pole: Option<Vec3>,
}
