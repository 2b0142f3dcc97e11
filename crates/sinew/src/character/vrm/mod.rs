//! VRM data of a character: expressions, look-at, first person, node constraints, spring bones, meta. Solvers
//! are in [`face`](crate::face) and [`constraint`](crate::constraint); spring bones are imported and
//! exported, not simulated yet.

mod constraint;
mod dependency_order;
mod expression;
mod first_person;
mod look_at;
mod meta;
mod spring;

pub use constraint::{Axis, ConstraintKind, NodeConstraint};
pub use dependency_order::{ConstraintCycle, dependency_order};
pub use expression::{
    ColorBind, ColorSlot, Expression, ExpressionGroup, MorphBind, OverrideKind, UvBind, from_vrm0_preset,
    vrm_preset_of_name,
};
pub use first_person::{FirstPersonFlag, FirstPersonSetup};
pub use look_at::{LookAtKind, LookAtSetup, RangeMap};
pub use meta::Meta;
pub use spring::{BodyDamping, Collider, ColliderGroup, ColliderShape, Spring, SpringBones, SpringJoint};
