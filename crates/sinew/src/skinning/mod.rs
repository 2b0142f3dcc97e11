//! CPU skinning and morph targets, with the same result as the renderer's shaders: for tools, ray casts and tests.

mod blended_matrix;
mod buffers;
mod dual_quaternion;
mod fast;
mod fast_scalar;
mod fast_wide;
mod linear;
mod morph;
mod wide;

pub use buffers::{SkinInput, SkinOutput, SkinnedVertices};
pub use dual_quaternion::{DualQuatJoint, skin_dual_quaternion, write_dual_quaternions};
pub use fast::skin_linear_fast;
pub use linear::skin_linear;
pub use morph::add_morph_targets;
