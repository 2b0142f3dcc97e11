use crate::face::GazeAngles;

/// Gaze of the last moments: the angle by which it has turned, the same at any frame rate.
#[derive(Clone, Debug)]
pub(super) struct GazeHistory {
    /// Times in seconds and gazes, the oldest first.
    samples: [(f64, GazeAngles); Self::MAX_SAMPLES],
    count: usize,
    now: f64,
}

impl GazeHistory {
    /// Duration of a shift of the gaze, seconds: the longest saccades take about as long.
    const WINDOW: f64 = 0.15;
    const MAX_SAMPLES: usize = 24;
    /// Least time between two samples, seconds: frames of higher rates share one.
    const MIN_SPACING: f64 = Self::WINDOW / (Self::MAX_SAMPLES - 4) as f64;

    pub(super) fn new() -> Self {
        Self { samples: [(0.0, GazeAngles::default()); Self::MAX_SAMPLES], count: 0, now: 0.0 }
    }

    /// Forgets the past.
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds the gaze after a step of `dt` seconds. Returns the angle, radians, by which it has turned within
    /// the window.
    pub(super) fn add(&mut self, dt: f32, gaze: GazeAngles) -> f32 {
        self.now += f64::from(dt);
        let start = self.now - Self::WINDOW;
        // One sample before the window is kept, to interpolate from.
        while self.count >= 2 && self.samples[1].0 <= start {
            self.samples.copy_within(1..self.count, 0);
            self.count -= 1;
        }
        let is_close = self.count >= 2 && self.now - self.samples[self.count - 2].0 < Self::MIN_SPACING;
        if is_close || self.count == Self::MAX_SAMPLES {
            self.count -= 1;
        }
        self.samples[self.count] = (self.now, gaze);
        self.count += 1;
        let (first, before) = self.samples[0];
        let before = match self.samples[..self.count].get(1) {
            Some((second, after)) if first < start => {
                before.lerp(*after, ((start - first) / (second - first)) as f32)
            }
            _ => before,
        };
        before.distance(gaze)
    }
}
