//! Inverse kinematics: solvers that read an animated pose and write joint rotations within the joints'
//! limits.
//!
//! From the cheapest to the most general:
//! - closed form, up to eight at a time: [`Aim`] turns one joint to a target, [`TwoBone`] solves an arm or a
//!   leg;
//! - with joint limits: [`Limb`] for arms and legs, [`LookAt`] for eyes, head, neck and spine,
//!   [`ChainSolver`] for chains of any length by four methods, [`FullBodySolver`] for several effectors at
//!   once;
//! - additions to limbs: [`SpineAssist`] bends the spine towards a goal beyond an arm's reach,
//!   [`ArmCollider`] keeps arms out of the body, [`FootRollLeg`] rolls over the ball of the foot, [`Spline`]
//!   lays a chain along a curve.
//!
//! Joint limits are in [`limit`](crate::limit), feet on uneven ground in [`locomotion`](crate::locomotion),
//! and goals that fade in and out on a character's IK rig in [`rig`](crate::rig).
//!
//! Every solver over joints takes the animated pose as an [`IkPose`] and writes rotations; [`Aim`] and
//! [`TwoBone`] take positions. No solver is fed its own result of the frame before; types with state are
//! named so ([`LookState`]). Skeletons may be scaled evenly and mirrored.

pub(crate) mod analytic;
pub(crate) mod arm;
pub(crate) mod chain;
pub(crate) mod full_body;
pub(crate) mod ik_pose;
pub(crate) mod leg;
pub(crate) mod look_at;

pub use analytic::aim::{Aim, AimResult, ViewCone, solve_aims};
pub use analytic::limb::{Limb, LimbSettings};
pub use analytic::limb_state::LimbState;
pub use analytic::two_bone::{TwoBone, TwoBoneResult, hinge_axis, solve_two_bones};
pub use arm::collider::{ArmCollider, MAX_SLABS};
pub use arm::grip::Grip;
pub use arm::spine_assist::SpineAssist;
pub use chain::chain::{Chain, IkSetupError, Link};
pub use chain::method::ChainMethod;
pub use chain::solver::{ChainGoal, ChainSolver, IkResult};
pub use chain::spline::{Spline, SplineSettings};
pub use chain::state::ChainScratch;
pub use full_body::body::{FullBody, MAX_EFFECTORS};
pub use full_body::settings::{Balance, BodyGoal, FullBodySolver, RootBehaviour};
pub use full_body::state::FullBodyScratch;
pub use ik_pose::IkPose;
pub use leg::foot_roll_leg::FootRollLeg;
pub use leg::settings::{FootMode, FootRollSettings};
pub use look_at::eyes::Eyes;
pub use look_at::look_at::{LookAt, LookAtResult, LookSettings};
pub use look_at::state::LookState;
