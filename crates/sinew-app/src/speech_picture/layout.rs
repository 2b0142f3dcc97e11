//! Places in the picture.

use crate::drawing::canvas::Area;

/// Pixels per second, and limits of the width of the sound in pixels: longer sounds are drawn closer
/// together.
const SCALE: f64 = 240.0;
const MIN_WIDTH: u32 = 640;
pub(super) const MAX_WIDTH: u32 = 4000;
/// Space for names on the left and on the right, pixels.
pub(super) const LEFT: u32 = 64;
const RIGHT: u32 = 20;
/// Heights of the rows, pixels.
const TITLE: u32 = 24;
const WAVE: u32 = 56;
const SPECTRUM: u32 = 257;
const SPANS: u32 = 20;
const VISEMES: u32 = 24;
const OPENING: u32 = 72;
const AXIS: u32 = 24;
/// Space between rows, pixels.
const GAP: u32 = 6;
/// Least distance of two marks of the time axis, pixels.
const MIN_MARKS: f64 = 56.0;

/// Longest sound in seconds whose words and phones can be read in a picture: 60 pixels per second.
pub(crate) const MAX_READABLE_SECONDS: f64 = 65.0;

/// Rows of the picture and its scale of time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) size: [u32; 2],
    seconds: f64,
    pub(super) title: Area,
    pub(super) wave: Area,
    pub(super) spectrum: Area,
    /// None where no words are known.
    pub(super) words: Option<Area>,
    /// None where no phones are known.
    pub(super) phones: Option<Area>,
    pub(super) visemes: Area,
    pub(super) opening: Area,
    pub(super) axis: Area,
}

impl Layout {
    pub(super) fn new(seconds: f64, has_words: bool, has_phones: bool) -> Self {
        let width = ((seconds * SCALE).ceil() as u32).clamp(MIN_WIDTH, MAX_WIDTH - LEFT - RIGHT);
        let mut end = GAP;
        let mut row = |height: u32| {
            let top = end;
            end += height + GAP;
            Area { left: LEFT, top, width, height }
        };
        let (title, wave, spectrum) = (row(TITLE), row(WAVE), row(SPECTRUM));
        let words = has_words.then(|| row(SPANS));
        let phones = has_phones.then(|| row(SPANS));
        let (visemes, opening, axis) = (row(VISEMES), row(OPENING), row(AXIS));
        let size = [LEFT + width + RIGHT, end];
        Self { size, seconds, title, wave, spectrum, words, phones, visemes, opening, axis }
    }

    /// Column of a time, at most the right border.
    pub(super) fn column(&self, seconds: f64) -> u32 {
        let share = (seconds / self.seconds).clamp(0.0, 1.0);
        LEFT + (share * f64::from(self.axis.width)).round() as u32
    }

    /// Part of a row between two times.
    pub(super) fn span(&self, row: Area, start: f64, end: f64) -> Area {
        let (left, right) = (self.column(start), self.column(end));
        Area { left, width: right - left.min(right), ..row }
    }

    /// Space on the left of a row.
    pub(super) fn name(row: Area) -> Area {
        Area { left: 2, width: LEFT - 8, ..row }
    }

    /// Times of the marks of the time axis: a round number of seconds apart.
    pub(super) fn marks(&self) -> impl Iterator<Item = f64> + use<> {
        const STEPS: [f64; 14] =
            [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 60.0, 120.0, 300.0, 600.0, 1800.0, 3600.0];
        let scale = f64::from(self.axis.width) / self.seconds;
        let step = STEPS.into_iter().find(|step| step * scale >= MIN_MARKS).unwrap_or(STEPS[13]);
        let seconds = self.seconds;
        (0..).map(move |n| f64::from(n) * step).take_while(move |time| *time <= seconds + 1e-9)
    }
}
