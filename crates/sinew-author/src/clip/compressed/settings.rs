/// Error bounds and segment length of [`compress`](crate::clip::compress).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CompressionSettings {
    /// Largest distance from the source, in metres in model space, of each joint's origin and of points on
    /// its axes at [`Self::shell_distance`] metres from it. Checked at every key of the source and midway
    /// between neighbouring keys. Both sides are posed in 32-bit floats, as they are played, so that the
    /// rounding of large numbers counts. Not checked between neighbouring frames of evenly sampled motion:
    /// the motion there is unknown, and the clip runs smoothly through its frames, up to a centimetre beside
    /// the straight line where limbs swing fast.
    ///
    /// Each axis has two such points. One keeps its distance whatever the joint's scale. The other has this
    /// distance in the rest pose and scales with the joint, so that the scale of a leaf joint is off by no
    /// more than `max_error / shell_distance` of its rest scale: a three-hundredth with the default settings.
    pub max_error: f32,
    /// Assumed distance of the skin from a joint, metres (the shell distance of ACL).
    pub shell_distance: f32,
    /// Largest error of morph weights, expression weights and, in radians, of the gaze, at keys and at seven
    /// times between any two.
    pub max_weight_error: f32,
    /// Approximate number of samples in a segment; 8 to 64 make sense.
    pub segment_samples: usize,
}

impl CompressionSettings {
    /// Default settings with another [`max_error`](Self::max_error), metres.
    #[must_use]
    pub fn new(max_error: f32) -> Self {
        Self { max_error, ..Self::default() }
    }

    /// Sets [`max_error`](Self::max_error), metres above 0.
    #[must_use]
    pub fn with_max_error(mut self, metres: f32) -> Self {
        self.max_error = metres;
        self
    }

    /// Sets [`shell_distance`](Self::shell_distance), metres.
    #[must_use]
    pub fn with_shell_distance(mut self, metres: f32) -> Self {
        self.shell_distance = metres;
        self
    }

    /// Sets [`max_weight_error`](Self::max_weight_error).
    #[must_use]
    pub fn with_max_weight_error(mut self, error: f32) -> Self {
        self.max_weight_error = error;
        self
    }

    /// Sets [`segment_samples`](Self::segment_samples).
    #[must_use]
    pub fn with_segment_samples(mut self, samples: usize) -> Self {
        self.segment_samples = samples;
        self
    }
}

impl Default for CompressionSettings {
    /// A tenth of a millimetre, at 3 cm from each joint.
    fn default() -> Self {
        Self { max_error: 1e-4, shell_distance: 0.03, max_weight_error: 1e-3, segment_samples: 32 }
    }
}

/// Error of [`compress`](crate::clip::compress): the clip cannot be compressed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CompressError {
    /// A setting that is not positive and finite, by name.
    #[error("setting {0:?} is not a finite number above 0")]
    InvalidSetting(&'static str),
    /// The clip animates a joint that the skeleton does not have.
    #[error("the clip animates joint {joint}; the skeleton has {count} joints")]
    UnknownJoint {
        /// Joint index in the clip.
        joint: usize,
        /// Number of joints in the skeleton.
        count: usize,
    },
    /// A value that is not finite.
    #[error("at {} s, {what} is not finite", to_milliseconds(.time))]
    NotFinite {
        /// Seconds.
        time: f32,
        /// Animated quantity, such as `the scale of "hand"` or `expression 3`.
        what: String,
    },
    /// A rotation whose quaternion is not of unit length, beyond rounding.
    #[error("at {} s, {what} is a quaternion of length {length}; expected length 1", to_milliseconds(.time))]
    NotUnitRotation {
        /// Seconds.
        time: f32,
        /// Animated quantity, such as `the rotation of "hand"`.
        what: String,
        /// Length of the quaternion.
        length: f32,
    },
    /// Values that poses in 32-bit floats cannot hold.
    #[error("{what}")]
    TooLarge {
        /// Animated quantity and its size.
        what: String,
    },
    /// A clip with too many samples.
    #[error(
        "the clip has {samples} samples; expected at most {max} with {tracks} joints or channels: cut it"
    )]
    TooLong {
        /// Number of samples: keys, and times between them.
        samples: usize,
        /// Number of joints or of channels, whichever is larger.
        tracks: usize,
        /// Largest number of samples for so many joints or channels.
        max: usize,
    },
    /// A motion that a clip cannot follow within the error: it turns too fast, or lies so far from the origin
    /// that the rounding of 32-bit floats is larger.
    #[error(
        "from {} s on, an error of {requested} m cannot be reached; the smallest is {smallest} m",
        to_milliseconds(.time)
    )]
    ErrorUnreachable {
        /// Start of the segment, seconds.
        time: f32,
        /// Requested error, metres.
        requested: f32,
        /// Smallest error found, metres.
        smallest: f32,
    },
    /// Weights or a gaze that a clip cannot follow within the error.
    #[error(
        "from {} s on, a weight error of {requested} cannot be reached; the smallest is {smallest}",
        to_milliseconds(.time)
    )]
    WeightErrorUnreachable {
        /// Start of the clip, seconds.
        time: f32,
        /// Requested error of weights and, in radians, of the gaze.
        requested: f32,
        /// Smallest error found.
        smallest: f32,
    },
}

/// Seconds, rounded to milliseconds for messages.
fn to_milliseconds(seconds: &f32) -> f32 {
    (seconds * 1e3).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::CompressError;

    #[test]
    fn seconds_are_told_to_milliseconds() {
        let error = CompressError::ErrorUnreachable { time: 29.0 / 30.0, requested: 0.001, smallest: 0.002 };
        assert!(error.to_string().starts_with("from 0.967 s on, "), "{error}");
        let error = CompressError::NotFinite { time: 2.0, what: "it".to_owned() };
        assert!(error.to_string().starts_with("at 2 s, "), "{error}");
    }
}
