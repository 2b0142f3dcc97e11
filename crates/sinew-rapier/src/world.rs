use crate::{RapierGround, RapierPhysics, RapierRagdolls};
use rapier3d::prelude::*;
use sinew::glam::{Quat, Vec3};
use sinew::ragdoll::{
    BodyId, BodyMotion, ConstraintDrive, ConstraintId, NewBody, NewConstraint, PartShape, Physics,
};
use sinew::ragdoll::{PhysicsSnapshot, PhysicsSnapshotError};

/// Rapier world with ragdolls in it, stepped at 60 Hz whatever the frame rate: frames between two steps show
/// a pose between them.
pub struct RapierWorld {
    /// The world: for colliders and bodies of one's own, gravity and other settings.
    pub world: PhysicsWorld,
    /// The ragdolls in it.
    pub ragdolls: RapierRagdolls,
    /// Floors, with their heights.
    floors: Vec<(ColliderHandle, f32)>,
}

/// Length of a step unless it is set otherwise, seconds.
const STEP: f32 = 1.0 / 60.0;

/// Half lengths of a floor, metres.
const FLOOR: Vec3 = Vec3::new(200.0, 5.0, 200.0);

/// Longest frame that is followed to its end, seconds.
const LONGEST_FRAME: f32 = 0.25;

impl Default for RapierWorld {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for RapierWorld {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RapierWorld")
            .field("bodies", &self.world.bodies.len())
            .field("ragdolls", &self.ragdolls)
            .finish_non_exhaustive()
    }
}

impl RapierWorld {
    /// An empty world with Earth's gravity.
    #[must_use]
    pub fn new() -> Self {
        let mut world = PhysicsWorld::new();
        world.integration_parameters.dt = STEP;
        Self { world, ragdolls: RapierRagdolls::new(), floors: Vec::new() }
    }

    /// Sets the number of units of length that are a metre, for worlds of other units: gravity and tolerances
    /// follow.
    #[must_use]
    pub fn with_units_per_metre(mut self, units: f32) -> Self {
        self.world.gravity = Vec3::NEG_Y * (9.81 * units);
        self.world.integration_parameters.length_unit = units;
        for (floor, height) in &self.floors {
            if let Some(collider) = self.world.colliders.get_mut(*floor) {
                collider.set_shape(SharedShape::cuboid(FLOOR.x * units, FLOOR.y * units, FLOOR.z * units));
                collider.set_translation(Vec3::Y * (height - FLOOR.y * units));
            }
        }
        self
    }

    /// Adds a horizontal floor at a height: a box of 400 m by 400 m around the origin. (Rapier's half-spaces
    /// touch convex hulls by one of their faces, which may leave out the deepest corner.)
    #[must_use]
    pub fn with_floor(mut self, height: f32) -> Self {
        let half = FLOOR * self.world.integration_parameters.length_unit;
        let floor = self.add_box(Vec3::Y * (height - half.y), Quat::IDENTITY, half);
        self.floors.push((floor, height));
        self
    }

    /// Adds an immovable box.
    pub fn add_box(&mut self, center: Vec3, rotation: Quat, half: Vec3) -> ColliderHandle {
        let collider =
            ColliderBuilder::cuboid(half.x, half.y, half.z).position(Pose::from_parts(center, rotation));
        self.world.colliders.insert(collider.friction(1.0))
    }

    /// Adds an immovable triangle mesh, with indices into its positions. What lies behind the triangles,
    /// whose corners are counter-clockwise from the front, is solid: feet that begin a little inside a closed
    /// surface are pushed out of it.
    ///
    /// # Errors
    /// When the mesh has no triangles, or Rapier cannot use it.
    pub fn add_mesh(&mut self, positions: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> Result<(), String> {
        let solid = TriMeshFlags::ORIENTED
            | TriMeshFlags::FIX_INTERNAL_EDGES
            | TriMeshFlags::MERGE_DUPLICATE_VERTICES;
        let collider = ColliderBuilder::trimesh_with_flags(positions.clone(), triangles.clone(), solid)
            .or_else(|_| ColliderBuilder::trimesh(positions, triangles))
            .map_err(|error| format!("{error:?}"))?;
        self.world.colliders.insert(collider.friction(1.0));
        Ok(())
    }

    /// Steps the world on by a frame of `dt` seconds, in steps of `world.integration_parameters.dt`. A frame
    /// of more than a quarter of a second counts as that.
    pub fn step(&mut self, dt: f32) {
        let step = self.world.integration_parameters.dt;
        if dt.is_nan() || dt <= 0.0 || step.is_nan() || step <= 0.0 {
            return;
        }
        let dt = dt.min(LONGEST_FRAME);
        self.ragdolls.step = step;
        self.ragdolls.ahead -= dt;
        while self.ragdolls.ahead < -1e-6 {
            self.ragdolls.ahead += step;
            self.ragdolls.move_animated(&mut self.world.bodies, -self.ragdolls.ahead, dt);
            let ahead = step - self.ragdolls.ahead;
            self.ragdolls.prepare(&mut self.world.bodies, &mut self.world.impulse_joints, step, ahead);
            self.world.step();
        }
        self.ragdolls.hold_animated();
    }

    /// The immovable colliders as ground for feet and for bodies that get up; see
    /// [`FrameInput::with_ground`](sinew::FrameInput::with_ground).
    #[must_use]
    pub fn ground(&self) -> RapierGround {
        let PhysicsWorld { bodies, colliders, integration_parameters, .. } = &self.world;
        RapierGround::new(bodies, colliders, integration_parameters.length_unit)
    }

    /// Physics for several actors in a frame, whose frames do not step the world: call [`RapierWorld::step`]
    /// once.
    pub fn physics(&mut self) -> RapierPhysics<'_> {
        self.ragdolls.physics(&mut self.world)
    }
}

/// Physics for a single actor, whose frames step the world.
impl Physics for RapierWorld {
    fn prepare_shape(&mut self, shape: &PartShape) {
        self.ragdolls.prepare_shape(shape);
    }

    fn add_body(&mut self, body: &NewBody<'_>) -> BodyId {
        self.physics().add_body(body)
    }

    fn add_constraint(&mut self, joint: &NewConstraint<'_>) -> ConstraintId {
        self.physics().add_constraint(joint)
    }

    fn set_collisions(&mut self, a: BodyId, b: BodyId, collide: bool) {
        self.physics().set_collisions(a, b, collide);
    }

    fn remove_body(&mut self, body: BodyId) {
        self.physics().remove_body(body);
    }

    fn body(&self, body: BodyId) -> Option<BodyMotion> {
        self.ragdolls.motion(body, &self.world.bodies)
    }

    fn set_body(&mut self, body: BodyId, motion: &BodyMotion) {
        self.physics().set_body(body, motion);
    }

    fn move_kinematic(&mut self, body: BodyId, position: Vec3, rotation: Quat) {
        self.physics().move_kinematic(body, position, rotation);
    }

    fn release_body(&mut self, body: BodyId) {
        self.physics().release_body(body);
    }

    fn set_drive(&mut self, joint: ConstraintId, drive: &ConstraintDrive) {
        self.physics().set_drive(joint, drive);
    }

    fn apply_impulse(&mut self, body: BodyId, impulse: Vec3, point: Vec3) {
        self.physics().apply_impulse(body, impulse, point);
    }

    fn wake(&mut self, body: BodyId) {
        self.physics().wake(body);
    }

    fn allow_sleep(&mut self, body: BodyId) {
        self.physics().allow_sleep(body);
    }

    fn step(&mut self, dt: f32) {
        Self::step(self, dt);
    }

    fn save(&self, snapshot: &mut PhysicsSnapshot) -> Result<(), PhysicsSnapshotError> {
        self.ragdolls.save(&self.world, snapshot.state());
        Ok(())
    }

    fn restore(&mut self, snapshot: &PhysicsSnapshot) -> Result<(), PhysicsSnapshotError> {
        self.ragdolls.restore(&mut self.world, snapshot.saved()?)
    }
}
