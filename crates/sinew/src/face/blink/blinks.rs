use super::BlinkSettings;
use super::gaze_history::GazeHistory;
use crate::face::GazeAngles;
use crate::math::random::Random;
use crate::math::smoothstep;

/// State of the blinks of one face.
#[derive(Clone, Debug)]
pub(crate) struct Blinks {
    settings: BlinkSettings,
    random: Random,
    /// Seconds until the next blink begins.
    wait: f32,
    /// Seconds since the last one began; none before the first.
    time: Option<f32>,
    gaze: GazeHistory,
}

/// Shortest time from the end of a blink to the next one, seconds, and the longest as a multiple of the mean
/// interval.
const MIN_PAUSE: f32 = 0.4;
const MAX_INTERVALS: f32 = 3.0;

impl Blinks {
    pub(crate) fn new(settings: BlinkSettings) -> Self {
        let settings = settings.bounded();
        let random = Random::new(settings.seed);
        let mut blinks = Self { settings, random, wait: 0.0, time: None, gaze: GazeHistory::new() };
        blinks.wait = blinks.interval();
        blinks
    }

    pub(crate) fn settings(&self) -> &BlinkSettings {
        &self.settings
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

    /// Moves on by `dt` seconds. A gaze that turns as far as the settings say within a moment begins a blink.
    pub(crate) fn advance(&mut self, dt: f32, gaze: Option<GazeAngles>) {
        if dt.is_nan() || dt <= 0.0 {
            return;
        }
        let shift = match gaze {
            Some(gaze) => self.gaze.add(dt, gaze),
            None => {
                self.gaze.clear();
                0.0
            }
        };
        let is_shifted = shift > 0.0 && shift >= self.settings.gaze_shift;
        if is_shifted {
            self.gaze.clear();
        }
        self.pass(dt);
        if is_shifted {
            self.start();
        }
    }

    /// Moves on by `dt` seconds, of which a saccade of the eyes, given by its angle in radians, has begun so
    /// many seconds before the end.
    pub(crate) fn advance_with_saccade(&mut self, dt: f32, saccade: Option<(f32, f32)>) {
        if dt.is_nan() || dt <= 0.0 {
            return;
        }
        self.gaze.clear();
        match saccade.filter(|(angle, _)| *angle >= self.settings.gaze_shift) {
            Some((_, ago)) => {
                let ago = ago.clamp(0.0, dt);
                self.pass(dt - ago);
                self.start();
                self.pass(ago);
            }
            None => self.pass(dt),
        }
    }

    fn pass(&mut self, dt: f32) {
        self.time = self.time.map(|time| time + dt);
        self.wait -= dt;
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
        least + self.random.exponential(mean - least).min(MAX_INTERVALS * mean)
    }
}
