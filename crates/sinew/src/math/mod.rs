//! Transforms, palette matrices and boxes; the conventions of the whole engine live here.

mod bounds;
mod mat3x4;
mod rotation;
mod transform;

pub use bounds::Bounds;
pub use mat3x4::Mat3x4;
pub use rotation::slerp_shortest;
pub use transform::Transform;
