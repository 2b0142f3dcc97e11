//! Blinks: irregular, faster shut than open, and with large shifts of the gaze.

mod blinks;
mod eyelids;
mod gaze_history;
mod settings;
#[cfg(test)]
mod tests;

pub(crate) use blinks::Blinks;
pub(crate) use eyelids::Eyelids;
pub use settings::BlinkSettings;
