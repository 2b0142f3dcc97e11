//! Solvers in closed form: aim, two-bone IK, and limbs with limits that start from it; eight at a time where there are many.

pub(crate) mod aim;
pub(crate) mod aim_wide;
pub(crate) mod free_limb;
pub(crate) mod limb;
pub(crate) mod two_bone;
pub(crate) mod two_bone_wide;
pub(crate) mod wide;
