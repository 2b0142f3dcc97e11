//! Curves of hair as files have them: polylines from root to tip, with thickness, colour and opacity.
//!
//! [`HairCurves`] is plain data, and knows no character. It is read and written by the importers, made from
//! line primitives ([`HairCurves::of_primitive`], [`HairCurves::of_character`]) and turned into lines,
//! ribbons or strands.

mod attributes;
mod chains;
mod curves;
mod error;
mod limits;
mod line_curves;
mod lines;
mod of_groom;
mod resample;
mod ribbons;
#[cfg(test)]
mod tests;

pub use curves::HairCurves;
pub use error::HairCurvesError;
pub use limits::{
    MAX_HAIR_COORDINATE, MAX_HAIR_CURVE_POINTS, MAX_HAIR_CURVES, MAX_HAIR_TOTAL_POINTS, MIN_HAIR_CURVE_LENGTH,
};
pub(in crate::hair) use resample::{Polyline, resampled};
pub use ribbons::CurveRibbons;
