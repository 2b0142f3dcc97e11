//! Ragdolls: characters that fall, as rigid bodies per joint in a physics engine.
//!
//! A [`Ragdoll`] is the shared, immutable form: the parts with their shapes, masses and joint limits, which
//! [`Ragdoll::fit`] measures on the skin. A [`RagdollState`] is one instance of it. [`RagdollState::solve`]
//! moves it on by one frame between its animation and a [`Physics`] engine; the crate `sinew-rapier`
//! implements that trait with Rapier. A [`RagdollDescription`] is the editable form of a ragdoll, by joint
//! names. Rotations and the root's position alone are read back, so that bones keep their lengths whatever
//! the engine's joints do.

mod assemble;
mod description;
mod error;
mod fit;
mod hull;
mod joint_limit;
mod measure;
mod overlap;
mod part;
mod physics;
mod physics_snapshot;
mod ragdoll;
mod shape;
mod solve;
mod stability;
mod state;
#[cfg(feature = "ron")]
mod text;
mod units;
mod world_parts;

pub use description::{InertiaDescription, PartDescription, RagdollDescription};
pub use error::RagdollError;
pub use fit::RagdollSettings;
pub use joint_limit::JointLimitDescription;
pub use part::{PartDynamics, RagdollPart};
pub use physics::{
    BodyId, BodyMotion, ConstraintDrive, ConstraintFrame, ConstraintId, NewBody, NewConstraint, Physics,
};
pub use physics_snapshot::{PhysicsSnapshot, PhysicsSnapshotError};
pub use ragdoll::Ragdoll;
pub use shape::{MassProperties, PartShape, ShapeKind};
pub use solve::{PoseFit, RagdollInput};
pub use stability::StabilityNote;
pub use state::{BodyState, HitReaction, RagdollState};
