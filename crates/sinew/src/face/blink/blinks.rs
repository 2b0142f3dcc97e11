use super::BlinkSettings;
use crate::face::GazeAngles;
use crate::math::{ops, smoothstep};

/// State of the blinks of one face.
#[derive(Clone, Debug)]
pub(crate) struct Blinks {
    settings: BlinkSettings,
    random: u64,
    /// Seconds until the next blink begins.
    wait: f32,
    /// Seconds since the last one began; none before the first.
    time: Option<f32>,
    /// Gaze in the last frame.
    gaze: Option<GazeAngles>,
}

/// Shortest time from the end of a blink to the next one, seconds, and the longest as a multiple of the mean interval.
const MIN_PAUSE: f32 = 0.4;
const MAX_INTERVALS: f32 = 3.0;

impl Blinks {
    pub(crate) fn new(settings: BlinkSettings) -> Self {
        let settings = settings.bounded();
        let mut blinks = Self { settings, random: settings.seed, wait: 0.0, time: None, gaze: None };
        blinks.wait = blinks.interval();
        blinks
    }

    /// Begins a blink now, unless the eyes blink.
    pub(crate) fn start(&mut self) {
        if !self.is_blinking() {
            self.time = Some(0.0);
            self.wait = self.interval();
        }
    }

    fn is_blinking(&self) -> bool {
        self.time.is_some_and(|time| time < self.duration())
    }

    fn duration(&self) -> f32 {
        self.settings.closing + self.settings.closed + self.settings.opening
    }

    /// Moves on by `dt` seconds. A gaze that turns as far as the settings say begins a blink.
    pub(crate) fn advance(&mut self, dt: f32, gaze: Option<GazeAngles>) {
        if dt.is_nan() || dt <= 0.0 {
            return;
        }
        let shift = |(a, b): (GazeAngles, GazeAngles)| ops::hypot(a.yaw - b.yaw, a.pitch - b.pitch);
        let shifted = self.gaze.zip(gaze).is_some_and(|pair| shift(pair) >= self.settings.gaze_shift);
        self.gaze = gaze;
        self.time = self.time.map(|time| time + dt);
        self.wait -= dt;
        if shifted {
            self.start();
        }
        if self.wait <= 0.0 {
            // A frame of several intervals has one blink.
            self.time = Some((-self.wait).min(self.duration()));
            self.wait = self.interval();
        }
    }

    /// Weight of closed lids: 0 open, 1 closed.
    pub(crate) fn weight(&self) -> f32 {
        let BlinkSettings { closing, closed, opening, .. } = self.settings;
        let Some(time) = self.time else { return 0.0 };
        if time < closing {
            smoothstep(time / closing)
        } else {
            // Lids part fast and take their time at last.
            let share = ((time - closing - closed) / opening).clamp(0.0, 1.0);
            1.0 - smoothstep(share * (2.0 - share))
        }
    }

    /// Seconds to the next blink: never at once, then by chance.
    fn interval(&mut self) -> f32 {
        let least = self.duration() + MIN_PAUSE;
        let mean = (60.0 / self.settings.per_minute).max(least);
        // An exponential distribution beyond the least interval, cut off.
        let chance = (mean - least) * -ops::ln(1.0 - self.next_random());
        least + chance.min(MAX_INTERVALS * mean)
    }

    /// Random number from 0 to below 1 (SplitMix64: G. Steele, D. Lea, C. Flood, *Fast Splittable Pseudorandom Number Generators*, 2014).
    fn next_random(&mut self) -> f32 {
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 40) as f32 / (1u32 << 24) as f32
    }
}
