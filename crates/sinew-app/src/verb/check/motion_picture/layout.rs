//! Places in the picture.

use crate::drawing::canvas::Area;

/// Width of a time line, pixels.
pub(super) const WIDTH: u32 = 1040;
/// Space on the left for names and on the right for values, pixels.
pub(super) const LEFT: u32 = 210;
pub(super) const RIGHT: u32 = 120;
/// Space around all, pixels.
pub(super) const MARGIN: u32 = 16;
/// Heights, pixels.
pub(super) const TITLE: u32 = 26;
pub(super) const SUBTITLE: u32 = 20;
pub(super) const HEADING: u32 = 26;
/// Labels of the faults above a time line.
pub(super) const LABELS: u32 = 17;
pub(super) const LINE: u32 = 44;
const ROW_GAP: u32 = 5;
pub(super) const AXIS: u32 = 24;
pub(super) const NOTE: u32 = 18;
const BLOCK_GAP: u32 = 18;
/// Least distance of two marks of the time axis, pixels.
const MIN_MARKS: f32 = 70.0;

/// Width of the picture, pixels.
pub(super) const fn width() -> u32 {
    MARGIN + LEFT + WIDTH + RIGHT + MARGIN
}

/// Height of the head of the picture, pixels.
pub(super) const fn head() -> u32 {
    MARGIN + TITLE + SUBTITLE + BLOCK_GAP
}

/// Height of the block of a clip with so many time lines, pixels.
pub(super) const fn block(rows: u32, has_note: bool) -> u32 {
    HEADING + rows * (LABELS + LINE + ROW_GAP) + AXIS + if has_note { NOTE } else { 0 } + BLOCK_GAP
}

/// Place of a time line in the block that begins at `top`, without its labels.
pub(super) const fn line(top: u32, row: u32) -> Area {
    let above = HEADING + row * (LABELS + LINE + ROW_GAP) + LABELS;
    Area { left: MARGIN + LEFT, top: top + above, width: WIDTH, height: LINE }
}

/// Scale of time of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeScale {
    pub(super) start: f32,
    pub(super) end: f32,
}

impl TimeScale {
    fn seconds(self) -> f32 {
        (self.end - self.start).max(1e-3)
    }

    /// Column of a time, within the line.
    pub(super) fn column(self, time: f32) -> u32 {
        let share = ((time - self.start) / self.seconds()).clamp(0.0, 1.0);
        MARGIN + LEFT + (share * (WIDTH - 1) as f32).round() as u32
    }

    /// Times of the marks, a round number of seconds apart, and the digits behind the point that they need.
    pub(super) fn marks(self) -> (Vec<f32>, usize) {
        const STEPS: [(f32, usize); 15] = [
            (0.01, 2),
            (0.02, 2),
            (0.05, 2),
            (0.1, 1),
            (0.2, 1),
            (0.5, 1),
            (1.0, 0),
            (2.0, 0),
            (5.0, 0),
            (10.0, 0),
            (20.0, 0),
            (60.0, 0),
            (300.0, 0),
            (1200.0, 0),
            (7200.0, 0),
        ];
        let scale = WIDTH as f32 / self.seconds();
        let (step, digits) =
            STEPS.into_iter().find(|(step, _)| step * scale >= MIN_MARKS).unwrap_or(STEPS[STEPS.len() - 1]);
        let first = (self.start / step).ceil();
        let marks = (0..WIDTH).map(|n| (first + n as f32) * step).take_while(|time| *time <= self.end + 1e-4);
        (marks.collect(), digits)
    }
}
