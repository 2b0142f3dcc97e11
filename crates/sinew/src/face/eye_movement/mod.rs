//! Eyes that move as people's do: saccades, smooth pursuit, fixations and glances, lids that follow.

mod fixation;
mod lids;
mod movements;
mod saccade;
mod settings;
#[cfg(test)]
mod tests;

pub(crate) use lids::GazeLids;
pub(crate) use movements::{EyeGoal, EyeMovements, EyeStep};
pub use settings::EyeMovementSettings;
