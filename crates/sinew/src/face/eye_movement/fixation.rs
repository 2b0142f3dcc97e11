//! Fixations of the eyes: small irregular saccades, glances aside, and the way of a social gaze between eyes
//! and mouth (S. P. Lee, J. B. Badler, N. I. Badler, *Eyes Alive*, 2002: angles, directions and durations).

use super::EyeMovementSettings;
use crate::face::GazeAngles;
use crate::math::ops;
use crate::math::random::Random;

/// Target of the gaze, which decides how fixations follow one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FixationKind {
    /// No target: the eyes rest straight ahead.
    Idle,
    /// A point.
    Point,
    /// A face.
    Face,
}

/// Place of a fixation relative to what is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FixationOffset {
    Angles(GazeAngles),
    /// Metres of the model to the left and downwards, at the target.
    Metres([f32; 2]),
}

/// State of the fixations.
#[derive(Clone, Debug)]
pub(super) struct Fixations {
    random: Random,
    pub(super) offset: FixationOffset,
    /// Seconds until the next saccade.
    pub(super) wait: f32,
    /// Seconds until the next glance aside; infinity for none.
    until_glance: f32,
    is_aside: bool,
}

/// Part of a face that a social gaze rests on: metres to the left and downwards from between the eyes, and
/// its share of the time. Three quarters are the eyes'.
const FACE_PARTS: [([f32; 2], f32); 3] = [([0.032, 0.0], 0.375), ([-0.032, 0.0], 0.375), ([0.0, 0.07], 0.25)];

/// Shares of the directions of saccades in hundredths, from the character's left on in steps of 45°, upwards
/// second.
const DIRECTIONS: [f32; 8] = [15.54, 6.46, 17.69, 7.44, 16.80, 7.89, 20.38, 7.79];

/// Shortest fixation, seconds, and the means beyond it: of small saccades, of parts of a face, and of glances
/// aside while nothing, or a face, is looked at (27.8 and 13 frames of 30 a second).
const MIN_FIXATION: f32 = 0.25;
const SMALL_MEAN: f32 = 0.75;
const FACE_MEAN: f32 = 0.55;
const ASIDE_MEAN: f32 = 0.68;
const FACE_ASIDE_MEAN: f32 = 0.18;
/// Mean time between glances away from a face, seconds (237.5 frames).
const FACE_GLANCE_MEAN: f32 = 7.9;
/// Share of glances that another one follows.
const REPEATED_SHARE: f32 = 0.3;

impl Fixations {
    pub(super) fn new(seed: u64) -> Self {
        // Blinks of the same seed take other numbers.
        let random = Random::new(seed ^ 0x5ACC_ADE5_5ACC_ADE5);
        let offset = FixationOffset::Angles(GazeAngles::default());
        Self { random, offset, wait: 0.0, until_glance: f32::INFINITY, is_aside: false }
    }

    /// Begins with something else to look at.
    pub(super) fn enter(&mut self, kind: FixationKind, settings: &EyeMovementSettings) {
        self.until_glance = self.time_to_glance(kind, settings);
        self.return_from_glance(kind, settings);
    }

    /// Goes on to the next fixation.
    pub(super) fn next(&mut self, kind: FixationKind, settings: &EyeMovementSettings) {
        let goes_aside =
            if self.is_aside { self.random.unit() < REPEATED_SHARE } else { self.until_glance <= 0.0 };
        if goes_aside {
            self.is_aside = true;
            self.offset = FixationOffset::Angles(self.glance(settings));
            let mean = if kind == FixationKind::Face { FACE_ASIDE_MEAN } else { ASIDE_MEAN };
            self.wait = MIN_FIXATION + self.random.exponential(mean).min(4.0 * mean);
            return;
        }
        if self.is_aside {
            self.is_aside = false;
            self.until_glance = self.time_to_glance(kind, settings);
        }
        self.return_from_glance(kind, settings);
    }

    /// Lets time pass.
    pub(super) fn pass(&mut self, seconds: f32) {
        self.wait -= seconds;
    }

    /// Time until a glance aside.
    fn time_to_glance(&mut self, kind: FixationKind, settings: &EyeMovementSettings) -> f32 {
        match kind {
            FixationKind::Point => f32::INFINITY,
            FixationKind::Face => {
                0.5 + self.random.exponential(FACE_GLANCE_MEAN - 0.5).min(3.0 * FACE_GLANCE_MEAN)
            }
            FixationKind::Idle if settings.glances_per_minute <= 0.0 => f32::INFINITY,
            FixationKind::Idle => {
                // From one glance to the next; some glances are two.
                let aside = MIN_FIXATION + ASIDE_MEAN;
                let mean = ((60.0 / settings.glances_per_minute - aside) / (1.0 - REPEATED_SHARE)).max(0.5);
                0.25 + self.random.exponential(mean - 0.25).min(3.0 * mean)
            }
        }
    }

    /// A small saccade about what is looked at, or to another part of the face.
    fn return_from_glance(&mut self, kind: FixationKind, settings: &EyeMovementSettings) {
        self.is_aside = false;
        let mean = if kind == FixationKind::Face { FACE_MEAN } else { SMALL_MEAN };
        self.wait = MIN_FIXATION + self.random.exponential(mean).min(4.0 * mean);
        self.wait = self.wait.min(self.until_glance.max(MIN_FIXATION));
        self.until_glance -= self.wait;
        self.offset = match kind {
            FixationKind::Face => FixationOffset::Metres(self.part_of_face()),
            _ => {
                let (direction, share) = (self.direction(), self.random.unit());
                FixationOffset::Angles(at(direction, settings.fixation_angle * share))
            }
        };
    }

    /// Another part of the face than the last one.
    fn part_of_face(&mut self) -> [f32; 2] {
        let last = self.offset;
        let others = FACE_PARTS.iter().filter(|(part, _)| last != FixationOffset::Metres(*part));
        let mut left = self.random.unit() * others.clone().map(|(_, share)| share).sum::<f32>();
        let chosen = others.clone().find(|(_, share)| {
            left -= share;
            left < 0.0
        });
        chosen.or(others.clone().next_back()).map_or([0.0; 2], |(part, _)| *part)
    }

    /// A glance aside: small ones are the most frequent.
    fn glance(&mut self, settings: &EyeMovementSettings) -> GazeAngles {
        // Frequencies in hundredths fall as 15.7·exp(−angle / 6.9°).
        const FALL: f32 = 6.9 * std::f32::consts::PI / 180.0;
        let frequency = (15.0 * self.random.unit()).max(1e-3);
        let angle = (-FALL * ops::ln(frequency / 15.7)).clamp(0.0, settings.max_glance);
        let direction = self.direction();
        at(direction, angle)
    }

    /// Direction of a saccade: 0 to the left, a quarter turn upwards.
    fn direction(&mut self) -> f32 {
        let mut left = self.random.unit() * DIRECTIONS.iter().sum::<f32>();
        let chosen = DIRECTIONS.iter().position(|share| {
            left -= share;
            left < 0.0
        });
        let step = std::f32::consts::FRAC_PI_4;
        (chosen.unwrap_or(0) as f32 + self.random.unit() - 0.5) * step
    }
}

fn at(direction: f32, angle: f32) -> GazeAngles {
    let (sine, cosine) = ops::sin_cos(direction);
    GazeAngles { yaw: angle * cosine, pitch: -angle * sine }
}
