//! Ragdolls in Rapier as its defaults have them: for comparison with `sinew-rapier`.

use sinew::glam::{Quat, Vec3};
use sinew::ragdoll::{
    BodyId, BodyMotion, ConstraintDrive, ConstraintFrame, ConstraintId, NewBody, NewConstraint, PartShape,
    Physics,
};
use sinew_rapier::rapier3d::prelude::*;

/// Rapier world with a floor. Masses follow from the shapes; joints are spherical ones with a range of angles
/// per axis, which are those of the limit in the pose in which the ragdoll starts; there are no additional
/// iterations; motors are of Rapier's own model.
pub(crate) struct PlainWorld {
    world: PhysicsWorld,
    bodies: Vec<RigidBodyHandle>,
    joints: Vec<(ImpulseJointHandle, ConstraintFrame, Quat)>,
}

const AXES: [JointAxis; 3] = [JointAxis::AngX, JointAxis::AngY, JointAxis::AngZ];

/// Density of a body, kg/m³.
const DENSITY: f32 = 985.0;

/// Stiffness and damping of motors of full strength, which Rapier's default model takes per unit of mass.
const MOTOR: [f32; 2] = [400.0, 40.0];

impl PlainWorld {
    pub(crate) fn new(has_floor: bool) -> Self {
        let mut world = PhysicsWorld::new();
        world.integration_parameters.dt = 1.0 / 60.0;
        if has_floor {
            let floor =
                ColliderBuilder::cuboid(200.0, 5.0, 200.0).translation(Vec3::NEG_Y * 5.0).friction(1.0);
            world.colliders.insert(floor);
        }
        Self { world, bodies: Vec::new(), joints: Vec::new() }
    }

    /// Steps the world on by a sixtieth of a second.
    pub(crate) fn step(&mut self) {
        self.world.step();
    }

    /// Whether Rapier has put all bodies to sleep.
    pub(crate) fn sleeps(&self) -> bool {
        self.world.bodies.iter().all(|(_, body)| body.is_sleeping())
    }

    fn rigid(&mut self, body: BodyId) -> &mut RigidBody {
        &mut self.world.bodies[self.bodies[body.0 as usize]]
    }
}

impl Physics for PlainWorld {
    fn add_body(&mut self, body: &NewBody<'_>) -> BodyId {
        let BodyMotion { position, rotation, linear_velocity, angular_velocity } = body.motion;
        let rigid = RigidBodyBuilder::dynamic()
            .pose(Pose::from_parts(position, rotation))
            .linvel(linear_velocity)
            .angvel(angular_velocity);
        let handle = self.world.bodies.insert(rigid);
        for shape in body.shapes {
            let PartShape::Hull { points, .. } = shape else { continue };
            if let Some(collider) = ColliderBuilder::convex_hull(points) {
                let collider = collider.density(DENSITY).friction(body.friction);
                self.world.colliders.insert_with_parent(collider, handle, &mut self.world.bodies);
            }
        }
        self.bodies.push(handle);
        BodyId(self.bodies.len() as u64 - 1)
    }

    fn add_constraint(&mut self, joint: &NewConstraint<'_>) -> ConstraintId {
        let [parent, child] = [joint.parent.0, joint.child.0].map(|body| self.bodies[body.0 as usize]);
        let [from, to] = [(parent, joint.parent.1), (child, joint.child.1)]
            .map(|(body, frame)| *self.world.bodies[body].rotation() * frame.rotation);
        let present = (from.inverse() * to).normalize();
        let rows = joint.limit.rows(present);
        let mut data = GenericJoint::new(JointAxesMask::LOCKED_SPHERICAL_AXES);
        data.set_contacts_enabled(false);
        let (parent_frame, child_frame) = (joint.parent.1, joint.child.1);
        data.local_frame1 =
            Pose::from_parts(parent_frame.anchor, (parent_frame.rotation * rows.axes).normalize());
        let turn = child_frame.rotation * present.inverse() * rows.axes;
        data.local_frame2 = Pose::from_parts(child_frame.anchor, turn.normalize());
        for (axis, [min, max]) in AXES.into_iter().zip(rows.ranges) {
            let [min, max] = [min.clamp(-3.1, 0.0), max.clamp(0.0, 3.1)];
            data.set_limits(axis, [min, max]);
        }
        let handle = self.world.impulse_joints.insert(parent, child, data, true);
        self.joints.push((handle, ConstraintFrame { anchor: Vec3::ZERO, rotation: rows.axes }, present));
        ConstraintId(self.joints.len() as u64 - 1)
    }

    fn set_collisions(&mut self, a: BodyId, b: BodyId, collide: bool) {
        if !collide {
            let mut data = GenericJoint::new(JointAxesMask::empty());
            data.set_contacts_enabled(false);
            let [a, b] = [a, b].map(|body| self.bodies[body.0 as usize]);
            self.world.impulse_joints.insert(a, b, data, true);
        }
    }

    fn remove_body(&mut self, _: BodyId) {}

    fn body(&self, body: BodyId) -> Option<BodyMotion> {
        let rigid = self.world.bodies.get(self.bodies[body.0 as usize])?;
        Some(BodyMotion {
            position: rigid.translation(),
            rotation: *rigid.rotation(),
            linear_velocity: rigid.linvel(),
            angular_velocity: rigid.angvel(),
        })
    }

    fn set_body(&mut self, body: BodyId, motion: &BodyMotion) {
        self.rigid(body).set_position(Pose::from_parts(motion.position, motion.rotation), true);
    }

    fn move_kinematic(&mut self, body: BodyId, position: Vec3, rotation: Quat) {
        let rigid = self.rigid(body);
        if !rigid.is_kinematic() {
            rigid.set_body_type(RigidBodyType::KinematicPositionBased, true);
        }
        rigid.set_next_kinematic_position(Pose::from_parts(position, rotation));
    }

    fn release_body(&mut self, body: BodyId) {
        self.rigid(body).set_body_type(RigidBodyType::Dynamic, true);
    }

    fn set_drive(&mut self, joint: ConstraintId, drive: &ConstraintDrive) {
        let (handle, ConstraintFrame { rotation: axes, .. }, start) = self.joints[joint.0 as usize];
        let Some(joint) = self.world.impulse_joints.get_mut(handle, false) else { return };
        if drive.stiffness > 0.0 {
            let turn = axes.inverse() * (drive.target * start.inverse()) * axes;
            let turn = if turn.w < 0.0 { -turn } else { turn };
            for (n, axis) in AXES.into_iter().enumerate() {
                let angle = 2.0 * turn.xyz()[n].clamp(-1.0, 1.0).asin();
                joint.data.set_motor_position(axis, angle, MOTOR[0], MOTOR[1]);
            }
        }
    }

    fn apply_impulse(&mut self, body: BodyId, impulse: Vec3, point: Vec3) {
        self.rigid(body).apply_impulse_at_point(impulse, point, true);
    }

    fn wake(&mut self, body: BodyId) {
        self.rigid(body).wake_up(true);
    }

    /// Rapier alone decides what sleeps.
    fn allow_sleep(&mut self, _: BodyId) {}
}
