//! Position in a sound that plays.

use super::PLAY_RATE;
use std::sync::Arc;

/// Sound with the position that the loudspeaker takes next.
pub(crate) struct Playhead {
    samples: Arc<[f32]>,
    /// Next sample, with its fraction.
    at: f64,
    playing: bool,
    /// Seconds of the sound in a second.
    speed: f64,
    /// Time from a sample's hand-over to its sounding, in seconds.
    latency: f64,
}

impl Playhead {
    /// Start of a sound at [`PLAY_RATE`].
    pub(crate) fn new(samples: Arc<[f32]>) -> Self {
        Self { samples, at: 0.0, playing: false, speed: 1.0, latency: 0.0 }
    }

    /// Plays from a time in seconds, this many times as fast.
    pub(crate) fn play(&mut self, seconds: f64, speed: f64) {
        self.at = seconds.max(0.0) * f64::from(PLAY_RATE);
        self.speed = speed.max(0.0);
        self.playing = true;
    }

    /// Hands out silence from now on.
    pub(crate) fn pause(&mut self) {
        self.playing = false;
    }

    /// Time that sounds now, in seconds.
    pub(crate) fn position(&self) -> f64 {
        (self.at / f64::from(PLAY_RATE) - self.latency * self.speed).max(0.0)
    }

    /// Hands out the next samples at the rate of a device, between two samples by linear interpolation;
    /// silence while paused and after the end.
    pub(crate) fn fill(&mut self, rate: u32, latency: f64, frames: impl Iterator<Item = impl FnOnce(f32)>) {
        let step = f64::from(PLAY_RATE) / f64::from(rate.max(1)) * self.speed;
        self.latency = latency;
        for frame in frames {
            if !self.playing {
                frame(0.0);
                continue;
            }
            let (index, part) = (self.at as usize, self.at.fract() as f32);
            let sample = |at: usize| self.samples.get(at).copied().unwrap_or(0.0);
            frame(sample(index) + (sample(index + 1) - sample(index)) * part);
            self.at += step;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(head: &mut Playhead, rate: u32, count: usize) -> Vec<f32> {
        let mut out = vec![9.0; count];
        head.fill(rate, 0.01, out.iter_mut().map(|to| move |sample| *to = sample));
        out
    }

    #[test]
    fn a_sound_plays_from_a_time_at_any_rate_and_speed_and_ends_in_silence() {
        let ramp: Vec<f32> = (0..64).map(|n| n as f32 / 64.0).collect();
        let mut head = Playhead::new(ramp.into());
        assert_eq!(filled(&mut head, 48_000, 3), [0.0; 3]);
        head.play(0.0005, 1.0);
        assert_eq!(filled(&mut head, 48_000, 2), [24.0 / 64.0, 25.0 / 64.0]);
        // Half the rate takes every second sample, twice the rate halves between them.
        assert_eq!(filled(&mut head, 24_000, 2), [26.0 / 64.0, 28.0 / 64.0]);
        assert_eq!(filled(&mut head, 96_000, 2), [30.0 / 64.0, 30.5 / 64.0]);
        // Half the speed halves between samples too.
        head.play(0.0005, 0.5);
        assert_eq!(filled(&mut head, 48_000, 2), [24.0 / 64.0, 24.5 / 64.0]);
        head.pause();
        assert_eq!(filled(&mut head, 48_000, 1), [0.0]);
        head.play(0.1, 1.0);
        assert_eq!(filled(&mut head, 48_000, 480), vec![0.0; 480]);
        assert!((head.position() - 0.1).abs() < 1e-9, "10 ms later, less 10 ms of latency");
        head.play(f64::NAN, 1.0);
        assert_eq!(head.position(), 0.0);
    }
}
