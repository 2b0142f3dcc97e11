//! Interface of all providers.

use crate::timeline::VisemeFrame;

/// Provider of viseme weights for a stream of sound at 16 kHz, one channel: a frame for every 10 ms from time
/// 0 on. Nothing is allocated after it is made. [`StreamResampler`](crate::sound::StreamResampler) brings
/// live sound of any rate to 16 kHz.
pub trait VisemeProvider {
    /// Longest time from a frame's own time to the sample that completes it, in seconds.
    fn latency(&self) -> f32;

    /// Takes samples, any number, and calls `out` with each frame that is complete, in order: frame n stands
    /// for the time n / 100 s. Samples that are not finite count as 0.
    fn push(&mut self, samples: &[f32], out: &mut dyn FnMut(&VisemeFrame));

    /// Back to the start of a stream.
    fn reset(&mut self);
}
