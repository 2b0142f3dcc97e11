use crate::locomotion::FootIk;
use crate::math::turn::rotation_of;
use crate::skeleton::JointId;
use glam::{Affine3A, Quat, Vec3, Vec3A};

/// Transform from the model to the world, and the character's size there.
pub(crate) struct Space {
    world_from_model: Affine3A,
    pub(crate) model_from_world: Affine3A,
    pub(crate) rotation: Quat,
    pub(crate) scale: f32,
    /// Leg length in the world, metres.
    pub(crate) leg: f32,
    /// Level direction in which the character faces, in the world.
    pub(crate) ahead: Vec3,
    /// Height of the animation's own ground, in the world.
    floor: f32,
}

impl Space {
    pub(crate) fn new(feet: &FootIk, world_from_model: &Affine3A) -> Self {
        let scale = world_from_model.matrix3.x_axis.length();
        let rotation = rotation_of(world_from_model);
        Self {
            world_from_model: *world_from_model,
            model_from_world: world_from_model.inverse(),
            rotation,
            ahead: (rotation * feet.forward).with_y(0.0).normalize_or(Vec3::Z),
            scale,
            leg: feet.leg * scale,
            floor: world_from_model.transform_point3(Vec3::Y * feet.floor).y,
        }
    }

    pub(crate) fn position(&self, position: Vec3A) -> Vec3 {
        self.world_from_model.transform_point3a(position).into()
    }

    /// Transform from a joint's space to the world.
    pub(crate) fn world_from_joint(&self, model: &[Affine3A], joint: JointId) -> Affine3A {
        self.world_from_model * model[joint.index()]
    }

    /// World position of a point in a joint's space.
    pub(crate) fn point(&self, model: &[Affine3A], (joint, point): (JointId, Vec3)) -> Vec3 {
        self.position(model[joint.index()].transform_point3(point).into())
    }

    /// Vector of the world in model space, its length scaled too.
    pub(crate) fn model_from_world(&self, vector: Vec3) -> Vec3 {
        self.model_from_world.transform_vector3(vector)
    }

    /// Rotation in model space, as a rotation in the world.
    pub(crate) fn to_world(&self, turn: Quat) -> Quat {
        self.rotation * turn * self.rotation.inverse()
    }

    /// Height of the animation's own ground, in the world.
    pub(crate) fn floor(&self) -> f32 {
        self.floor
    }
}
