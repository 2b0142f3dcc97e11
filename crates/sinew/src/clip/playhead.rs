//! Where playing stands on a clip, and what a step passes.
//!
//! Positions count on over the rounds of a loop and never jump, so that a step of any size, in either direction, is a
//! stretch from one number to another. A mark at a time lies at that number in every round. Whether a position lies past
//! a mark is a function of the position alone: what is passed on the way there is passed again on the way back, each
//! time once, and whatever is entered is left.

use super::Wrap;
use super::events::{BoundarySide, ClipEvents, ClipSpan, EventId};

/// A position on a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playhead {
    /// File seconds, unwrapped.
    time: f64,
    /// Whether it stands just before `time`, so that a mark there is still ahead.
    before: bool,
    /// Whether it came here without a way: where two rounds meet, the one before has not been played, nor the one after.
    is_placed: bool,
}

/// A step of a playhead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayheadStep {
    pub(super) from: Playhead,
    pub(super) to: Playhead,
    /// Of the clip.
    pub(super) start: f64,
    end: f64,
    /// Of a round; 0 where the clip does not loop.
    pub(super) round: f64,
}

/// How a mark is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventPhase {
    /// An event.
    Fired,
    /// A span is entered.
    Begin,
    /// A span is left.
    End,
}

/// A step longer than this many rounds counts as this many.
const MAX_ROUNDS: f64 = 1000.0;
/// A step that would pass more marks than this leaves out the rounds that it passes first.
const MAX_EVENTS: i64 = 1 << 15;

impl Playhead {
    /// Stands at `time` (file seconds, unwrapped), to play forwards from there or, if `backwards`, back from there: a
    /// mark at this very time is still to be passed.
    pub fn new(time: f64, backwards: bool) -> Self {
        Self { time, before: !backwards, is_placed: true }
    }

    /// At another time that stands for the same: what is passed stays passed.
    pub(crate) fn moved(self, time: f64) -> Self {
        Self { time, ..self }
    }

    /// File seconds, unwrapped.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Moves on by `step` seconds (not finite: not at all) over a clip from `start` to `end`, and tells what way that
    /// was.
    pub fn step(&mut self, step: f64, start: f32, end: f32, wrap: Wrap) -> PlayheadStep {
        let to = if step.is_finite() { self.time + step } else { self.time };
        self.go_to(to, start, end, wrap)
    }

    /// Moves to a position, passing all that lies between.
    pub(crate) fn go_to(&mut self, to: f64, start: f32, end: f32, wrap: Wrap) -> PlayheadStep {
        let (first, last) = (f64::from(start), f64::from(end));
        let length = (last - first).max(0.0);
        let round = if wrap == Wrap::Loop { length } else { 0.0 };
        let mut from = *self;
        if to != self.time {
            (self.time, self.before, self.is_placed) = (to, false, false);
        }
        if wrap == Wrap::Clamp {
            if to <= first && from.time >= first && to < from.time {
                self.before = true;
            }
            self.time = self.time.clamp(first, last);
        } else if round == 0.0 {
            self.time = first;
        }
        let most = MAX_ROUNDS * round;
        if round > 0.0 && (self.time - from.time).abs() > most {
            let way = most.copysign(self.time - from.time);
            // Counts from the beginning again, where numbers are exact.
            self.time = first + (self.time - first).rem_euclid(round);
            from = Self { time: self.time - way, before: false, is_placed: false };
        }
        PlayheadStep { from, to: *self, start: first, end: last, round }
    }

    /// Whether a boundary at `time` of the clip lies behind, in round number `number`.
    fn is_past(&self, time: f64, number: i64, round: Round) -> bool {
        let at = time + number as f64 * round.length;
        if self.is_placed && self.time == at && round.length > 0.0 {
            let rounds = (at - round.start) / round.length;
            if rounds.fract() == 0.0 {
                return (number as f64) < rounds;
            }
        }
        if self.before { self.time > at } else { self.time >= at }
    }
}

/// Where rounds begin, and how long they are: 0 where there is only one.
#[derive(Clone, Copy)]
struct Round {
    start: f64,
    length: f64,
}

impl PlayheadStep {
    /// Seconds from one end to the other; negative backwards.
    pub fn seconds(&self) -> f64 {
        self.to.time - self.from.time
    }

    /// Tells `passed` of every mark on the way, in the order of passing, each as often as it is passed.
    pub fn for_each_event(&self, events: &ClipEvents, mut visit: impl FnMut(EventId, EventPhase)) {
        let boundaries = events.boundaries();
        if boundaries.is_empty() {
            return;
        }
        let forwards = self.to.time > self.from.time || (self.to.time == self.from.time && self.from.before);
        let (low, high) = if forwards { (self.from, self.to) } else { (self.to, self.from) };
        let round = Round { start: self.start, length: self.round };
        let mut pass = |number: i64, boundary: usize| {
            let boundary = &boundaries[boundary];
            let time = within(boundary.time, self.start, self.end);
            if low.is_past(time, number, round) || !high.is_past(time, number, round) {
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
        let (first, last) = self.rounds(low.time, high.time);
        // A step passes so many marks at most, the last of them.
        let most = (MAX_EVENTS / boundaries.len() as i64).max(2);
        let (first, last) = match forwards {
            true => (first.max(last - most), last),
            false => (first, last.min(first + most)),
        };
        if forwards {
            (first..=last).for_each(|round| (0..boundaries.len()).for_each(|boundary| pass(round, boundary)));
        } else {
            let rounds = (first..=last).rev();
            rounds.for_each(|round| (0..boundaries.len()).rev().for_each(|boundary| pass(round, boundary)));
        }
    }

    /// The rounds from that of `low` to that of `high`; 0 where there is only one. A round more at both ends, for marks
    /// on the last key.
    fn rounds(&self, low: f64, high: f64) -> (i64, i64) {
        if self.round <= 0.0 {
            return (0, 0);
        }
        let round = |time: f64| ((time - self.start) / self.round).floor() as i64;
        (round(low) - 1, round(high) + 1)
    }
}

/// The time at which a mark counts: play comes no farther than to the outermost keys, marks may stand a little beyond.
fn within(time: f32, start: f64, end: f64) -> f64 {
    f64::from(time).min(end).max(start)
}

/// Whether a playhead stands in a span, of a clip from `start` to `end`.
pub(crate) fn is_inside_span(head: Playhead, span: &ClipSpan, start: f32, end: f32, wrap: Wrap) -> bool {
    let (start, end) = (f64::from(start), f64::from(end));
    let length = end - start;
    let loops = wrap == Wrap::Loop && length > 0.0;
    let round = Round { start, length: if loops { length } else { 0.0 } };
    let inside = |number: i64| {
        head.is_past(within(span.start, start, end), number, round)
            && !head.is_past(within(span.end, start, end), number, round)
    };
    if !loops {
        return inside(0);
    }
    let number = ((head.time - start) / length).floor() as i64;
    (number - 1..=number + 1).any(inside)
}
