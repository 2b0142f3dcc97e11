//! Skeletons: the joint hierarchy with names and rest pose, joint masks, sockets.

mod joint;
mod mask;
mod pose_range;
mod reference;
mod rotation_chain;
mod skeleton;
mod socket;

pub use joint::{Joint, JointId};
pub use mask::JointMask;
pub(crate) use pose_range::{JointRange, finite_or};
pub use pose_range::{MAX_COORDINATE, MAX_WEIGHT};
pub use reference::{ReferenceOrigin, ReferencePoseError};
pub(crate) use rotation_chain::{RotationChain, mirrored_by};
pub use skeleton::{Skeleton, SkeletonError};
pub use socket::Socket;
