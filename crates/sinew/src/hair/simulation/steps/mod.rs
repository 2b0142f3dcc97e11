//! Fixed steps: those that are due at a time, and where roots and colliders are in each.

mod due;
mod hair_steps;
mod root_step;

pub use due::MAX_HAIR_STEPS;
pub use hair_steps::{HairStep, HairSteps};

pub(super) use due::{DueSteps, sound_time};
pub(super) use root_step::RootStep;
