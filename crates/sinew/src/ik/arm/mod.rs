//! Additions to arms: spine assist, a collider of the body that keeps elbows out, grips of hands.

pub(crate) mod collider;
pub(crate) mod grip;
pub(crate) mod posed_slab;
pub(crate) mod spine_assist;
