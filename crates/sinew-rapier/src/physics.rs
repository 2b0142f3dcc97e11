use crate::joint_step::RagdollJoint;
use crate::ragdolls::{RagdollBody, STEP, place};
use crate::{RapierRagdolls, RapierSets};
use rapier3d::prelude::*;
use sinew::glam::{Quat, Vec3};
use sinew::ragdoll::{BodyId, BodyMotion, JointDrive, JointId, NewBody, NewJoint, PartShape, Physics};

/// [`Physics`] of a Rapier world, for the time in which actors resolve: see [`RapierRagdolls::physics`].
pub struct RapierPhysics<'a> {
    pub(crate) ragdolls: &'a mut RapierRagdolls,
    pub(crate) sets: RapierSets<'a>,
}

/// Solver iterations of ragdolls beyond those of the world.
const MORE_ITERATIONS: usize = 4;

impl RapierRagdolls {
    /// Physics for actors, in the world with these sets. It does not step the world.
    pub fn physics<'a>(&'a mut self, sets: impl Into<RapierSets<'a>>) -> RapierPhysics<'a> {
        RapierPhysics { ragdolls: self, sets: sets.into() }
    }
}

impl RapierPhysics<'_> {
    fn handle(&self, body: BodyId) -> Option<RigidBodyHandle> {
        self.ragdolls.handle(body)
    }

    fn rigid_body(&mut self, body: BodyId) -> Option<&mut RigidBody> {
        let handle = self.handle(body)?;
        self.sets.bodies.get_mut(handle)
    }

    /// Gives a body its mass before the coming step, which would do so too late for impulses that precede it.
    fn update_mass(&mut self, body: RigidBodyHandle) {
        if let Some(rigid) = self.sets.bodies.get_mut(body) {
            rigid.recompute_mass_properties_from_colliders(self.sets.colliders);
        }
    }
}

impl Physics for RapierPhysics<'_> {
    fn add_body(&mut self, body: &NewBody<'_>) -> BodyId {
        let mass = body.mass;
        let properties =
            MassProperties::with_principal_inertia_frame(mass.center, mass.mass, mass.inertia, mass.axes);
        // The pose is that of the time that is shown.
        let moved = |seconds: f32| {
            let BodyMotion { position, rotation, linear_velocity, angular_velocity } = body.motion;
            let center = position + rotation * mass.center + linear_velocity * seconds;
            let rotation = (Quat::from_scaled_axis(angular_velocity * seconds) * rotation).normalize();
            Pose::from_parts(center - rotation * mass.center, rotation)
        };
        let behind = self.ragdolls.behind;
        let (pose, before) = match behind > 0.0 {
            true => (moved(behind * STEP), moved((behind - 1.0) * STEP)),
            false => [Pose::from_parts(body.motion.position, body.motion.rotation); 2].into(),
        };
        let rigid = RigidBodyBuilder::dynamic()
            .pose(pose)
            .linvel(body.motion.linear_velocity)
            .angvel(body.motion.angular_velocity)
            .additional_mass_properties(properties)
            .linear_damping(body.damping[0])
            .angular_damping(body.damping[1])
            .additional_solver_iterations(MORE_ITERATIONS);
        let handle = self.sets.bodies.insert(rigid);
        for shape in body.shapes {
            let own = collider(shape).density(0.0).friction(body.friction).restitution(body.restitution);
            self.sets.colliders.insert_with_parent(own, handle, self.sets.bodies);
        }
        self.update_mass(handle);
        BodyId(place(&mut self.ragdolls.bodies, RagdollBody { handle, before }) as u64)
    }

    fn add_joint(&mut self, joint: &NewJoint<'_>) -> JointId {
        let unknown = RigidBodyHandle::invalid();
        let bodies = [joint.parent.0, joint.child.0].map(|body| self.handle(body).unwrap_or(unknown));
        let mut data = GenericJoint::new(JointAxesMask::LOCKED_SPHERICAL_AXES);
        data.set_contacts_enabled(false);
        let own = RagdollJoint {
            handle: self.sets.impulse_joints.insert(bodies[0], bodies[1], data, true),
            bodies,
            limit: joint.limit.clone(),
            parent_frame: joint.parent.1,
            child_frame: joint.child.1,
            drive: None,
        };
        JointId(place(&mut self.ragdolls.joints, own) as u64)
    }

    fn ignore_collisions(&mut self, a: BodyId, b: BodyId) {
        // A joint that holds nothing.
        let mut data = GenericJoint::new(JointAxesMask::empty());
        data.set_contacts_enabled(false);
        if let (Some(a), Some(b)) = (self.handle(a), self.handle(b)) {
            self.sets.impulse_joints.insert(a, b, data, true);
        }
    }

    fn remove_body(&mut self, body: BodyId) {
        let Some(handle) = self.handle(body) else { return };
        self.ragdolls.bodies[body.0 as usize] = None;
        for joint in &mut self.ragdolls.joints {
            if joint.as_ref().is_some_and(|joint| joint.bodies.contains(&handle)) {
                *joint = None;
            }
        }
        let RapierSets { islands, bodies, colliders, impulse_joints, multibody_joints, soft_bodies } =
            &mut self.sets;
        bodies.remove(handle, islands, colliders, impulse_joints, multibody_joints, soft_bodies, true);
    }

    fn body(&self, body: BodyId) -> Option<BodyMotion> {
        self.ragdolls.motion(body, self.sets.bodies)
    }

    fn set_body(&mut self, body: BodyId, motion: &BodyMotion) {
        let pose = Pose::from_parts(motion.position, motion.rotation);
        if let Some(rigid) = self.rigid_body(body) {
            rigid.set_position(pose, true);
            rigid.set_linvel(motion.linear_velocity, true);
            rigid.set_angvel(motion.angular_velocity, true);
        }
        if let Some(Some(own)) = self.ragdolls.bodies.get_mut(body.0 as usize) {
            own.before = pose;
        }
    }

    fn move_body(&mut self, body: BodyId, position: Vec3, rotation: Quat) {
        if let Some(rigid) = self.rigid_body(body) {
            if !rigid.is_kinematic() {
                rigid.set_body_type(RigidBodyType::KinematicPositionBased, true);
            }
            rigid.set_next_kinematic_position(Pose::from_parts(position, rotation));
        }
    }

    fn release_body(&mut self, body: BodyId) {
        let Some(handle) = self.handle(body) else { return };
        if let Some(rigid) = self.sets.bodies.get_mut(handle).filter(|rigid| rigid.is_kinematic()) {
            rigid.set_body_type(RigidBodyType::Dynamic, true);
            self.update_mass(handle);
        }
    }

    fn set_drive(&mut self, joint: JointId, drive: &JointDrive) {
        if let Some(Some(own)) = self.ragdolls.joints.get_mut(joint.0 as usize) {
            own.parent_frame = drive.parent_frame;
            own.drive = Some(*drive);
        }
    }

    fn push(&mut self, body: BodyId, impulse: Vec3, point: Vec3) {
        if let Some(rigid) = self.rigid_body(body) {
            rigid.apply_impulse_at_point(impulse, point, true);
        }
    }

    fn sleep(&mut self, body: BodyId) {
        if let Some(rigid) = self.rigid_body(body) {
            rigid.sleep();
        }
    }
}

/// Collider of a shape.
fn collider(shape: &PartShape) -> ColliderBuilder {
    match shape {
        PartShape::Sphere { center, radius } => ColliderBuilder::ball(*radius).translation(*center),
        PartShape::Capsule { ends, radius } => {
            ColliderBuilder::capsule_from_endpoints(ends[0], ends[1], *radius)
        }
        PartShape::Box { center, rotation, half } => {
            ColliderBuilder::cuboid(half.x, half.y, half.z).position(Pose::from_parts(*center, *rotation))
        }
        PartShape::Hull { points, triangles } => {
            let mesh = ColliderBuilder::convex_mesh(points.clone(), triangles);
            mesh.or_else(|| ColliderBuilder::convex_hull(points)).unwrap_or_else(|| around(points))
        }
        _ => ColliderBuilder::ball(0.01),
    }
}

/// Box around points.
fn around(points: &[Vec3]) -> ColliderBuilder {
    let low = points.iter().copied().fold(Vec3::splat(f32::MAX), Vec3::min);
    let high = points.iter().copied().fold(Vec3::splat(f32::MIN), Vec3::max);
    let half = ((high - low) * 0.5).max(Vec3::splat(1e-3));
    ColliderBuilder::cuboid(half.x, half.y, half.z).translation(low.midpoint(high))
}
