use super::limits::{MAX_HAIR_COORDINATE, MAX_HAIR_CURVE_POINTS, MIN_HAIR_CURVE_LENGTH};

/// Reason why curves of hair cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum HairCurvesError {
    /// More curves, points or vertices than allowed.
    #[error("{count} {items}; at most {max} are allowed")]
    TooMany {
        /// Name of the items.
        items: &'static str,
        /// Number of the items.
        count: usize,
        /// Largest number that is allowed.
        max: usize,
    },
    /// A curve with fewer than 2 or more than [`MAX_HAIR_CURVE_POINTS`] points.
    #[error("curve {curve} has {points} points; 2 to {MAX_HAIR_CURVE_POINTS} are allowed")]
    PointCount {
        /// Index of the curve.
        curve: usize,
        /// Number of its points.
        points: usize,
    },
    /// Numbers of points of the curves whose sum is not the number of points.
    #[error("the curves have {sum} points together, but there are {points}")]
    PointSum {
        /// Sum over all curves.
        sum: usize,
        /// Number of points.
        points: usize,
    },
    /// A curve with a coordinate that is no number, or farther from the origin than [`MAX_HAIR_COORDINATE`].
    #[error(
        "point {point} of curve {curve} is at {position}; its coordinates must be finite and at most \
         {MAX_HAIR_COORDINATE} m"
    )]
    Position {
        /// Index of the curve.
        curve: usize,
        /// Index of the point in the curve.
        point: usize,
        /// Position of the point.
        position: glam::Vec3,
    },
    /// A curve shorter than [`MIN_HAIR_CURVE_LENGTH`].
    #[error("curve {curve} is shorter than {MIN_HAIR_CURVE_LENGTH} m")]
    NoLength {
        /// Index of the curve.
        curve: usize,
    },
    /// Values of a property that are not one per point.
    #[error("{values} values of {property} for {points} points")]
    ValueCount {
        /// Name of the property.
        property: &'static str,
        /// Number of its values.
        values: usize,
        /// Number of points of all curves.
        points: usize,
    },
    /// A value of a property that is not finite or out of its range.
    #[error("the {property} of point {point} is {value}; it has to be {range}")]
    Value {
        /// Name of the property.
        property: &'static str,
        /// Index of the point among those of all curves.
        point: usize,
        /// Its value, or the first component that is out of range.
        value: f32,
        /// Allowed values.
        range: &'static str,
    },
    /// A primitive, mesh or character without lines.
    #[error("there are no lines to make curves of")]
    NoLines,
    /// A line that refers to a vertex which does not exist.
    #[error("line {line} refers to vertex {vertex}; there are {vertices}")]
    NoSuchVertex {
        /// Index of the line.
        line: usize,
        /// Index of the vertex.
        vertex: u32,
        /// Number of vertices.
        vertices: usize,
    },
}
