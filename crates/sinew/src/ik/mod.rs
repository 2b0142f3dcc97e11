//! Reaching and looking.

mod aim;
mod bent;
mod ccd;
mod chain;
mod cone;
mod curl;
#[cfg(target_arch = "x86_64")]
mod eight;
mod fabrik;
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
pub use chain::{Chain, ChainError, Link};
pub use cone::{ConeError, ReachCone};
pub use human::HumanLimits;
pub use limb::{Limb, LimbSettings};
pub use limit::{Limit, Measure, MeasureKind};
pub use look_at::{LookAt, LookSettings, LookState, Looked};
pub use range::AngleRange;
pub use solve::{ChainGoal, ChainMethod, ChainSolver, Reach};
pub use swing::{Swing, SwingEllipse};
pub use two_bone::{TwoBone, TwoBoneTurns, hinge_axis, solve_two_bones};
