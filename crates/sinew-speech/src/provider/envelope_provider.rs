//! Lip-sync by the energy of the first formant's band, which follows the jaw: more of it comes out the wider
//! the mouth is open (Gunnar Fant, *Acoustic Theory of Speech Production*, 1960).

use super::opening::opening_frame;
use super::provider::VisemeProvider;
use crate::front_end::{BandEnvelope, FRAME_RATE, LOOK_AHEAD_SAMPLES, SAMPLE_RATE, flushed};
use crate::timeline::VisemeFrame;

/// Fall of the peak that counts as loudest, in dB per second.
const PEAK_FALL: f32 = 3.0;
/// Range below the peak in which the mouth opens, in dB.
const RANGE: f32 = 30.0;
/// Lowest peak in dB of full scale: quieter sound is noise.
const MIN_PEAK: f32 = -50.0;
/// Part of the way to a larger opening, and to a smaller one, that is taken per frame.
const ATTACK: f32 = 0.5;
const RELEASE: f32 = 0.25;

/// Provider of the mouth's opening by the energy of 400 to 1200 Hz, with automatic gain. Works on live sound
/// and needs no preparation; it knows vowels from pauses, but no closed lips.
#[derive(Clone, Debug)]
pub struct EnvelopeProvider {
    envelope: BandEnvelope,
    follower: Follower,
    /// Peak at the start of a stream, in dB.
    first_peak: f32,
}

#[derive(Clone, Copy, Debug)]
struct Follower {
    /// Peak in dB.
    peak: f32,
    opening: f32,
}

impl Default for EnvelopeProvider {
    fn default() -> Self {
        Self::new()
    }
}

impl EnvelopeProvider {
    /// Provider at the start of a stream.
    #[must_use]
    pub fn new() -> Self {
        Self {
            envelope: BandEnvelope::default(),
            follower: Follower { peak: MIN_PEAK, opening: 0.0 },
            first_peak: MIN_PEAK,
        }
    }

    /// The same provider with a peak that is known, in dB of full scale, for sounds that do not begin with
    /// their loudest part. It counts for every stream, also after a reset.
    #[must_use]
    pub fn with_peak(mut self, decibels: f32) -> Self {
        if decibels.is_finite() {
            self.first_peak = decibels.clamp(MIN_PEAK, 60.0);
            self.follower.peak = self.first_peak;
        }
        self
    }
}

/// Level in dB of a root mean square.
pub(super) fn decibels(level: f32) -> f32 {
    20.0 * libm::log10f(level.max(1e-9))
}

impl Follower {
    fn step(&mut self, level: f32) -> VisemeFrame {
        let level = decibels(level);
        self.peak = (self.peak - PEAK_FALL / FRAME_RATE as f32).max(level).max(MIN_PEAK);
        let part = ((level - self.peak + RANGE) / RANGE).clamp(0.0, 1.0);
        let goal = part * part;
        let rate = if goal > self.opening { ATTACK } else { RELEASE };
        self.opening = flushed(self.opening + rate * (goal - self.opening));
        opening_frame(self.opening)
    }
}

impl VisemeProvider for EnvelopeProvider {
    fn latency(&self) -> f32 {
        LOOK_AHEAD_SAMPLES as f32 / SAMPLE_RATE as f32
    }

    fn push(&mut self, samples: &[f32], out: &mut dyn FnMut(&VisemeFrame)) {
        let follower = &mut self.follower;
        self.envelope.push(samples, |level| out(&follower.step(level)));
    }

    fn reset(&mut self) {
        *self = Self::new().with_peak(self.first_peak);
    }
}
