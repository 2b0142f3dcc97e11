//! A frame as all feet see it, and where that is in the world.

use super::bent::rotation_of;
use super::gait::Going;
use super::{FootIk, Ground};
use crate::skeleton::JointIndex;
use glam::{Affine3A, Quat, Vec3, Vec3A};

/// A frame, as all feet see it.
pub(super) struct Scene<'a> {
    pub(super) placement: &'a FootIk,
    pub(super) ground: &'a dyn Ground,
    pub(super) space: &'a Space,
    pub(super) model: &'a [Affine3A],
    pub(super) dt: f32,
    pub(super) going: Going,
    /// The sine of the steepest ground that feet are turned to.
    pub(super) steepest: f32,
}

impl Scene<'_> {
    /// A little above a place, so that the ground is found where the foot is not yet above it.
    pub(super) fn over(&self, place: Vec3) -> Vec3 {
        place.with_y(self.space.floor().max(place.y) + 0.3 * self.space.leg)
    }
}

/// From the model to the world, and how large all is there.
pub(super) struct Space {
    world_from_model: Affine3A,
    pub(super) model_from_world: Affine3A,
    pub(super) rotation: Quat,
    pub(super) scale: f32,
    /// Length of a leg in the world.
    pub(super) leg: f32,
    /// The height of the animation's own ground.
    floor: f32,
}

impl Space {
    pub(super) fn new(placement: &FootIk, world_from_model: &Affine3A) -> Self {
        let scale = world_from_model.matrix3.x_axis.length();
        Self {
            world_from_model: *world_from_model,
            model_from_world: world_from_model.inverse(),
            rotation: rotation_of(world_from_model),
            scale,
            leg: placement.leg * scale,
            floor: world_from_model.transform_point3(Vec3::Y * placement.floor).y,
        }
    }

    pub(super) fn place(&self, place: Vec3A) -> Vec3 {
        self.world_from_model.transform_point3a(place).into()
    }

    /// From a joint's space to the world.
    pub(super) fn world_from_joint(&self, model: &[Affine3A], joint: JointIndex) -> Affine3A {
        self.world_from_model * model[joint.index()]
    }

    /// A point of a joint's space.
    pub(super) fn point(&self, model: &[Affine3A], (joint, point): (JointIndex, Vec3)) -> Vec3 {
        self.place(model[joint.index()].transform_point3(point).into())
    }

    /// A direction and a length.
    pub(super) fn model_from_world(&self, way: Vec3) -> Vec3 {
        self.model_from_world.transform_vector3(way)
    }

    /// A turn in the model, in the world.
    pub(super) fn to_world(&self, turn: Quat) -> Quat {
        self.rotation * turn * self.rotation.inverse()
    }

    /// Where the animation's own ground is.
    pub(super) fn floor(&self) -> f32 {
        self.floor
    }
}
