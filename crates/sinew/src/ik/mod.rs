//! Reaching and looking.

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
#[cfg(target_arch = "x86_64")]
mod eight;
mod fabrik;
mod full_body;
mod human;
mod jacobian;
mod lane;
mod limb;
mod limit;
mod look_at;
mod range;
mod solve;
mod swing;
mod two_bone;

pub use aim::{Aim, AimTurn, ViewCone, solve_aims};
pub use bent::ChainScratch;
pub use body_solver::{Balance, BodyGoal, FullBodySolver, RootBehaviour};
pub use body_state::FullBodyScratch;
pub use chain::{Chain, ChainError, Link};
pub use cone::{ConeError, ReachCone};
pub use full_body::{FullBody, MOST_EFFECTORS};
pub use human::HumanLimits;
pub use limb::{Limb, LimbSettings};
pub use limit::{Limit, Measure, MeasureKind};
pub use look_at::{LookAt, LookSettings, LookState, Looked};
pub use range::AngleRange;
pub use solve::{ChainGoal, ChainMethod, ChainSolver, Reach};
pub use swing::{Swing, SwingEllipse};
pub use two_bone::{TwoBone, TwoBoneTurns, hinge_axis, solve_two_bones};
