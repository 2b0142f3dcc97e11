use crate::math::mirrored;
use crate::math::turn::rotation_of;
use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

/// Transform of a character in the world for rigid bodies, which have neither scale nor shear. A mirrored
/// character has mirrored bodies: their shapes, masses and limits are mirrored in the plane x = 0 of each
/// part's space.
pub(super) struct Placement {
    world_from_model: Affine3A,
    rotation: Quat,
    is_mirrored: bool,
}

impl Placement {
    pub(super) fn new(world_from_model: Affine3A) -> Self {
        let is_mirrored = world_from_model.matrix3.determinant() < 0.0;
        let mut straight = world_from_model;
        if is_mirrored {
            straight.matrix3 *= Mat3A::from_diagonal(Vec3::new(-1.0, 1.0, 1.0));
        }
        Self { world_from_model, rotation: rotation_of(&straight), is_mirrored }
    }

    pub(super) fn is_mirrored(&self) -> bool {
        self.is_mirrored
    }

    /// Transform of a body in the world, for the transform of a part in model space.
    pub(super) fn to_world(&self, (position, rotation): (Vec3, Quat)) -> (Vec3, Quat) {
        let turn = if self.is_mirrored { mirrored(rotation) } else { rotation };
        (self.world_from_model.transform_point3(position), (self.rotation * turn).normalize())
    }

    /// Transform of a part in model space, for the transform of a body in the world.
    pub(super) fn to_model(&self, (position, rotation): (Vec3, Quat)) -> (Vec3A, Quat) {
        let turn = (self.rotation.inverse() * rotation).normalize();
        let turn = if self.is_mirrored { mirrored(turn) } else { turn };
        (self.world_from_model.inverse().transform_point3a(position.into()), turn)
    }
}
