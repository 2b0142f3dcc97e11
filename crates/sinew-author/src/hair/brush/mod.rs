//! Brushes that comb and cut the guides of a groom in a view.

#[expect(clippy::module_inception, reason = "the type that the module is named for")]
mod brush;
mod comb;
mod cut;
#[cfg(test)]
mod tests;

pub use brush::HairBrush;
pub use comb::comb;
pub use cut::{MIN_CUT_LENGTH, cut};
