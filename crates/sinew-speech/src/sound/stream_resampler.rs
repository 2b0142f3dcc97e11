//! Resampling of live sound by the library Rubato.

use super::error::SoundError;
use super::rate::{MAX_RATE, MIN_RATE, greatest_common_divisor};
use rubato::audioadapter_buffers::direct::SequentialSlice;
use rubato::{
    Async, FixedAsync, Resampler, SincInterpolationParameters, SincInterpolationType, WindowFunction,
};

/// Length of the filter in samples: half of it is delay.
const FILTER_SAMPLES: usize = 64;
/// Steps per second: a step is 5 ms of sound.
const STEPS_PER_SECOND: u32 = 200;

/// Resampler of live sound, one channel, from any rate to any other. Allocates nothing after it is made.
///
/// The filter's delay is cut off, so output sample n stands for the time n / `to` of the input; it comes out
/// [`latency`](Self::latency) later at most.
pub struct StreamResampler {
    /// None where both rates are the same.
    filter: Option<Async<f32>>,
    input: Vec<f32>,
    filled: usize,
    output: Vec<f32>,
    /// Output samples that are still delay.
    delay: usize,
    latency: f32,
}

impl std::fmt::Debug for StreamResampler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StreamResampler").field("latency", &self.latency).finish_non_exhaustive()
    }
}

impl StreamResampler {
    /// Resampler between two rates in Hz.
    ///
    /// # Errors
    /// Rates outside 8 to 192 kHz.
    pub fn new(from: u32, to: u32) -> Result<Self, SoundError> {
        for rate in [from, to] {
            if !(MIN_RATE..=MAX_RATE).contains(&rate) {
                return Err(SoundError::Rate { rate });
            }
        }
        if from == to {
            let (input, output) = (Vec::new(), Vec::new());
            return Ok(Self { filter: None, input, filled: 0, output, delay: 0, latency: 0.0 });
        }
        let ratio = f64::from(to) / f64::from(from);
        // The sinc is stretched where the rate falls, or it would let through what aliases.
        // Rubato makes lengths multiples of 8.
        let length = ((FILTER_SAMPLES as f64 * (1.0 / ratio).max(1.0)).ceil() as usize).next_multiple_of(8);
        let parameters = SincInterpolationParameters::new(length, WindowFunction::BlackmanHarris2)
            .interpolation(SincInterpolationType::Linear);
        let step = (from / STEPS_PER_SECOND) as usize;
        let filter = Async::new_sinc(ratio, 1.0, &parameters, step, 1, FixedAsync::Input)
            .map_err(|error| SoundError::Unsupported { what: error.to_string() })?;
        // Output n stands for the input's time −length / 2 + (n + 1) / ratio. Zeros before the sound make
        // that a whole number of output samples.
        let unit = (from / greatest_common_divisor(from, to)) as usize;
        let ahead = (length / 2).next_multiple_of(unit);
        let delay = ahead / unit * (to / greatest_common_divisor(from, to)) as usize - 1;
        let latency = (step + length / 2) as f32 / from as f32 + 1.0 / to as f32;
        let output = vec![0.0; filter.output_frames_max()];
        let mut resampler =
            Self { filter: Some(filter), input: vec![0.0; step], filled: 0, output, delay, latency };
        let zeros = vec![0.0; ahead - length / 2];
        resampler.push(&zeros, |_| {});
        Ok(resampler)
    }

    /// Longest time between a sample's arrival and its output, in seconds.
    #[must_use]
    pub fn latency(&self) -> f32 {
        self.latency
    }

    /// Takes samples, any number; hands out those that are ready, in any number of pieces. Samples that are
    /// not finite count as 0.
    pub fn push(&mut self, mut samples: &[f32], mut out: impl FnMut(&[f32])) {
        let Some(filter) = &mut self.filter else { return out(samples) };
        while !samples.is_empty() {
            let count = samples.len().min(self.input.len() - self.filled);
            let (now, later) = samples.split_at(count);
            for (to, from) in self.input[self.filled..].iter_mut().zip(now) {
                *to = if from.is_finite() { *from } else { 0.0 };
            }
            self.filled += count;
            samples = later;
            if self.filled < self.input.len() {
                continue;
            }
            self.filled = 0;
            let frames = self.output.len();
            let (Ok(input), Ok(mut output)) = (
                SequentialSlice::new(self.input.as_slice(), 1, self.input.len()),
                SequentialSlice::new_mut(self.output.as_mut_slice(), 1, frames),
            ) else {
                continue;
            };
            if let Ok((_, written)) = filter.process_into_buffer(&input, &mut output, None) {
                let cut = self.delay.min(written);
                self.delay -= cut;
                if cut < written {
                    out(&self.output[cut..written]);
                }
            }
        }
    }
}
