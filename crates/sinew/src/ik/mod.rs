//! Reaching and looking: inverse kinematics that obeys limits in every step.
//!
//! What it costs and needs grows from part to part:
//! - in closed form, eight at a time where there are many: [`Aim`] turns one joint to a target, [`TwoBone`] an arm or a leg;
//! - with limits: [`Limb`] for arms and legs, [`LookAt`] for all that looks, [`ChainSolver`] for chains of any length, by four
//!   methods, [`FullBodySolver`] for several effectors at once;
//! - in the frame: an [`IkRig`] says what of a character can be told to reach and look, an [`IkState`] fades goals in and out
//!   ([`Actor::set_rig`](crate::Actor::set_rig), [`Actor::reach`](crate::Actor::reach)).
//!
//! What a joint may do is a [`Limit`]: a swing of the bone (hinge, ellipse, cone) and a twist about it, counted from where the
//! joint is measured. [`HumanLimits`] are those of people, from the T-pose, whatever pose a body rests in.
//!
//! All solvers take a pose as it is animated, local and in model space, and write rotations. Nothing is fed from last
//! frame's answer; what remembers says so ([`LookState`], [`IkState`]). Bodies may be scaled evenly and mirrored.

mod aim;
mod bent;
mod body_solver;
mod body_state;
mod body_work;
mod ccd;
mod chain;
mod cholesky;
mod cone;
mod curl;
mod description;
mod description_compile;
mod description_default;
mod description_error;
mod description_limits;
mod description_parts;
#[cfg(feature = "serde")]
mod description_text;
#[cfg(target_arch = "x86_64")]
mod eight;
mod fabrik;
mod feet;
mod feet_state;
mod full_body;
mod goal;
mod ground;
mod human;
mod jacobian;
mod lane;
mod limb;
mod limit;
mod look_at;
mod palm;
mod range;
mod rig;
mod rig_part;
mod rig_state;
mod sole;
mod solve;
mod stride;
mod swing;
mod two_bone;

pub use aim::{Aim, AimTurn, ViewCone, solve_aims};
pub use bent::ChainScratch;
pub use body_solver::{Balance, BodyGoal, FullBodySolver, RootBehaviour};
pub use body_state::FullBodyScratch;
pub use chain::{Chain, ChainError, Link};
pub use cone::{ConeError, ReachCone};
pub use description::{
    BodyDescription, ChainDescription, EffectorDescription, IkPartDescription, IkRigDescription,
    LimbDescription, LimitDescription, LimitsDescription, LineDescription, LookDescription, SwingDescription,
};
pub use description_error::{RigError, RigProblem};
#[cfg(feature = "serde")]
pub use description_text::{rig_from_ron, rig_to_ron};
pub use feet::{FootPlacement, FootSettings};
pub use feet_state::{FeetState, FootReport};
pub use full_body::{FullBody, MOST_EFFECTORS};
pub use goal::{IkGoal, IkPlace, IkReport};
pub use ground::{Ground, GroundHit, heights};
pub use human::HumanLimits;
pub use limb::{Limb, LimbSettings};
pub use limit::{Limit, Measure, MeasureKind};
pub use look_at::{LookAt, LookSettings, LookState, Looked};
pub use palm::Palm;
pub use range::AngleRange;
pub use rig::{IkRig, IkSlot, USUAL_FADE};
pub use rig_state::IkState;
pub use solve::{ChainGoal, ChainMethod, ChainSolver, Reach};
pub use swing::{Swing, SwingEllipse};
pub use two_bone::{TwoBone, TwoBoneTurns, hinge_axis, solve_two_bones};
