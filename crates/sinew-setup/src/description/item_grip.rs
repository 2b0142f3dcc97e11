use serde::{Deserialize, Serialize};
use sinew::Transform;
use sinew::glam::Vec3;

/// Part of an item that a hand holds.
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
    /// Node of the item, on whose position and axes ([`ItemGrip::node_axes`](sinew::body::ItemGrip::node_axes)) position and
    /// rotation are; those of the item without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// Position of the grip, metres of the item.
    pub position: Vec3,
    /// Rotation, degrees about X, then Y, then Z.
    pub rotation: Vec3,
}

impl SecondHandDescription {
    /// The transform on the node or the item.
    #[must_use]
    pub fn transform(&self) -> Transform {
        Transform::from_euler(self.position, self.rotation.map(f32::to_radians))
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.position.is_finite() && self.rotation.is_finite()
    }
}
