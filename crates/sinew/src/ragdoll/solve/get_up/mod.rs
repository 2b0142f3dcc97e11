//! A body that gets up: the pose to which it is led, on the ground and on the way from where it lay, and the
//! forces that lead it.

mod aim;
mod fit_pose;
mod ground_pose;
mod lift_limbs;
mod limb;
mod plant;
mod progress;
mod pull;
mod raise_limbs;
mod slope;

pub use fit_pose::PoseFit;
