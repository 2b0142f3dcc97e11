//! Limits of sounds.

/// Most channels of a sound.
pub const MAX_CHANNELS: usize = 32;

/// Most samples of all channels of a sound together: 97 minutes of stereo at 48 kHz, 2.2 GB of memory.
pub const MAX_SAMPLES: usize = 560_000_000;
