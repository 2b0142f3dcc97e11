use crate::skeleton::JointId;
use glam::Vec3;

/// Spring bones and their colliders (VRMC_springBone 1.0): moved by [`spring`](crate::spring).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpringBones {
    /// Colliders on joints.
    pub colliders: Vec<Collider>,
    /// Groups of colliders.
    pub collider_groups: Vec<ColliderGroup>,
    /// Spring chains.
    pub springs: Vec<Spring>,
}

/// A shape that springs cannot enter, or cannot leave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collider {
    /// Joint that the shape follows.
    pub joint: JointId,
    /// Shape in the joint's space.
    pub shape: ColliderShape,
}

/// Shape of a collider: positions in the joint's space, radii in metres, which the joint's scale does not
/// change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ColliderShape {
    /// A sphere.
    Sphere {
        /// Centre.
        offset: Vec3,
        /// Radius.
        radius: f32,
        /// Whether springs stay inside (VRMC_springBone_extended_collider).
        inside: bool,
    },
    /// A capsule.
    Capsule {
        /// Centre of one end.
        offset: Vec3,
        /// Centre of the other end.
        tail: Vec3,
        /// Radius.
        radius: f32,
        /// Whether springs stay inside (VRMC_springBone_extended_collider).
        inside: bool,
    },
    /// A half space.
    Plane {
        /// A point of the plane.
        offset: Vec3,
        /// Unit normal, towards the free side.
        normal: Vec3,
    },
}

/// A group of colliders.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ColliderGroup {
    /// Name in the file; may be empty.
    pub name: String,
    /// Indices of the colliders.
    pub colliders: Vec<usize>,
}

/// Spring chain: joints that swing, from root to tip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spring {
    /// Name in the file; may be empty.
    pub name: String,
    /// Joints from the root to the tip, each a descendant of the one before.
    pub joints: Vec<SpringJoint>,
    /// Distance from the last joint to the end of the chain, metres; with `None` the last joint is the end
    /// and does not swing (VRM 1.0).
    pub tail: Option<f32>,
    /// Indices of the collider groups that affect the chain.
    pub collider_groups: Vec<usize>,
    /// Joint in whose space inertia is computed; `None` for world space.
    pub center: Option<JointId>,
    /// Damping against the motion of a joint in place of damping in `center` or the world; `None`, as VRM has
    /// it, for springs of files.
    pub body_damping: Option<BodyDamping>,
}

/// Damping of a spring against the motion of the body, with inertia in world space: hair of a body that walks
/// steadily hangs down, and swings where the body speeds up, turns or stops. VRM has no such damping: files
/// keep the spring's `center`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyDamping {
    /// Joint that the velocity lost by [`SpringJoint::drag`] is measured against, such as the head.
    pub joint: JointId,
    /// Share of the velocity in the world that still air takes in a sixtieth of a second, 0..1.
    pub air_drag: f32,
}

/// A joint of a spring chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringJoint {
    /// The joint.
    pub joint: JointId,
    /// Collision radius, metres.
    pub hit_radius: f32,
    /// Force towards the rest pose.
    pub stiffness: f32,
    /// Strength of gravity.
    pub gravity_power: f32,
    /// Direction of gravity in world space.
    pub gravity_dir: Vec3,
    /// Damping, 0..1.
    pub drag: f32,
}
