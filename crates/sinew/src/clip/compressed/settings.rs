/// How far a compressed clip may be from its source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompressionSettings {
    /// The largest distance, in metres in model space, of any joint's origin and of points at [`Self::shell`] from it
    /// along its axes, from where the source has them: at every key of the source, and midway between neighbouring ones
    /// (there the rounding of large numbers comes on top where not even samples as they are come near enough). Both are posed
    /// in numbers of 32 bits, as they are played.
    /// Between neighbouring frames of evenly sampled motion it is not held: nobody knows what moved there, and the clip runs
    /// smoothly through its frames, up to a centimetre beside the straight line where limbs swing fast.
    ///
    /// Of each axis there are two such points. One is as far away whatever the joint's scale, the other lies so far at
    /// rest and is scaled along, so that the scale of a joint that nothing hangs from is off by no more than
    /// `error / shell` of its scale at rest: a three-hundredth with the default settings.
    pub error: f32,
    /// How far from a joint its skin is thought to be, metres.
    pub shell: f32,
    /// The largest error of morph weights, expression weights and, in radians, of gazes, at keys and at seven places
    /// between any two.
    pub weight_error: f32,
    /// About how many samples a segment has; 8 to 64 make sense.
    pub segment: usize,
}

impl Default for CompressionSettings {
    /// A tenth of a millimetre, 3 cm from each joint.
    fn default() -> Self {
        Self { error: 1e-4, shell: 0.03, weight_error: 1e-3, segment: 32 }
    }
}

/// Why a clip cannot be compressed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CompressError {
    /// A setting that is not positive and finite.
    #[error("{0} must be more than 0")]
    Setting(&'static str),
    /// The clip moves a joint that the skeleton does not have.
    #[error("the clip moves joint {joint}, the skeleton has {count}")]
    NoJoint {
        /// The joint.
        joint: usize,
        /// How many there are.
        count: usize,
    },
    /// A value of the clip that is not finite.
    #[error("at {} s, {what} is not finite", to_milliseconds(.time))]
    NotFinite {
        /// Seconds.
        time: f32,
        /// Such as `the scale of "hand"` or `expression 3`.
        what: String,
    },
    /// Four numbers that are no rotation, even with some rounding.
    #[error("at {} s, {what} is a quaternion of length {length}; expected 1", to_milliseconds(.time))]
    NoRotation {
        /// Seconds.
        time: f32,
        /// Such as `the rotation of "hand"`.
        what: String,
        /// Of the quaternion.
        length: f32,
    },
    /// A clip that would take too long.
    #[error(
        "the clip is sampled at {samples} times; with {parts} joints or channels, {most} can be compressed; cut it"
    )]
    TooLong {
        /// Its keys, and times between them.
        samples: usize,
        /// As many joints or channels, whatever there are more of.
        parts: usize,
        /// As many samples may be had with these.
        most: usize,
    },
    /// A motion that no control values of 24 bits come near enough.
    #[error("from {} s on, an error of {asked} m is out of reach; {reached} m is the nearest", to_milliseconds(.time))]
    OutOfReach {
        /// Seconds.
        time: f32,
        /// The error that was asked for.
        asked: f32,
        /// The smallest that was found.
        reached: f32,
    },
}

/// Seconds as errors tell them.
fn to_milliseconds(seconds: &f32) -> f32 {
    (seconds * 1e3).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::CompressError;

    #[test]
    fn seconds_are_told_to_milliseconds() {
        let error = CompressError::OutOfReach { time: 29.0 / 30.0, asked: 0.001, reached: 0.002 };
        assert!(error.to_string().starts_with("from 0.967 s on, "), "{error}");
        let error = CompressError::NotFinite { time: 2.0, what: "it".to_owned() };
        assert!(error.to_string().starts_with("at 2 s, "), "{error}");
    }
}
