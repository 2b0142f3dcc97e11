use crate::skeleton::JointIndex;
use glam::Vec3;

/// A node whose rotation follows another node's (VRMC_node_constraint 1.0).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeConstraint {
    /// The node that follows.
    pub node: JointIndex,
    /// The node it follows.
    pub source: JointIndex,
    /// 0 none .. 1 all of the way.
    pub weight: f32,
    /// How.
    pub kind: ConstraintKind,
}

/// How a node follows another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConstraintKind {
    /// Takes over the source's turn about one axis of the node.
    Roll(Axis),
    /// Points this axis of the node at the source.
    Aim {
        /// The axis.
        axis: Axis,
        /// Whether its negative end points there.
        negative: bool,
    },
    /// Takes over the source's rotation from its rest.
    Rotation,
}

/// An axis of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// X.
    X,
    /// Y.
    Y,
    /// Z.
    Z,
}

impl Axis {
    /// The axis as a unit vector.
    pub fn vector(self) -> Vec3 {
        match self {
            Self::X => Vec3::X,
            Self::Y => Vec3::Y,
            Self::Z => Vec3::Z,
        }
    }
}
