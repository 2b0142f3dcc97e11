//! Falls of ragdolls for the command: the surroundings, the simulation, its figures.

pub(crate) mod course;
pub(crate) mod figures;
mod get_up;
mod merge;
mod posed;
pub(crate) mod run;

pub(crate) use get_up::gets_up;
pub(crate) use merge::merged;
