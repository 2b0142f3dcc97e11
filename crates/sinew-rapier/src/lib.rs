#![doc = include_str!("../README.md")]

mod ground;
mod hulls;
mod joint_step;
mod physics;
mod ragdolls;
mod sets;
mod snapshot;
mod world;

pub use ground::RapierGround;
pub use physics::RapierPhysics;
pub use ragdolls::RapierRagdolls;
pub use rapier3d;
pub use sets::RapierSets;
pub use snapshot::RapierSnapshot;
pub use world::RapierWorld;
