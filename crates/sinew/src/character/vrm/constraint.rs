use crate::skeleton::JointId;
use glam::Vec3;

/// A node whose rotation follows another node's (VRMC_node_constraint 1.0).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeConstraint {
    /// Constrained node.
    pub node: JointId,
    /// Node that it follows.
    pub source: JointId,
    /// Weight, 0..1.
    pub weight: f32,
    /// Kind of the constraint.
    pub kind: ConstraintKind,
}

/// Kind of a node constraint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConstraintKind {
    /// Copies the rotation of the source about one axis of the node.
    Roll(Axis),
    /// Points an axis of the node at the source.
    Aim {
        /// The axis.
        axis: Axis,
        /// Whether its negative direction points at the source.
        negative: bool,
    },
    /// Copies the rotation of the source relative to its rest pose.
    Rotation,
}

/// A coordinate axis of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// The X axis.
    X,
    /// The Y axis.
    Y,
    /// The Z axis.
    Z,
}

impl Axis {
    /// The axis as a unit vector.
    #[must_use]
    pub fn vector(self) -> Vec3 {
        match self {
            Self::X => Vec3::X,
            Self::Y => Vec3::Y,
            Self::Z => Vec3::Z,
        }
    }
}
