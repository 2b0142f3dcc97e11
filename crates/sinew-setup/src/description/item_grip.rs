use serde::{Deserialize, Serialize};
use sinew::Transform;
use sinew::glam::Vec3;

use super::TransformDescription;

/// Origin of the grip on an item in a hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ItemGripDescription {
    /// Origin of the item.
    #[default]
    Origin,
    /// Handle that is found by the nodes or the shape of the item ([`ItemGrip`](sinew::body::ItemGrip)).
    Auto,
    /// Node of the item.
    Node(String),
}

/// Grip of a second hand on an item.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "SecondHand")]
pub struct SecondHandDescription {
    /// Node of the item, on which position and rotation are; those of the item without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// Position, metres of the item.
    pub position: Vec3,
    /// Rotation, degrees about X, then Y, then Z.
    pub rotation: Vec3,
}

impl SecondHandDescription {
    /// The transform on the node or the item.
    #[must_use]
    pub fn transform(&self) -> Transform {
        let Self { position, rotation, .. } = *self;
        TransformDescription { position, rotation, scale: 1.0 }.transform()
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.position.is_finite() && self.rotation.is_finite()
    }
}
