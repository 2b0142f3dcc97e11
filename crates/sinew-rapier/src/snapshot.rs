use crate::RapierRagdolls;
use rapier3d::prelude::*;
use sinew::glam::Vec3;
use sinew::ragdoll::PhysicsSnapshotError;

/// State of a Rapier world with ragdolls at a time, to go back to.
///
/// It holds everything that the coming steps depend on: bodies, colliders, joints, islands, both phases of
/// collision detection with the contacts and impulses that the solver starts from, settings. Shapes are
/// shared. Rapier's sets can only be cloned as a whole: saving and restoring allocate what they hold anew,
/// and the solver builds its working memory again in the first step after a restore.
///
/// [`RapierWorld`](crate::RapierWorld) saves itself by [`Physics::save`](sinew::ragdoll::Physics::save); for
/// a world of one's own there is [`RapierRagdolls::save`].
///
/// ```
/// use sinew_rapier::rapier3d::prelude::*;
/// use sinew_rapier::{RapierRagdolls, RapierSnapshot};
///
/// let (mut world, mut ragdolls) = (PhysicsWorld::new(), RapierRagdolls::new());
/// let ball = world.bodies.insert(RigidBodyBuilder::dynamic());
/// let mut snapshot = RapierSnapshot::default();
/// ragdolls.save(&world, &mut snapshot);
/// world.step();
/// ragdolls.restore(&mut world, &snapshot)?;
/// assert_eq!(world.bodies[ball].translation().y, 0.0);
/// # Ok::<(), sinew::ragdoll::PhysicsSnapshotError>(())
/// ```
#[derive(Clone, Default)]
pub struct RapierSnapshot {
    saved: Option<(WorldState, RapierRagdolls)>,
}

/// Declares what is saved of a [`PhysicsWorld`]: all but its working memory.
macro_rules! world_state {
    ($($part:ident: $kind:ty),* $(,)?) => {
        /// All of a [`PhysicsWorld`] but its working memory.
        #[derive(Clone)]
        struct WorldState {
            $($part: $kind),*
        }

        impl WorldState {
            fn of(world: &PhysicsWorld) -> Self {
                let PhysicsWorld { physics_pipeline: _, collision_pipeline: _, $($part),* } = world;
                Self { $($part: $part.clone()),* }
            }

            fn restore(&self, world: &mut PhysicsWorld) {
                // The solver keeps what it assembled for the last step under numbers that count changes, and
                // those numbers go back.
                let mut physics_pipeline = PhysicsPipeline::new();
                physics_pipeline.counters = world.physics_pipeline.counters;
                #[cfg(feature = "parallel")]
                physics_pipeline.set_thread_pool(world.thread_pool());
                let collision_pipeline = CollisionPipeline::new();
                let Self { $($part),* } = self.clone();
                *world = PhysicsWorld { physics_pipeline, collision_pipeline, $($part),* };
            }
        }
    };
}

world_state! {
    gravity: Vec3,
    integration_parameters: IntegrationParameters,
    islands: IslandManager,
    broad_phase: BroadPhaseBvh,
    narrow_phase: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    impulse_joints: ImpulseJointSet,
    multibody_joints: MultibodyJointSet,
    soft_bodies: SoftBodySet,
    ccd_solver: CCDSolver,
}

impl RapierRagdolls {
    /// Saves a world of one's own with the ragdolls in it, in place of what the snapshot held. Save between
    /// steps.
    pub fn save(&self, world: &PhysicsWorld, snapshot: &mut RapierSnapshot) {
        snapshot.saved = Some((WorldState::of(world), self.clone()));
    }

    /// Restores a world of one's own and the ragdolls in it. Handles of Rapier stay valid.
    ///
    /// # Errors
    /// When the snapshot is empty; nothing changes then.
    pub fn restore(
        &mut self,
        world: &mut PhysicsWorld,
        snapshot: &RapierSnapshot,
    ) -> Result<(), PhysicsSnapshotError> {
        let (state, ragdolls) = snapshot.saved.as_ref().ok_or(PhysicsSnapshotError::Empty)?;
        state.restore(world);
        self.clone_from(ragdolls);
        Ok(())
    }
}

impl std::fmt::Debug for RapierSnapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let bodies = self.saved.as_ref().map(|(state, _)| state.bodies.len());
        f.debug_struct("RapierSnapshot").field("bodies", &bodies).finish_non_exhaustive()
    }
}
