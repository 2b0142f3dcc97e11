//! Falls of ragdolls for the command: what a character falls onto, the simulation, its figures.

pub(crate) mod course;
pub(crate) mod figures;
mod merge;
pub(crate) mod run;

pub(crate) use merge::merged;
