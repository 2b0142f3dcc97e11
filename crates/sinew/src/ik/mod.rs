//! Reaching and looking: inverse kinematics that obeys limits in every step.
//!
//! What it costs and needs grows from part to part:
//! - in closed form, eight at a time where there are many: [`Aim`] turns one joint to a target, [`TwoBone`] an arm or a leg;
//! - with limits: [`Limb`] for arms and legs, [`LookAt`] for all that looks, [`ChainSolver`] for chains of any length, by four
//!   methods, [`FullBodySolver`] for several effectors at once;
//! - around limbs: [`SpineAssist`] bends the body to what an arm does not reach, [`ArmCollider`] keeps arms out of it, [`Leg`] stands on the
//!   ball of its foot, [`Spline`] lays chains along curves, [`Climb`] tells hands and feet their rungs;
//! - in the frame: an [`IkRig`] says what of a character can be told to reach and look, an [`IkState`] fades goals in and out
//!   ([`Actor::set_rig`](crate::Actor::set_rig), [`Actor::reach`](crate::Actor::reach)).
//!
//! What a joint may do is a [`Limit`]: a swing of the bone (hinge, ellipse, cone) and a twist about it, counted from where the
//! joint is measured. [`HumanLimits`] are those of people, from the T-pose, whatever pose a body rests in.
//!
//! All solvers take a pose as it is animated, local and in model space, and write rotations. Nothing is fed from last
//! frame's answer; what remembers says so ([`LookState`], [`IkState`]). Bodies may be scaled evenly and mirrored.

mod aim;
mod aim_wide;
mod angle;
mod bent;
mod body_limbs;
mod body_solver;
mod body_state;
mod body_step;
mod body_work;
mod carried;
mod ccd;
mod chain;
mod cholesky;
mod climb;
mod cone;
mod curl;
mod curve;
mod curve_state;
mod description;
mod description_check;
mod description_compile;
mod description_default;
mod description_error;
mod description_faults;
mod description_limits;
mod description_line;
mod description_named;
mod description_numbers;
mod description_parts;
#[cfg(feature = "serde")]
mod description_text;
#[cfg(target_arch = "x86_64")]
mod eight;
mod eyes;
mod fabrik;
mod feet;
mod feet_hips;
mod feet_scene;
mod feet_state;
mod foothold;
mod four;
mod front;
mod full_body;
mod gait;
mod goal;
mod ground;
mod heel;
mod held;
mod human;
mod jacobian;
mod ladder;
mod landing;
mod lane;
mod lean;
mod leg;
mod leg_foot;
mod limb;
mod limb_free;
mod limb_part;
mod limit;
mod look_at;
mod look_state;
mod measure;
mod palm;
mod parts;
mod range;
mod rig;
mod rig_limb;
mod rig_part;
mod rig_state;
mod rig_tip;
mod rounds;
mod share;
mod sole;
mod sole_points;
mod solve;
mod spline;
mod stride;
mod swing;
mod torso;
mod torso_human;
mod torso_shape;
mod turns;
mod two_bone;
mod two_bone_wide;
mod view;
mod wide;

pub use aim::{Aim, AimResult, ViewCone, solve_aims};
pub use bent::ChainScratch;
pub use body_solver::{Balance, BodyGoal, FullBodySolver, RootBehaviour};
pub use body_state::FullBodyScratch;
pub use chain::{Chain, ChainError, Link};
pub use climb::{Climb, ClimbPose};
pub use cone::{ConeError, SwingPolygon};
pub use description::{
    BodyDescription, ChainDescription, EffectorDescription, IkPartDescription, IkRigDescription,
    LegDescription, LimbDescription, LimitDescription, LimitsDescription, LineDescription, LookDescription,
    SplineDescription, SwingDescription,
};
pub use description_error::{RigError, RigProblem};
#[cfg(feature = "serde")]
pub use description_text::{rig_from_ron, rig_to_ron};
pub use eyes::Eyes;
pub use feet::{FootIk, FootSettings};
pub use feet_state::{FootIkState, FootReport};
pub use full_body::{FullBody, MAX_EFFECTORS};
pub use goal::{IkGoal, IkReport, IkTarget};
pub use ground::{Ground, GroundHit, heights};
pub use human::HumanLimits;
pub use ladder::Ladder;
pub use lean::SpineAssist;
pub use leg::{FootMode, Leg, LegSettings};
pub use limb::{Limb, LimbSettings};
pub use limit::Limit;
pub use look_at::{LookAt, LookAtResult, LookSettings};
pub use look_state::LookState;
pub use measure::{LimitReadingKind, Measure};
pub use palm::Grip;
pub use range::AngleRange;
pub use rig::{DEFAULT_FADE, EffectorId, IkRig};
pub use rig_state::IkState;
pub use rig_tip::EffectorPose;
pub use solve::{ChainGoal, ChainMethod, ChainSolver, Reach};
pub use spline::{Spline, SplineSettings};
pub use swing::{Swing, SwingEllipse};
pub use torso::{ArmCollider, MAX_SLABS};
pub use torso_shape::ColliderSlab;
pub use two_bone::{TwoBone, TwoBoneResult, hinge_axis, solve_two_bones};
