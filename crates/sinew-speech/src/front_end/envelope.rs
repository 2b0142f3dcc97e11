//! Energy of a frequency band over time.

use super::flush::flushed;
use super::framer::{FRAME_SAMPLES, Framer, SAMPLE_RATE};

/// Second-order filter in transposed direct form II, with the coefficients of Robert Bristow-Johnson,
/// *Cookbook formulae for audio equalizer biquad filter coefficients*.
#[derive(Clone, Copy, Debug, Default)]
struct Biquad {
    forward: [f32; 3],
    back: [f32; 2],
    state: [f32; 2],
}

/// Quality of the two stages of a Butterworth filter of fourth order.
const BUTTERWORTH: [f64; 2] = [0.541_196_1, 1.306_563];

impl Biquad {
    /// Low-pass, or high-pass with `is_high`, at a frequency in Hz.
    fn new(hertz: f64, quality: f64, is_high: bool) -> Self {
        let angle = std::f64::consts::TAU * hertz / f64::from(SAMPLE_RATE);
        let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
        let alpha = sine / (2.0 * quality);
        let middle = if is_high { -(1.0 + cosine) } else { 1.0 - cosine };
        let side = middle.abs() / 2.0;
        let scale = 1.0 / (1.0 + alpha);
        Self {
            forward: [side, middle, side].map(|x| (x * scale) as f32),
            back: [-2.0 * cosine, 1.0 - alpha].map(|x| (x * scale) as f32),
            state: [0.0; 2],
        }
    }

    fn step(&mut self, x: f32) -> f32 {
        let y = self.forward[0] * x + self.state[0];
        self.state[0] = self.forward[1] * x - self.back[0] * y + self.state[1];
        self.state[1] = self.forward[2] * x - self.back[1] * y;
        y
    }

    /// Forgets what has died away.
    fn flush(&mut self) {
        self.state = self.state.map(flushed);
    }
}

/// Root mean square of a frequency band in windows of 25 ms, every 10 ms: 400 to 1200 Hz by default, the
/// range of the first formant, which follows the jaw.
#[derive(Clone, Debug)]
pub struct BandEnvelope {
    filters: [Biquad; 4],
    framer: Framer,
}

impl Default for BandEnvelope {
    fn default() -> Self {
        Self::new(400.0, 1200.0)
    }
}

impl BandEnvelope {
    /// Envelope of the band between two frequencies in Hz, which are clamped to 20 Hz and 7.9 kHz.
    #[must_use]
    pub fn new(low: f32, high: f32) -> Self {
        let [low, high] = [low, high].map(|hertz| f64::from(hertz.clamp(20.0, 7900.0)));
        let [first, second] = BUTTERWORTH;
        let filters = [
            Biquad::new(low, first, true),
            Biquad::new(low, second, true),
            Biquad::new(high, first, false),
            Biquad::new(high, second, false),
        ];
        Self { filters, framer: Framer::new() }
    }

    /// Takes samples at 16 kHz, any number, and calls `out` with the value of each frame that is complete.
    /// Samples that are not finite count as 0, those beyond ±1000 as ±1000.
    pub fn push(&mut self, samples: &[f32], mut out: impl FnMut(f32)) {
        /// Keeps sums of squares finite.
        const MAX_SAMPLE: f32 = 1000.0;
        let mut block = [0.0; 64];
        for samples in samples.chunks(block.len()) {
            for (to, sample) in block.iter_mut().zip(samples) {
                let sample = if sample.is_finite() { sample.clamp(-MAX_SAMPLE, MAX_SAMPLE) } else { 0.0 };
                *to = flushed(self.filters.iter_mut().fold(flushed(sample), |x, filter| filter.step(x)));
            }
            self.filters.iter_mut().for_each(Biquad::flush);
            self.framer.push(&block[..samples.len()], |frame| {
                let sum: f32 = frame.iter().map(|x| x * x).sum();
                out((sum / FRAME_SAMPLES as f32).sqrt());
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Filters whose state has a number that processors are slow with.
    fn has_subnormal(envelope: &BandEnvelope) -> bool {
        envelope.filters.iter().flat_map(|filter| filter.state).any(f32::is_subnormal)
    }

    #[test]
    fn silence_after_sound_leaves_nothing() {
        for (low, high) in [(400.0, 1200.0), (20.0, 100.0), (3000.0, 7900.0), (20.0, 7900.0)] {
            // Silence as files and microphones have it: zeros, and numbers that are all but zero.
            for silence in [0.0, -0.0, 1e-39, 3e-30, -1e-20, 1e-16] {
                let mut envelope = BandEnvelope::new(low, high);
                let tone: Vec<f32> = (0..1600).map(|n| libm::sinf(n as f32 * 0.3)).collect();
                envelope.push(&tone, |level| assert!(level.is_finite()));
                let (mut last, mut subnormal) = (1.0, 0);
                for _ in 0..3000 {
                    envelope.push(&[silence; 160], |level| {
                        last = level;
                        subnormal += usize::from(level.is_subnormal());
                    });
                    subnormal += usize::from(has_subnormal(&envelope));
                }
                // At most while the last block of a sound dies away.
                assert!(subnormal < 3 && last == 0.0, "{low} {high} {silence}: {subnormal} {last}");
                assert!(
                    envelope.filters.iter().all(|filter| filter.state == [0.0; 2]),
                    "{low} {high} {silence}"
                );
            }
        }
    }
}
