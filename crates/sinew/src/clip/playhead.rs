//! Playhead of a clip, and the events that a step passes.
//!
//! Times are unwrapped: they count on over the cycles of a loop, so that a step of any size and direction is
//! an interval. An event occurs at its time in every cycle. Whether a time is past an event depends on the
//! time alone: an event passed forwards is passed again backwards, each time once, and every span that begins
//! ends.

use super::WrapMode;
use super::events::{BoundarySide, ClipEventSpan, ClipEvents, EventId};

/// Playback position on a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playhead {
    /// File seconds, unwrapped.
    time: f64,
    /// Whether the playhead is just before `time`, so that an event there is still to come.
    before: bool,
    /// Whether the playhead was set here, not played here: on the border of two cycles, neither cycle has
    /// been played.
    is_placed: bool,
}

/// Interval that a playhead has advanced over; gives its events and root motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayheadStep {
    pub(super) from: Playhead,
    pub(super) to: Playhead,
    /// Time of the clip's first key.
    pub(super) start: f64,
    end: f64,
    /// Duration of a loop cycle; 0 where the clip does not loop.
    pub(super) period: f64,
}

/// Phase of an event when the playhead passes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventPhase {
    /// A point event fires.
    Fired,
    /// A span begins.
    Begin,
    /// A span ends.
    End,
}

/// Largest step, in loop cycles; longer steps count as this many.
const MAX_CYCLES: f64 = 1000.0;
/// Largest number of events in a step; a step beyond leaves out the cycles it passes first.
const MAX_EVENTS: i64 = 1 << 15;

impl Playhead {
    /// Playhead at `time` (file seconds, unwrapped), ready to play forwards or, if `backwards`, backwards: an
    /// event at this very time is still to come.
    #[must_use]
    pub fn new(time: f64, backwards: bool) -> Self {
        Self { time, before: !backwards, is_placed: true }
    }

    /// The same position at an equivalent time; passed events stay passed.
    pub(crate) fn moved(self, time: f64) -> Self {
        Self { time, ..self }
    }

    /// File seconds, unwrapped.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Advances by `step` seconds (0 if not finite) over a clip from `start` to `end`, and returns the step
    /// taken. An end before the start, or one that is not finite, counts as the start.
    pub fn step(&mut self, step: f64, start: f32, end: f32, wrap: WrapMode) -> PlayheadStep {
        let to = if step.is_finite() { self.time + step } else { self.time };
        self.go_to(to, start, end, wrap)
    }

    /// Moves to a time, and passes everything between.
    pub(crate) fn go_to(&mut self, to: f64, start: f32, end: f32, wrap: WrapMode) -> PlayheadStep {
        let first = if start.is_finite() { f64::from(start) } else { 0.0 };
        let last = if end.is_finite() { f64::from(end) } else { first };
        let length = (last - first).max(0.0);
        let period = if wrap == WrapMode::Loop { length } else { 0.0 };
        let mut from = *self;
        if to != self.time {
            (self.time, self.before, self.is_placed) = (to, false, false);
        }
        if wrap == WrapMode::Clamp {
            if to <= first && from.time >= first && to < from.time {
                self.before = true;
            }
            self.time = self.time.min(last).max(first);
        } else if period == 0.0 {
            self.time = first;
        }
        let max = MAX_CYCLES * period;
        if period > 0.0 && (self.time - from.time).abs() > max {
            let length = max.copysign(self.time - from.time);
            // Restarts in the first cycle, where times are exact.
            self.time = first + (self.time - first).rem_euclid(period);
            from = Self { time: self.time - length, before: false, is_placed: false };
        }
        PlayheadStep { from, to: *self, start: first, end: last, period }
    }

    /// Whether the playhead is past a boundary at clip time `time` in cycle `number`.
    fn is_past(&self, time: f64, number: i64, cycle: LoopCycle) -> bool {
        let at = time + number as f64 * cycle.length;
        if self.is_placed && self.time == at && cycle.length > 0.0 {
            let cycles = (at - cycle.start) / cycle.length;
            if cycles.fract() == 0.0 {
                return (number as f64) < cycles;
            }
        }
        if self.before { self.time > at } else { self.time >= at }
    }
}

/// Start and duration of loop cycles; the duration is 0 where there is only one.
#[derive(Clone, Copy)]
struct LoopCycle {
    start: f64,
    length: f64,
}

impl PlayheadStep {
    /// Length of the step in seconds; negative backwards.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.to.time - self.from.time
    }

    /// Whether the step leaves the loop cycle in which it began.
    pub(crate) fn leaves_cycle(&self) -> bool {
        if self.period <= 0.0 || self.to.time == self.from.time {
            return false;
        }
        let begin = self.start + ((self.from.time - self.start) / self.period).floor() * self.period;
        self.to.time < begin || self.to.time >= begin + self.period
    }

    /// Calls `visit` for each event that the step passes, in order; in a long step once for every cycle.
    pub fn for_each_event(&self, events: &ClipEvents, mut visit: impl FnMut(EventId, EventPhase)) {
        let boundaries = events.boundaries();
        if boundaries.is_empty() {
            return;
        }
        let forwards = self.to.time > self.from.time || (self.to.time == self.from.time && self.from.before);
        let (low, high) = if forwards { (self.from, self.to) } else { (self.to, self.from) };
        let cycle = LoopCycle { start: self.start, length: self.period };
        let mut pass = |number: i64, boundary: usize| {
            let boundary = &boundaries[boundary];
            let time = within(boundary.time, self.start, self.end);
            if low.is_past(time, number, cycle) || !high.is_past(time, number, cycle) {
                return;
            }
            let phase = match boundary.side {
                BoundarySide::Point => EventPhase::Fired,
                BoundarySide::Start if forwards => EventPhase::Begin,
                BoundarySide::End if !forwards => EventPhase::Begin,
                BoundarySide::Start | BoundarySide::End => EventPhase::End,
            };
            visit(boundary.event, phase);
        };
        let (first, last) = self.cycles(low.time, high.time);
        // A step passes at most this many cycles, the last ones.
        let max = (MAX_EVENTS / boundaries.len() as i64).max(2);
        let (first, last) = match forwards {
            true => (first.max(last.saturating_sub(max)), last),
            false => (first, last.min(first.saturating_add(max))),
        };
        if forwards {
            (first..=last).for_each(|cycle| (0..boundaries.len()).for_each(|boundary| pass(cycle, boundary)));
        } else {
            let cycles = (first..=last).rev();
            cycles.for_each(|cycle| (0..boundaries.len()).rev().for_each(|boundary| pass(cycle, boundary)));
        }
    }

    /// Cycles from that of `low` to that of `high`; 0 where there is only one. One more at both ends, for
    /// events on the last key.
    fn cycles(&self, low: f64, high: f64) -> (i64, i64) {
        if self.period <= 0.0 {
            return (0, 0);
        }
        let cycle = |time: f64| ((time - self.start) / self.period).floor() as i64;
        (cycle(low).saturating_sub(1), cycle(high).saturating_add(1))
    }
}

/// Effective time of an event: events slightly outside of the keys count as on the outermost key.
fn within(time: f32, start: f64, end: f64) -> f64 {
    f64::from(time).min(end).max(start)
}

/// Whether a playhead is inside a span of a clip from `start` to `end`.
pub(crate) fn is_inside_span(
    head: Playhead,
    span: &ClipEventSpan,
    start: f32,
    end: f32,
    wrap: WrapMode,
) -> bool {
    let (start, end) = (f64::from(start), f64::from(end));
    let length = end - start;
    let loops = wrap == WrapMode::Loop && length > 0.0;
    let cycle = LoopCycle { start, length: if loops { length } else { 0.0 } };
    let inside = |number: i64| {
        head.is_past(within(span.start, start, end), number, cycle)
            && !head.is_past(within(span.end, start, end), number, cycle)
    };
    if !loops {
        return inside(0);
    }
    let number = ((head.time - start) / length).floor() as i64;
    (number.saturating_sub(1)..=number.saturating_add(1)).any(inside)
}
