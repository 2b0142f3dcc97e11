use crate::hulls::Hulls;
use crate::joint_step::RagdollJoint;
use crate::ragdolls::RagdollBody;
use crate::{RapierRagdolls, RapierSets};
use rapier3d::prelude::*;
use sinew::glam::{Quat, Vec3};
use sinew::ragdoll::{
    BodyId, BodyMotion, ConstraintDrive, ConstraintId, NewBody, NewConstraint, PartShape, Physics,
};

/// [`Physics`] of a Rapier world, for the time in which actors resolve: see [`RapierRagdolls::physics`].
///
/// It has not all of the world, so that [`Physics::save`] is not supported: [`RapierRagdolls::save`] saves
/// world and ragdolls.
pub struct RapierPhysics<'a> {
    pub(crate) ragdolls: &'a mut RapierRagdolls,
    pub(crate) sets: RapierSets<'a>,
}

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
        let [pose, before] = self.ragdolls.poses(&body.motion, mass.center);
        let rigid = RigidBodyBuilder::dynamic()
            .pose(pose)
            .linvel(body.motion.linear_velocity)
            .angvel(body.motion.angular_velocity)
            .additional_mass_properties(properties)
            .linear_damping(body.damping[0])
            .angular_damping(body.damping[1])
            .additional_solver_iterations(self.ragdolls.additional_iterations);
        let handle = self.sets.bodies.insert(rigid);
        for shape in body.shapes {
            let collider_builder = collider(shape, &mut self.ragdolls.hulls)
                .density(0.0)
                .friction(body.friction)
                .restitution(body.restitution);
            self.sets.colliders.insert_with_parent(collider_builder, handle, self.sets.bodies);
        }
        self.update_mass(handle);
        self.ragdolls.add_body(RagdollBody { handle, before, animated: None })
    }

    fn prepare_shape(&mut self, shape: &PartShape) {
        self.ragdolls.prepare_shape(shape);
    }

    fn add_constraint(&mut self, joint: &NewConstraint<'_>) -> ConstraintId {
        let unknown = RigidBodyHandle::invalid();
        let bodies = [joint.parent.0, joint.child.0].map(|body| self.handle(body).unwrap_or(unknown));
        let mut data = GenericJoint::new(JointAxesMask::LOCKED_SPHERICAL_AXES);
        data.set_contacts_enabled(false);
        let ragdoll_joint = RagdollJoint {
            handle: self.sets.impulse_joints.insert(bodies[0], bodies[1], data, true),
            bodies,
            limit: joint.limit.clone(),
            parent_frame: joint.parent.1,
            child_frame: joint.child.1,
            drive: None,
        };
        self.ragdolls.add_constraint(ragdoll_joint)
    }

    fn set_collisions(&mut self, a: BodyId, b: BodyId, collide: bool) {
        let (Some(a), Some(b)) = (self.handle(a), self.handle(b)) else { return };
        let joints = &mut self.sets.impulse_joints;
        if collide {
            let holds_nothing =
                |joint: &ImpulseJoint| joint.data.locked_axes.is_empty() && !joint.data.contacts_enabled();
            let blocker =
                joints.joints_between(a, b).find(|(_, joint)| holds_nothing(joint)).map(|(handle, _)| handle);
            blocker.into_iter().for_each(|handle| _ = joints.remove(handle, true));
        } else {
            // A joint that holds nothing.
            let mut data = GenericJoint::new(JointAxesMask::empty());
            data.set_contacts_enabled(false);
            joints.insert(a, b, data, true);
        }
    }

    fn remove_body(&mut self, body: BodyId) {
        let Some(handle) = self.ragdolls.remove_body(body) else { return };
        let RapierSets { islands, bodies, colliders, impulse_joints, multibody_joints, soft_bodies } =
            &mut self.sets;
        bodies.remove(handle, islands, colliders, impulse_joints, multibody_joints, soft_bodies, true);
    }

    fn body(&self, body: BodyId) -> Option<BodyMotion> {
        self.ragdolls.motion(body, self.sets.bodies)
    }

    fn set_body(&mut self, body: BodyId, motion: &BodyMotion) {
        let Some(rigid) = self.rigid_body(body) else { return };
        let center = rigid.mass_properties().local_mprops.local_com;
        rigid.set_linvel(motion.linear_velocity, true);
        rigid.set_angvel(motion.angular_velocity, true);
        let [pose, before] = self.ragdolls.poses(motion, center);
        if let Some(rigid) = self.rigid_body(body) {
            rigid.set_position(pose, true);
        }
        if let Some(ragdoll_body) = self.ragdolls.body_mut(body) {
            ragdoll_body.before = before;
            ragdoll_body.animated =
                ragdoll_body.animated.map(|_| [Pose::from_parts(motion.position, motion.rotation); 2]);
        }
    }

    fn move_kinematic(&mut self, body: BodyId, position: Vec3, rotation: Quat) {
        let pose = Pose::from_parts(position, rotation);
        let Some(rigid) = self.rigid_body(body) else { return };
        if !rigid.is_kinematic() {
            rigid.set_body_type(RigidBodyType::KinematicPositionBased, true);
        }
        rigid.set_next_kinematic_position(pose);
        if let Some(ragdoll_body) = self.ragdolls.body_mut(body) {
            let before = ragdoll_body.animated.map_or(pose, |[now, _]| now);
            ragdoll_body.animated = Some([pose, before]);
        }
    }

    fn release_body(&mut self, body: BodyId) {
        let Some(ragdoll_body) = self.ragdolls.body_mut(body) else { return };
        ragdoll_body.animated = None;
        let handle = ragdoll_body.handle;
        if let Some(rigid) = self.sets.bodies.get_mut(handle).filter(|rigid| rigid.is_kinematic()) {
            rigid.set_body_type(RigidBodyType::Dynamic, true);
            self.update_mass(handle);
        }
    }

    fn set_drive(&mut self, joint: ConstraintId, drive: &ConstraintDrive) {
        if let Some(ragdoll_joint) = self.ragdolls.joint_mut(joint) {
            ragdoll_joint.parent_frame = drive.parent_frame;
            ragdoll_joint.drive = Some(*drive);
        }
    }

    fn apply_impulse(&mut self, body: BodyId, impulse: Vec3, point: Vec3) {
        if let Some(rigid) = self.rigid_body(body) {
            rigid.apply_impulse_at_point(impulse, point, true);
        }
    }

    fn wake(&mut self, body: BodyId) {
        let Some(handle) = self.handle(body) else { return };
        if let Some(rigid) = self.sets.bodies.get_mut(handle) {
            set_sleep_thresholds(rigid, 1.0);
        }
        self.sets.islands.wake_up(self.sets.bodies, handle, true);
    }

    fn allow_sleep(&mut self, body: BodyId) {
        let Some(rigid) = self.rigid_body(body).filter(|rigid| !rigid.is_sleeping()) else { return };
        // Rapier puts bodies to sleep that touch one another as soon as none of them moves: here, creeps
        // faster than this.
        set_sleep_thresholds(rigid, RESTING_FACTOR);
        rigid.set_linvel(Vec3::ZERO, false);
        rigid.set_angvel(Vec3::ZERO, false);
    }
}

/// Factor on the speeds below which Rapier lets resting bodies sleep.
const RESTING_FACTOR: f32 = 10.0;

/// Sets the speeds below which Rapier lets a body sleep, relative to the usual ones.
fn set_sleep_thresholds(rigid: &mut RigidBody, factor: f32) {
    let usual = RigidBodyActivation::default();
    let activation = rigid.activation_mut();
    activation.normalized_linear_threshold = usual.normalized_linear_threshold * factor;
    activation.angular_threshold = usual.angular_threshold * factor;
}

/// Collider of a shape.
fn collider(shape: &PartShape, hulls: &mut Hulls) -> ColliderBuilder {
    match shape {
        PartShape::Sphere { center, radius } => ColliderBuilder::ball(*radius).translation(*center),
        PartShape::Capsule { ends, radius } => {
            ColliderBuilder::capsule_from_endpoints(ends[0], ends[1], *radius)
        }
        PartShape::Box { center, rotation, half } => {
            ColliderBuilder::cuboid(half.x, half.y, half.z).position(Pose::from_parts(*center, *rotation))
        }
        PartShape::Hull { points, triangles } => {
            hulls.hull(points, triangles).map_or_else(|| around(points), ColliderBuilder::new)
        }
    }
}

/// Box around points.
fn around(points: &[Vec3]) -> ColliderBuilder {
    let low = points.iter().copied().fold(Vec3::splat(f32::MAX), Vec3::min);
    let high = points.iter().copied().fold(Vec3::splat(f32::MIN), Vec3::max);
    let half = ((high - low) * 0.5).max(Vec3::splat(1e-3));
    ColliderBuilder::cuboid(half.x, half.y, half.z).translation(low.midpoint(high))
}
