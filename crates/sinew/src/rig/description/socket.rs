use crate::math::Transform;
use crate::rig::description::error_list::ErrorList;
use glam::Vec3;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Socket that a limb of a rig follows: the second hand on a rifle or a staff, on a joint of the weapon or in the grip of
/// the first hand.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Socket"))]
pub struct SocketDescription {
    /// Joint: of a weapon that is part of the model, or a hand that holds one.
    pub joint: String,
    /// Whether the socket is in the space of the [`Grip`](crate::ik::Grip) of this hand, that of the object in it,
    /// instead of the joint's.
    pub in_grip: bool,
    /// Position in that space, metres, without the scale of the joint.
    pub position: Vec3,
    /// Rotation in that space about X, then Y, then Z, radians. A limb with a grip has +Y along the handle towards
    /// the thumb and +Z along straight fingers there.
    #[cfg_attr(feature = "serde", serde(with = "crate::text::degrees::vector"))]
    pub rotation: Vec3,
}

impl SocketDescription {
    /// Socket in the space of the joint or the grip.
    pub(super) fn transform(&self) -> Transform {
        Transform::from_euler(self.position, self.rotation)
    }

    pub(super) fn check(&self, location: &str, errors: &mut ErrorList) {
        errors.position(self.position, || format!("{location}.position"));
        errors.position(self.rotation, || format!("{location}.rotation"));
    }
}
