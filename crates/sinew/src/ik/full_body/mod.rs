//! Full-body IK: several effectors solved at once over all joints.

pub(crate) mod body;
pub(crate) mod call;
pub(crate) mod cholesky;
pub(crate) mod limbs;
pub(crate) mod settings;
pub(crate) mod solver;
pub(crate) mod state;
pub(crate) mod step;
