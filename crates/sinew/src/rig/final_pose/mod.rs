//! Work of the rig in the pose that later stages have made: limbs hold on to others, and reports say where
//! effectors are.

mod hold;
mod miss;
mod reports;

pub(super) use miss::Miss;
