//! Feet on the ground: steps, stairs, strides and bodies that lie.

mod footsteps;
mod lying_feet;
mod resting_feet;
mod stairs;
mod strides;
mod walks;
