//! Falls of ragdolls for the command: the surroundings, the simulation, its figures.

pub(crate) mod course;
pub(crate) mod figures;
mod merge;
mod posed;
pub(crate) mod run;

pub(crate) use merge::merged;
