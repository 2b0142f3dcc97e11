//! Transforms, palette matrices, bounding boxes, smoothing, easing.

pub(crate) mod angle;
pub(crate) mod axis_angle;
mod bounds;
pub(crate) mod disjoint_sets;
pub(crate) mod fused;
mod gravity;
mod largest;
mod mat3x4;
pub(crate) mod ops;
mod principal_axes;
pub(crate) mod random;
mod rotation;
pub(crate) mod simd;
mod smooth_damp;
mod smoothstep;
pub(crate) mod swing_twist;
mod transform;
pub(crate) mod triangle;
pub(crate) mod turn;
mod upright_world;

pub use bounds::Bounds;
pub use mat3x4::Mat3x4;
pub use rotation::slerp_shortest;
pub use smooth_damp::smooth_damp;
pub(crate) use smoothstep::mean_smoothstep;
pub use smoothstep::smoothstep;
pub use transform::Transform;
pub(crate) use upright_world::{UprightWorld, unit_of};

pub(crate) use disjoint_sets::DisjointSets;
pub(crate) use fused::{combined, fused, product};
pub(crate) use gravity::GRAVITY;
pub(crate) use largest::last_largest;
pub(crate) use principal_axes::principal_axes;
pub(crate) use rotation::mirrored;
pub(crate) use smooth_damp::smooth_damp_pair;
pub(crate) use transform::{LANES, TINY, flush_tiny, ratio};
pub(crate) use triangle::{nearest_on_triangle, nearest_share};
