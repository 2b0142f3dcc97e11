/// Reason why hair cannot be made or simulated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum HairError {
    /// A control hair with too few or too many points.
    #[error(
        "control hair {hair} has {points} points; it needs {} to {}",
        super::MIN_HAIR_POINTS,
        super::MAX_HAIR_POINTS
    )]
    PointCount {
        /// Index of the hair.
        hair: usize,
        /// Number of its points.
        points: usize,
    },
    /// A point that is no number, or infinite.
    #[error("point {point} of control hair {hair} is not finite")]
    NotFinite {
        /// Index of the hair.
        hair: usize,
        /// Index of the point.
        point: usize,
    },
    /// Two neighbouring points at the same position, which leave the direction of the hair open.
    #[error("points {point} and {} of control hair {hair} are at the same place", point + 1)]
    NoLength {
        /// Index of the hair.
        hair: usize,
        /// Index of the first of the two points.
        point: usize,
    },
    /// A setting out of its range.
    #[error("the {setting} of the hair is {value}; it has to be {range}")]
    Setting {
        /// Name of the setting.
        setting: &'static str,
        /// Its value.
        value: f32,
        /// Allowed values.
        range: &'static str,
    },
    /// Skin without a part that can be a head.
    #[error(
        "no head is found: hair needs a humanoid with a head joint, or a mesh of a head that stands upright"
    )]
    NoHead,
}
