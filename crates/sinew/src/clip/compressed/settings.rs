/// How far a compressed clip may be from its source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompressionSettings {
    /// The largest distance, in metres in model space, of any joint's origin and of points at [`Self::shell`] from it
    /// along its axes, from where the source has them, at every key of the source.
    pub error: f32,
    /// How far from a joint its skin is thought to be, metres.
    pub shell: f32,
    /// The largest error of morph weights, expression weights and, in radians, of gazes.
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
    /// A pose of the clip that is not finite.
    #[error("at {time} s, joint {joint} is not finite")]
    NotFinite {
        /// Seconds.
        time: f32,
        /// The joint.
        joint: usize,
    },
    /// A motion that no control values of 24 bits come near enough.
    #[error("from {time} s on, an error of {asked} m is out of reach; {reached} m is the nearest")]
    OutOfReach {
        /// Seconds.
        time: f32,
        /// The error that was asked for.
        asked: f32,
        /// The smallest that was found.
        reached: f32,
    },
}
