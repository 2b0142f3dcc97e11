//! Skeletons: the joint hierarchy with names and rest pose, joint masks, sockets.

mod joint;
mod mask;
mod rotation_chain;
mod skeleton;
mod socket;

pub use joint::{Joint, JointIndex};
pub use mask::JointMask;
pub(crate) use rotation_chain::RotationChain;
pub use skeleton::{Skeleton, SkeletonError};
pub use socket::Socket;
