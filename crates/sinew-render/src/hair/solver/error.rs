use crate::gpu::DeviceError;
use sinew::hair::HairError;

/// Error of simulating hair on a graphics device.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum HairSolverError {
    /// The device draws no hair ([`HairModelError::Unsupported`](crate::HairModelError::Unsupported)), or
    /// compute shaders have fewer than seven storage buffers there.
    #[error(
        "simulated hair needs compute shaders with seven storage buffers on Vulkan, Metal, Direct3D 12 or \
         WebGPU, which the graphics device has not; simulate it on the processor (HairSimulation)"
    )]
    Unsupported,
    /// A setting or a hair that [`HairSimulation::new`](sinew::hair::HairSimulation::new) refuses.
    #[error(transparent)]
    Hair(HairError),
    /// Hairs with different numbers of points.
    #[error(
        "control hair {hair} has {points} points, the first one {expected}; on the graphics device all hairs \
         need the same number"
    )]
    PointCount {
        /// Index of the hair.
        hair: usize,
        /// Number of its points.
        points: usize,
        /// Number of points of the first hair.
        expected: usize,
    },
    /// Settings with hair among hair: `volume` or `hair_friction` above 0.
    #[error(
        "hair among hair (volume {volume}, hair friction {hair_friction}) is simulated on the processor \
         only; set both to 0"
    )]
    Volume {
        /// [`HairSettings::volume`](sinew::hair::HairSettings::volume).
        volume: f32,
        /// [`HairSettings::hair_friction`](sinew::hair::HairSettings::hair_friction).
        hair_friction: f32,
    },
    /// The data exceed a limit of the device.
    #[error("{bytes} bytes of {data}; the graphics device takes at most {limit}")]
    #[non_exhaustive]
    TooLarge {
        /// Kind of the data: hairs, colliders or fields.
        data: &'static str,
        /// Size of the data in bytes.
        bytes: usize,
        /// Largest size in bytes that the device takes.
        limit: usize,
    },
    /// The device failed.
    #[error(transparent)]
    Device(DeviceError),
}
