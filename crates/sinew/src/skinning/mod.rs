//! Skinning: the palettes of a frame ([`SkinningState`]), and skinning and morph targets on the processor with the
//! same result as the renderer's shaders, for rays, decals, hair and tools.

mod blend_rows;
mod blended_matrix;
mod buffers;
mod corners;
mod dual_quat_joint;
mod dual_quaternion;
mod dual_quaternion_scalar;
mod dual_quaternion_wide;
mod fast;
mod fast_scalar;
mod fast_wide;
mod linear;
mod morph;
mod morph_tangents;
mod state;
#[cfg(test)]
mod test_mesh;
mod vertex_matrix;
mod wide;

pub use buffers::{SkinInput, SkinOutput, SkinnedVertices};
pub(crate) use corners::{Corners, morphed_corners, skin_corners};
pub use dual_quat_joint::{DualQuatJoint, write_dual_quaternions};
pub use dual_quaternion::skin_dual_quaternion;
pub use fast::skin_linear_fast;
pub use linear::skin_linear;
pub use morph::{add_morph_colors, add_morph_targets};
pub use morph_tangents::turn_tangents;
pub use state::SkinningState;
pub(crate) use vertex_matrix::vertex_matrix;
