//! Overlapping frames of a stream of samples.

/// Sampling rate of the front end in Hz.
pub const SAMPLE_RATE: u32 = 16_000;
/// Frames per second.
pub const FRAME_RATE: u32 = 100;
/// Samples from one frame to the next: 10 ms.
pub const HOP_SAMPLES: usize = 160;
/// Samples of a frame: 25 ms.
pub const FRAME_SAMPLES: usize = 400;
/// Samples of a frame that lie after its time: 12.5 ms.
pub const LOOK_AHEAD_SAMPLES: usize = FRAME_SAMPLES / 2;

/// Cutter of a stream into overlapping frames: frame i covers the samples 160 i − 200 to 160 i + 200, with
/// zeros before the start.
#[derive(Clone, Debug)]
pub struct Framer {
    window: [f32; FRAME_SAMPLES],
    /// Samples of the window that are filled.
    filled: usize,
}

impl Default for Framer {
    fn default() -> Self {
        // The first frame has half a window of zeros.
        Self { window: [0.0; FRAME_SAMPLES], filled: FRAME_SAMPLES - LOOK_AHEAD_SAMPLES }
    }
}

impl Framer {
    /// Framer at the start of a stream.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes samples, any number, and calls `out` with each frame that is complete.
    pub fn push(&mut self, mut samples: &[f32], mut out: impl FnMut(&[f32; FRAME_SAMPLES])) {
        while !samples.is_empty() {
            let count = samples.len().min(FRAME_SAMPLES - self.filled);
            let (now, later) = samples.split_at(count);
            self.window[self.filled..self.filled + count].copy_from_slice(now);
            self.filled += count;
            samples = later;
            if self.filled == FRAME_SAMPLES {
                out(&self.window);
                self.window.copy_within(HOP_SAMPLES.., 0);
                self.filled = FRAME_SAMPLES - HOP_SAMPLES;
            }
        }
    }

    /// Number of frames of a whole sound: those whose time lies in it.
    #[must_use]
    pub const fn frames_of(samples: usize) -> usize {
        samples.div_ceil(HOP_SAMPLES)
    }
}
