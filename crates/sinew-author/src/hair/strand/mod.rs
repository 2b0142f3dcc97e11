//! Strands and guides from curves.

mod from_curves;
#[cfg(test)]
mod tests;

pub use from_curves::{CurveStrands, MAX_CURVE_GUIDES, strands_from_curves};
