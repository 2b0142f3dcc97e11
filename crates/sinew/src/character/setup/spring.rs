use crate::skeleton::JointIndex;
use glam::Vec3;

/// Chains that swing and the shapes they bump into (VRMC_springBone 1.0).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpringSystem {
    /// Shapes on joints.
    pub colliders: Vec<Collider>,
    /// Colliders that are named together.
    pub groups: Vec<ColliderGroup>,
    /// The chains.
    pub springs: Vec<SpringSetup>,
}

/// A shape that springs cannot enter, or cannot leave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collider {
    /// The joint it follows.
    pub joint: JointIndex,
    /// Its shape in the joint's space.
    pub shape: ColliderShape,
}

/// Shapes, in metres in their joint's space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ColliderShape {
    /// A ball; inside, springs stay within it (VRMC_springBone_extended_collider).
    Sphere {
        /// Centre.
        offset: Vec3,
        /// Radius.
        radius: f32,
        /// Whether springs stay within.
        inside: bool,
    },
    /// A line with a radius; inside, springs stay within it.
    Capsule {
        /// One end.
        offset: Vec3,
        /// The other end.
        tail: Vec3,
        /// Radius.
        radius: f32,
        /// Whether springs stay within.
        inside: bool,
    },
    /// Everything behind a plane.
    Plane {
        /// A point of the plane.
        offset: Vec3,
        /// Unit normal, towards the free side.
        normal: Vec3,
    },
}

/// Colliders named together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ColliderGroup {
    /// The file's name for it; may be empty.
    pub name: String,
    /// Numbers of colliders.
    pub colliders: Vec<usize>,
}

/// A chain of joints that swings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpringSetup {
    /// The file's name for it; may be empty.
    pub name: String,
    /// Its joints from the root to the tip, each below the one before.
    pub joints: Vec<SpringJoint>,
    /// Metres beyond the last joint to where the chain ends; with none the last joint is the end and does not swing
    /// (VRM 1.0).
    pub tail: Option<f32>,
    /// Numbers of the groups of colliders it minds.
    pub groups: Vec<usize>,
    /// The joint in whose space its inertia counts; none for the world.
    pub center: Option<JointIndex>,
}

/// How one joint of a chain swings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringJoint {
    /// The joint.
    pub joint: JointIndex,
    /// Radius towards colliders, metres.
    pub hit_radius: f32,
    /// How strongly it goes back to its rest.
    pub stiffness: f32,
    /// How strongly gravity pulls.
    pub gravity_power: f32,
    /// Where gravity pulls, in the world.
    pub gravity_dir: Vec3,
    /// How soon it comes to rest, 0..1.
    pub drag: f32,
}
