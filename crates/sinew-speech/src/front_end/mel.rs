//! Mel filters (Davis and Mermelstein, *Comparison of Parametric Representations for Monosyllabic Word
//! Recognition*, 1980), in the mel scale of O'Shaughnessy, *Speech Communication*, 1987.

use super::framer::SAMPLE_RATE;

/// Number of filters.
pub const MELS: usize = 32;
/// Length of the Fourier transform in samples.
pub(super) const TRANSFORM_SAMPLES: usize = 512;
/// Bins of its power spectrum.
pub(super) const BINS: usize = TRANSFORM_SAMPLES / 2 + 1;
/// Lower edge of the lowest filter in Hz.
const LOWEST: f64 = 60.0;
/// Upper edge of the highest filter in Hz.
const HIGHEST: f64 = 7600.0;

/// Hann window, whose samples lie between those of its zeros at both ends.
pub(super) fn hann(samples: usize) -> Vec<f32> {
    let step = std::f64::consts::TAU / samples as f64;
    (0..samples).map(|n| (0.5 - 0.5 * libm::cos(step * (n as f64 + 0.5))) as f32).collect()
}

/// Triangular filters with peaks of 1, evaluated at the centre frequencies of the bins.
#[derive(Clone, Debug)]
pub struct MelFilters {
    /// First bin of each filter and its weights.
    filters: Vec<(usize, Vec<f32>)>,
}

impl Default for MelFilters {
    fn default() -> Self {
        let mel = |hertz: f64| 2595.0 * libm::log10(1.0 + hertz / 700.0);
        let hertz = |mel: f64| 700.0 * (libm::pow(10.0, mel / 2595.0) - 1.0);
        let (lowest, highest) = (mel(LOWEST), mel(HIGHEST));
        let edge = |n: usize| hertz(lowest + (highest - lowest) * n as f64 / (MELS + 1) as f64);
        let centre = |bin: usize| bin as f64 * f64::from(SAMPLE_RATE) / TRANSFORM_SAMPLES as f64;
        let filter = |n: usize| {
            let (low, peak, high) = (edge(n), edge(n + 1), edge(n + 2));
            let weight = |bin: usize| {
                let at = centre(bin);
                ((at - low) / (peak - low)).min((high - at) / (high - peak)).max(0.0) as f32
            };
            let first = (0..BINS).find(|bin| weight(*bin) > 0.0).unwrap_or(0);
            let weights = (first..BINS).map(weight).take_while(|weight| *weight > 0.0).collect();
            (first, weights)
        };
        Self { filters: (0..MELS).map(filter).collect() }
    }
}

impl MelFilters {
    /// Energies of the filters on a power spectrum of 257 bins. Shorter spectra count as if zeros followed.
    pub fn apply(&self, power: &[f32], out: &mut [f32; MELS]) {
        for (energy, (first, weights)) in out.iter_mut().zip(&self.filters) {
            let bins = power.iter().skip(*first).zip(weights);
            *energy = bins.map(|(power, weight)| power * weight).sum();
        }
    }
}
