//! Spectrograms: the short-time Fourier transform of a sound for pictures (Koenig, Dunn and Lacy, *The Sound
//! Spectrograph*, 1946).

use super::framer::SAMPLE_RATE;
use super::mel::{BINS, TRANSFORM_SAMPLES, hann};
use super::power_spectrum::PowerSpectrum;

/// Samples of a window: 16 ms, short enough to separate the closure of a p from its burst.
const WINDOW_SAMPLES: usize = 256;
/// Most windows whose mean is one column; columns of longer sounds skip samples between them.
const MAX_WINDOWS: usize = 8;
/// Least level in dB.
const MIN_LEVEL: f32 = -120.0;

/// Spectrogram of a sound: levels by time and frequency, in dB below a sine of full scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrogram {
    columns: usize,
    levels: Vec<f32>,
}

impl Spectrogram {
    /// Number of frequencies.
    pub const BINS: usize = BINS;

    /// Spectrogram of a sound at 16 kHz in so many columns of equal durations. Samples that are not finite
    /// count as 0. No columns give an empty spectrogram; a sound without samples is silent.
    #[must_use]
    pub fn of_sound(samples: &[f32], columns: usize) -> Self {
        let mut transform = PowerSpectrum::new();
        let window = hann(WINDOW_SAMPLES);
        // A sine of amplitude 1 has this power in its bin.
        let full: f32 = window.iter().sum::<f32>() / 2.0;
        let width = samples.len() as f64 / columns.max(1) as f64;
        let windows = ((width / (WINDOW_SAMPLES / 2) as f64).ceil() as usize).clamp(1, MAX_WINDOWS);
        let mut levels = Vec::with_capacity(columns * BINS);
        for column in 0..columns {
            let mut power = [0.0_f32; BINS];
            for n in 0..windows {
                let middle = (column as f64 + (n as f64 + 0.5) / windows as f64) * width;
                let start = middle as i64 - WINDOW_SAMPLES as i64 / 2;
                transform.time.fill(0.0);
                for (at, (to, weight)) in transform.time.iter_mut().zip(&window).enumerate() {
                    let sample = usize::try_from(start + at as i64).ok().and_then(|at| samples.get(at));
                    *to = sample.copied().filter(|sample| sample.is_finite()).unwrap_or(0.0) * weight;
                }
                power.iter_mut().zip(transform.power()).for_each(|(sum, bin)| *sum += bin);
            }
            let share = 1.0 / (windows as f32 * full * full);
            let level = |power: f32| (10.0 * libm::log10f((power * share).max(1e-30))).max(MIN_LEVEL);
            levels.extend(power.map(level));
        }
        Self { columns, levels }
    }

    /// Number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Levels of a column in dB, lowest frequency first; empty for columns that it has not.
    #[must_use]
    pub fn column(&self, column: usize) -> &[f32] {
        self.levels.get(column * BINS..(column + 1) * BINS).unwrap_or_default()
    }

    /// Frequency of a bin in Hz.
    #[must_use]
    pub fn hertz(bin: usize) -> f32 {
        bin as f32 * SAMPLE_RATE as f32 / TRANSFORM_SAMPLES as f32
    }
}
