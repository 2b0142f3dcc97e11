use rapier3d::prelude::*;

/// The sets of a Rapier world that hold bodies, colliders and joints, borrowed.
pub struct RapierSets<'a> {
    /// Islands.
    pub islands: &'a mut IslandManager,
    /// Bodies.
    pub bodies: &'a mut RigidBodySet,
    /// Colliders.
    pub colliders: &'a mut ColliderSet,
    /// Impulse joints.
    pub impulse_joints: &'a mut ImpulseJointSet,
    /// Multibody joints.
    pub multibody_joints: &'a mut MultibodyJointSet,
    /// Soft bodies.
    pub soft_bodies: &'a mut SoftBodySet,
}

impl<'a> From<&'a mut PhysicsWorld> for RapierSets<'a> {
    fn from(world: &'a mut PhysicsWorld) -> Self {
        let PhysicsWorld {
            islands, bodies, colliders, impulse_joints, multibody_joints, soft_bodies, ..
        } = world;
        Self { islands, bodies, colliders, impulse_joints, multibody_joints, soft_bodies }
    }
}
