//! Closed-form solvers: aim, two-bone IK, and limbs with joint limits that start from it. Many at once are
//! solved in SIMD lanes.

pub(crate) mod aim;
pub(crate) mod aim_wide;
pub(crate) mod free_limb;
pub(crate) mod limb;
pub(crate) mod limb_state;
pub(crate) mod two_bone;
pub(crate) mod two_bone_wide;
pub(crate) mod wide;
