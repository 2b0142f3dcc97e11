use super::{MassProperties, PartShape, PhysicsSnapshot, PhysicsSnapshotError};
use crate::limit::Limit;
use glam::{Quat, Vec3};

/// Rigid bodies and the joints between them: what ragdolls need of a physics engine. All positions, rotations
/// and velocities are in the world, in metres, radians and seconds; identifiers are the implementation's own.
///
/// A ragdoll adds its bodies and joints when it starts, after the step of that frame, and removes them when
/// it stops. In every frame between it sets drives, steps and then reads bodies. An engine that steps its
/// world between two frames leaves [`Physics::step`] empty, and ragdolls show what its last step produced;
/// one that steps when it is asked shows the present frame.
pub trait Physics {
    /// Adds a dynamic body.
    fn add_body(&mut self, body: &NewBody<'_>) -> BodyId;

    /// Builds what a body of this shape will need, ahead of the frame that adds one. Called for all shapes of
    /// a ragdoll in the first frame that has physics; engines whose shapes are cheap leave this empty.
    fn prepare_shape(&mut self, shape: &PartShape) {
        let _ = shape;
    }

    /// Adds a joint between two bodies, which do not collide with one another from then on.
    fn add_constraint(&mut self, joint: &NewConstraint<'_>) -> ConstraintId;

    /// Sets whether two bodies, which no joint connects, collide with one another. At first they do.
    fn set_collisions(&mut self, a: BodyId, b: BodyId, collide: bool);

    /// Removes a body with its shapes and joints. Unknown bodies are ignored.
    fn remove_body(&mut self, body: BodyId);

    /// Motion of a body after the last step; `None` for an unknown body.
    fn body(&self, body: BodyId) -> Option<BodyMotion>;

    /// Puts a body elsewhere with new velocities, and wakes it.
    fn set_body(&mut self, body: BodyId, motion: &BodyMotion);

    /// Moves a body by animation from now on, as a kinematic one: it reaches the pose in the coming step, and
    /// nothing pushes it.
    fn move_kinematic(&mut self, body: BodyId, position: Vec3, rotation: Quat);

    /// Makes a body that [`Physics::move_kinematic`] moved dynamic again.
    fn release_body(&mut self, body: BodyId);

    /// Sets what a joint does in the coming steps.
    fn set_drive(&mut self, joint: ConstraintId, drive: &ConstraintDrive);

    /// Applies an impulse in N s at a point of a body.
    fn apply_impulse(&mut self, body: BodyId, impulse: Vec3, point: Vec3);

    /// Wakes a body that rests or sleeps.
    fn wake(&mut self, body: BodyId);

    /// Stops a body that rests, and lets it sleep as soon as what touches it does. Called in every frame in
    /// which a whole limp ragdoll is at rest, also for bodies that sleep; when the ragdoll moves again,
    /// [`Physics::wake`] is called.
    fn allow_sleep(&mut self, body: BodyId);

    /// Steps the world on by `dt` seconds. Engines that step their world themselves leave this empty.
    fn step(&mut self, dt: f32) {
        let _ = dt;
    }

    /// Saves the engine's whole state in a snapshot: bodies, joints, contacts and whatever else the coming
    /// steps depend on, so that after [`Physics::restore`] the same input gives the same bytes. Identifiers
    /// of bodies and joints stay valid. A snapshot that has been saved into before lends its memory, see
    /// [`PhysicsSnapshot::state`].
    ///
    /// # Errors
    /// [`PhysicsSnapshotError::Unsupported`] unless an engine implements it: games that save their world
    /// themselves need not.
    fn save(&self, snapshot: &mut PhysicsSnapshot) -> Result<(), PhysicsSnapshotError> {
        let _ = snapshot;
        Err(PhysicsSnapshotError::Unsupported)
    }

    /// Restores the state that [`Physics::save`] saved.
    ///
    /// # Errors
    /// When the snapshot is empty or of another kind of engine, or the engine does not support it; nothing
    /// changes then.
    fn restore(&mut self, snapshot: &PhysicsSnapshot) -> Result<(), PhysicsSnapshotError> {
        let _ = snapshot;
        Err(PhysicsSnapshotError::Unsupported)
    }
}

/// Identifier of a body, of the physics engine's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BodyId(pub u64);

/// Identifier of a joint, of the physics engine's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConstraintId(pub u64);

/// Pose and velocities of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyMotion {
    /// Position of the body's origin.
    pub position: Vec3,
    /// Rotation.
    pub rotation: Quat,
    /// Velocity of the centre of mass.
    pub linear_velocity: Vec3,
    /// Angular velocity.
    pub angular_velocity: Vec3,
}

impl BodyMotion {
    /// At rest at the origin.
    pub const STILL: Self = Self {
        position: Vec3::ZERO,
        rotation: Quat::IDENTITY,
        linear_velocity: Vec3::ZERO,
        angular_velocity: Vec3::ZERO,
    };
}

/// Body that a ragdoll adds.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct NewBody<'a> {
    /// Pose and velocities.
    pub motion: BodyMotion,
    /// Collision shapes, in the body's space.
    pub shapes: &'a [PartShape],
    /// Mass and inertia, in the body's space.
    pub mass: MassProperties,
    /// Coefficient of friction.
    pub friction: f32,
    /// Coefficient of restitution, 0 to 1.
    pub restitution: f32,
    /// Damping of the linear and of the angular velocity, 1/s.
    pub damping: [f32; 2],
}

impl<'a> NewBody<'a> {
    /// Body without restitution and damping, and with a friction of 0.5.
    #[must_use]
    pub fn new(motion: BodyMotion, shapes: &'a [PartShape], mass: MassProperties) -> Self {
        Self { motion, shapes, mass, friction: 0.5, restitution: 0.0, damping: [0.0; 2] }
    }

    /// Sets the coefficient of friction.
    #[must_use]
    pub fn with_friction(self, friction: f32) -> Self {
        Self { friction, ..self }
    }

    /// Sets the coefficient of restitution, 0 to 1.
    #[must_use]
    pub fn with_restitution(self, restitution: f32) -> Self {
        Self { restitution, ..self }
    }

    /// Sets the damping of the linear and of the angular velocity, 1/s.
    #[must_use]
    pub fn with_damping(self, damping: [f32; 2]) -> Self {
        Self { damping, ..self }
    }
}

/// Position and axes of a joint on one of its bodies, in the body's space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConstraintFrame {
    /// Point that both bodies share.
    pub anchor: Vec3,
    /// Rotation of the axes.
    pub rotation: Quat,
}

/// Ball joint that a ragdoll adds. The rotation of a joint is that of the child's frame in the parent's
/// frame.
#[derive(Clone, Copy, Debug)]
pub struct NewConstraint<'a> {
    /// The parent and its frame.
    pub parent: (BodyId, ConstraintFrame),
    /// The child and its frame.
    pub child: (BodyId, ConstraintFrame),
    /// Limit of the joint's rotation.
    pub limit: &'a Limit,
}

/// Motor of a joint: a damped spring towards a rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ConstraintDrive {
    /// Frame on the parent, which moves with joints between the two parts.
    pub parent_frame: ConstraintFrame,
    /// Rotation of the joint that the motor aims at.
    pub target: Quat,
    /// Angular velocity of the target, in the parent's frame.
    pub target_velocity: Vec3,
    /// Torque per radian, N m.
    pub stiffness: f32,
    /// Torque per radian and second, N m s.
    pub damping: f32,
    /// Torque besides on the child, and against it on the parent, in the world, N m: what the animation needs
    /// to be followed. Engines may ignore it and follow less closely.
    pub torque: Vec3,
    /// Whether the joint may turn beyond its limit: animated poses do, such as those of a body that gets up.
    /// Engines may ignore it, and such poses are not reached.
    pub ignores_limit: bool,
}

impl ConstraintDrive {
    /// Motor without torque that keeps the joint's limit, for a joint with this frame on the parent and this
    /// rotation to aim at.
    #[must_use]
    pub fn new(parent_frame: ConstraintFrame, target: Quat) -> Self {
        Self {
            parent_frame,
            target,
            target_velocity: Vec3::ZERO,
            stiffness: 0.0,
            damping: 0.0,
            torque: Vec3::ZERO,
            ignores_limit: false,
        }
    }

    /// Sets the angular velocity of the target, in the parent's frame.
    #[must_use]
    pub fn with_target_velocity(self, target_velocity: Vec3) -> Self {
        Self { target_velocity, ..self }
    }

    /// Sets the torque per radian, N m.
    #[must_use]
    pub fn with_stiffness(self, stiffness: f32) -> Self {
        Self { stiffness, ..self }
    }

    /// Sets the torque per radian and second, N m s.
    #[must_use]
    pub fn with_damping(self, damping: f32) -> Self {
        Self { damping, ..self }
    }

    /// Lets the joint turn beyond its limit.
    #[must_use]
    pub fn without_limit(self) -> Self {
        Self { ignores_limit: true, ..self }
    }

    /// Sets the torque besides, N m in the world.
    #[must_use]
    pub fn with_torque(self, torque: Vec3) -> Self {
        Self { torque, ..self }
    }
}
