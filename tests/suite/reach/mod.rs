//! Statistics of the IK solvers over many random targets, printed by a bench and bounded by a test.

mod body;
mod legal;
mod part;
mod posed;
mod row;
mod solver;
mod targets;
mod whole;
mod whole_row;

pub use body::Body;
pub use part::{Case, Part};
pub use row::{Jumps, Row};
pub use solver::{ALONE, Solver};
pub use targets::Targets;
pub use whole::{Five, Whole};
pub use whole_row::WholeTargets;
