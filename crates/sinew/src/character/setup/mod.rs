//! What a file says about a character beyond its shape: faces, gaze, constraints, springs, licence. Descriptions only;
//! the rooms further down hold what acts on them.

mod constraint;
mod expression;
mod first_person;
mod licence;
mod look_at;
mod order;
mod spring;

pub use constraint::{Axis, ConstraintKind, NodeConstraint};
pub use expression::{ColorBind, ColorSlot, Expression, ExpressionGroup, MorphBind, OverrideKind, UvBind};
pub use first_person::{FirstPerson, FirstPersonSetup};
pub use licence::Licence;
pub use look_at::{LookAt, LookAtKind, RangeMap};
pub use order::{OrderError, dependency_order};
pub use spring::{Collider, ColliderGroup, ColliderShape, SpringJoint, SpringSetup, SpringSystem};

/// All of it. Empty for files that say nothing of the kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setup {
    /// Faces by name.
    pub expressions: Vec<Expression>,
    /// How the eyes follow a target; none where the file does not say.
    pub look_at: Option<LookAt>,
    /// What the character sees of itself; none where the file does not say.
    pub first_person: Option<FirstPersonSetup>,
    /// Nodes that follow other nodes.
    pub constraints: Vec<NodeConstraint>,
    /// Chains that swing, and what they bump into.
    pub springs: SpringSystem,
    /// Who made it and what others may do with it.
    pub licence: Option<Licence>,
}
