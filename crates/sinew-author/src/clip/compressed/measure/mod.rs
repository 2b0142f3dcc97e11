//! Compression error, measured in the posed skeleton.

pub(crate) mod compression_error;
pub(crate) mod influence;
pub(crate) mod segment_poses;
pub(crate) mod skin_points;
