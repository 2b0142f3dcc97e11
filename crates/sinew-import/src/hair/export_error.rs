use super::HairFileOptions;

/// Reason why curves cannot be written as a hair file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum HairExportError {
    /// No curves.
    #[error("there are no curves to write")]
    Empty,
    /// A unit out of its range.
    #[error(
        "{0} metres per unit; expected {min} to {max}",
        min = HairFileOptions::MIN_METRES_PER_UNIT,
        max = HairFileOptions::MAX_METRES_PER_UNIT
    )]
    Unit(f32),
    /// Curves with different numbers of points, which .tfx files cannot hold.
    #[error(
        "curve {curve} has {points} points, the first one {first}; .tfx needs equal numbers, as \
         `HairCurves::resampled` makes them"
    )]
    PointCount {
        /// Index of the curve.
        curve: usize,
        /// Number of its points.
        points: u32,
        /// Number of points of the first curve.
        first: u32,
    },
}
