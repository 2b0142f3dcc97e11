//! Descriptions that files carry beside the geometry: expressions, look-at, first person, node constraints, spring bones,
//! licence. Data only; the solvers are in other modules.

mod constraint;
mod dependency_order;
mod expression;
mod first_person;
mod licence;
mod look_at;
mod spring;

pub use constraint::{Axis, ConstraintKind, NodeConstraint};
pub use dependency_order::{OrderError, dependency_order};
pub use expression::{ColorBind, ColorSlot, Expression, ExpressionGroup, MorphBind, OverrideKind, UvBind};
pub use first_person::{FirstPerson, FirstPersonSetup};
pub use licence::Licence;
pub use look_at::{LookAtKind, LookAtSetup, RangeMap};
pub use spring::{Collider, ColliderGroup, ColliderShape, SpringJoint, SpringSetup, SpringSystem};

/// All descriptions of a character; empty where the file has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setup {
    /// Expressions.
    pub expressions: Vec<Expression>,
    /// Look-at of the eyes.
    pub look_at: Option<LookAtSetup>,
    /// First-person visibility.
    pub first_person: Option<FirstPersonSetup>,
    /// Node constraints.
    pub constraints: Vec<NodeConstraint>,
    /// Spring bones and their colliders.
    pub springs: SpringSystem,
    /// Authors and licence.
    pub licence: Option<Licence>,
}
