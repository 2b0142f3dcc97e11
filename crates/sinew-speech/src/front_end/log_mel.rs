//! Log-mel energies of frames.

use super::flush::flushed;
use super::framer::{FRAME_SAMPLES, Framer, SAMPLE_RATE};
use super::mel::{MELS, MelFilters, hann};
use super::power_spectrum::PowerSpectrum;

/// Pre-emphasis: y\[n\] = x\[n\] − 0.97 x\[n − 1\].
const PRE_EMPHASIS: f32 = 0.97;
/// Least energy of a filter before the logarithm.
const MIN_ENERGY: f32 = 1e-10;
/// Samples that go through pre-emphasis at once.
const BLOCK: usize = 64;

/// Log-mel energies of a stream of samples at 16 kHz: a frame of 32 numbers every 10 ms.
///
/// Frame i stands for the time i / 100 s and covers the 25 ms around it, so it comes out 12.5 ms after its
/// time.
#[derive(Clone)]
pub struct LogMel {
    framer: Framer,
    last: f32,
    stage: Spectrum,
}

/// Stage behind the framer: window, transform, filters.
#[derive(Clone)]
struct Spectrum {
    window: Vec<f32>,
    transform: PowerSpectrum,
    filters: MelFilters,
}

impl std::fmt::Debug for LogMel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LogMel").field("framer", &self.framer).finish_non_exhaustive()
    }
}

impl Default for LogMel {
    fn default() -> Self {
        let stage = Spectrum {
            window: hann(FRAME_SAMPLES),
            transform: PowerSpectrum::new(),
            filters: MelFilters::default(),
        };
        Self { framer: Framer::new(), last: 0.0, stage }
    }
}

impl LogMel {
    /// Log-mel energies at the start of a stream.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes samples, any number, and calls `out` with each frame that is complete: natural logarithms of
    /// energies, at least ln 1e−10. Samples that are not finite count as 0.
    pub fn push(&mut self, samples: &[f32], mut out: impl FnMut(&[f32; MELS])) {
        let mut block = [0.0; BLOCK];
        for samples in samples.chunks(BLOCK) {
            for (to, sample) in block.iter_mut().zip(samples) {
                let sample = if sample.is_finite() { flushed(*sample) } else { 0.0 };
                *to = sample - PRE_EMPHASIS * self.last;
                self.last = sample;
            }
            let stage = &mut self.stage;
            self.framer.push(&block[..samples.len()], |frame| out(&stage.energies(frame)));
        }
    }

    /// End of the sound: calls `out` with the frames that reach beyond it. Zeros follow the last sample, also
    /// after pre-emphasis. At most three frames; the last ones may stand for times after the end.
    pub fn finish(&mut self, mut out: impl FnMut(&[f32; MELS])) {
        let stage = &mut self.stage;
        self.framer.push(&[0.0; FRAME_SAMPLES], |frame| out(&stage.energies(frame)));
        self.reset();
    }

    /// Back to the start of a stream.
    pub fn reset(&mut self) {
        self.framer = Framer::new();
        self.last = 0.0;
    }

    /// Frames of a whole sound at 16 kHz: one for every 10 ms that it has begun.
    #[must_use]
    pub fn of_sound(samples: &[f32]) -> Vec<[f32; MELS]> {
        let count = Framer::frames_of(samples.len());
        let mut frames = Vec::with_capacity(count + 3);
        let mut log_mel = Self::new();
        log_mel.push(samples, |frame| frames.push(*frame));
        log_mel.finish(|frame| frames.push(*frame));
        frames.truncate(count);
        frames
    }

    /// Sampling rate in Hz.
    #[must_use]
    pub const fn sample_rate() -> u32 {
        SAMPLE_RATE
    }
}

impl Spectrum {
    fn energies(&mut self, frame: &[f32; FRAME_SAMPLES]) -> [f32; MELS] {
        let mut out = [0.0; MELS];
        let time = &mut self.transform.time;
        for ((to, sample), weight) in time.iter_mut().zip(frame).zip(&self.window) {
            *to = sample * weight;
        }
        time[FRAME_SAMPLES..].fill(0.0);
        self.filters.apply(&self.transform.power(), &mut out);
        out.map(|energy| libm::logf(energy.max(MIN_ENERGY)))
    }
}
