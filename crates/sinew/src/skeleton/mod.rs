//! The tree of joints: names, parents, rest pose, and named places on joints.

mod joint;
mod mask;
mod skeleton;
mod socket;

pub use joint::{Joint, JointIndex};
pub use mask::JointMask;
pub use skeleton::{Skeleton, SkeletonError};
pub use socket::Socket;
