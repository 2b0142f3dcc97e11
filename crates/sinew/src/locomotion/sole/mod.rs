//! Soles of posed feet as points, and the ground under them.

pub(crate) mod lock;
pub(crate) mod posed_sole;
pub(crate) mod sole_points;
