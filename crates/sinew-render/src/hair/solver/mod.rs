//! Simulation of control hairs on the device: the method of [`sinew::hair::HairSimulation`], an invocation
//! per hair.

mod buffers;
mod error;
mod fields;
mod hair_solver;
mod obstacle_record;
mod records;

pub use error::HairSolverError;
pub use hair_solver::HairSolver;
