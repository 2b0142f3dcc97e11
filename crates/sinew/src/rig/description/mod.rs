//! Descriptions of IK rigs: plain data that names joints, its checks and its compilation to an
//! [`IkRig`](crate::rig::IkRig).

pub(crate) mod check;
pub(crate) mod compile;
pub(crate) mod defaults;
pub(crate) mod description;
pub(crate) mod error;
pub(crate) mod error_list;
#[cfg(feature = "ron")]
pub(crate) mod grammar;
pub(crate) mod limits;
pub(crate) mod line_of_sight;
pub(crate) mod named_joints;
pub(crate) mod numbers;
pub(crate) mod parts;
pub(crate) mod socket;
#[cfg(feature = "ron")]
pub(crate) mod text;
