//! Limits of the curves of hair: their number, their points, coordinates and lengths.

/// Largest number of curves.
pub const MAX_HAIR_CURVES: usize = 1 << 20;
/// Largest number of points of one curve.
pub const MAX_HAIR_CURVE_POINTS: usize = 1 << 16;
/// Largest number of points of all curves together: 32 bytes each with all properties, half a gigabyte.
pub const MAX_HAIR_TOTAL_POINTS: usize = 1 << 24;
/// Largest absolute value of a coordinate, metres.
pub const MAX_HAIR_COORDINATE: f32 = 1e6;
/// Smallest length of a curve, metres.
pub const MIN_HAIR_CURVE_LENGTH: f32 = 1e-6;
