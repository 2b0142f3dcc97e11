//! IK rigs: the IK parts of a character by name, and goals that fade in and out on them.
//!
//! An [`IkRig`] lists the parts (limbs, legs, looks, chains, bodies, feet) and is shared by all instances of
//! a character; an [`IkState`] holds the goals of one instance
//! ([`Actor::set_ik`](crate::Actor::set_ik), [`IkState::set_goal`]). A rig is made by code
//! ([`IkRig::human`]), or from an [`IkRigDescription`], which can be written as RON.

pub(crate) mod attachments;
pub(crate) mod curve;
pub(crate) mod description;
pub(crate) mod effector;
pub(crate) mod error;
pub(crate) mod final_pose;
mod follow;
pub(crate) mod goal;
pub(crate) mod goal_space;
pub(crate) mod input;
pub(crate) mod limb;
pub(crate) mod part;
pub(crate) mod part_work;
pub(crate) mod rig;
pub(crate) mod shared_spine;
pub(crate) mod solve_limb;
mod solve_order;
pub(crate) mod solve_part;
pub(crate) mod solved_limbs;
pub(crate) mod state;

pub use description::description::{
    BodyDescription, ChainDescription, EffectorDescription, IkPartDescription, IkRigDescription,
    LegDescription, LimbDescription, LimitDescription, LimitsDescription, LineDescription, LookDescription,
    SplineDescription, SwingDescription,
};
pub use description::error::{IkRigError, IkRigProblem};
pub use description::socket::SocketDescription;
pub use effector::effector::{DEFAULT_FADE, EffectorId};
pub use effector::pose::EffectorPose;
pub use error::IkError;
pub use goal::{IkGoal, IkReport, IkTarget};
pub use input::IkInput;
pub use rig::IkRig;
pub use state::IkState;
