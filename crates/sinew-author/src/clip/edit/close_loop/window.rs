//! The stretches at both ends of a clip over which its seam is blended, and the keys there.

use super::offset::EndKeys;
use sinew::clip::{Interpolation, Track, TrackValue};
use std::ops::{Add, Mul};

/// Largest time between keys that follow an offset, seconds: a frame at 30 Hz, and rounding.
const MAX_STEP: f32 = 0.034;

/// Fewest parts of an offset between keys.
const MIN_PARTS: f32 = 4.0;

/// Most parts of an interval between two keys: long blends are smooth.
const MAX_PARTS: f32 = 4096.0;

/// Smallest time between a key and a new one, seconds.
const MIN_STEP: f32 = 1e-4;

/// Blend at both ends of a clip.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    /// First and last time of the clip, file seconds.
    pub(super) start: f32,
    pub(super) end: f32,
    /// Duration of the blend at each end; at most half of the clip's.
    pub(super) seconds: f32,
    /// Time between the samples by which velocities are measured, at most half of the blend.
    pub(super) step: f32,
}

/// End of a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    First,
    Last,
}

/// Key of a track in a row: tangents of splines, and values.
#[derive(Clone, Debug)]
pub(super) struct Row<V> {
    pub(super) time: f32,
    /// Empty where the track has no tangents.
    pub(super) tangent_in: Vec<V>,
    pub(super) values: Vec<V>,
    pub(super) tangent_out: Vec<V>,
}

impl Window {
    /// Time of an end.
    pub(super) fn time(&self, end: End) -> f32 {
        if end == End::First { self.start } else { self.end }
    }

    /// Time that is `away` seconds from an end.
    pub(super) fn inwards(&self, end: End, away: f32) -> f32 {
        if end == End::First { self.start + away } else { self.end - away }
    }

    /// Seconds from an end to a time.
    pub(super) fn away(&self, end: End, time: f32) -> f32 {
        if end == End::First { time - self.start } else { self.end - time }
    }

    fn max_step(&self) -> f32 {
        MAX_STEP.min(self.seconds / MIN_PARTS)
    }

    /// Keys of a track with keys at `times` and new ones, from an end.
    pub(super) fn end_keys(&self, times: &[f32], end: End) -> EndKeys {
        let mut keys = self.new_times(times, false);
        keys.extend_from_slice(times);
        let mut keys: Vec<f32> = keys.into_iter().map(|time| self.away(end, time)).collect();
        keys.sort_by(f32::total_cmp);
        keys.dedup();
        EndKeys { times: keys, step: self.step }
    }

    /// Times of new keys in a track with keys at `times`: both ends of the clip, and enough of them within the
    /// blends; where `whole`, also in the rest of the intervals that a blend reaches into.
    pub(super) fn new_times(&self, times: &[f32], whole: bool) -> Vec<f32> {
        let mut ends = vec![self.start];
        ends.extend_from_slice(times);
        ends.push(self.end);
        let mut new = Vec::new();
        new.extend((times[0] > self.start).then_some(self.start));
        new.extend((times[times.len() - 1] < self.end).then_some(self.end));
        let blends = [(self.start, self.start + self.seconds), (self.end - self.seconds, self.end)];
        for pair in ends.windows(2) {
            for (low, high) in blends {
                let (from, to) = (pair[0].max(low), pair[1].min(high));
                if to <= from {
                    continue;
                }
                // A blend ends with a key, so that nothing beyond it moves.
                let mut add = |time: f32| {
                    let is_between = time > pair[0] + MIN_STEP && time < pair[1] - MIN_STEP;
                    new.extend(is_between.then_some(time));
                };
                [from, to].into_iter().for_each(&mut add);
                let (from, to) = if whole { (pair[0], pair[1]) } else { (from, to) };
                let length = pair[1] - pair[0];
                let parts = ((to - from) / self.max_step()).ceil().min(MAX_PARTS);
                let count = if length > self.max_step() { parts } else { 0.0 };
                (1..count as usize).map(|n| from + (to - from) * (n as f32 / count)).for_each(add);
            }
        }
        new.sort_by(f32::total_cmp);
        new.dedup();
        new
    }

    /// Keys of a track with new ones: those of `sample`, which gives the values at a time. `unit` makes a value of
    /// a spline one of unit length where it is a rotation, with the change per second that it then has.
    pub(super) fn rows<V: TrackValue + Add<Output = V> + Mul<f32, Output = V>>(
        &self,
        track: &Track<V>,
        sample: impl Fn(f32) -> Vec<V>,
        unit: impl Fn(V, V) -> (V, V),
    ) -> Vec<Row<V>> {
        let is_cubic = track.interpolation() == Interpolation::CubicSpline;
        let width = track.width();
        let (first, last) = (track.times()[0], track.times()[track.times().len() - 1]);
        let stored = |key: usize| {
            let row = if is_cubic { &track.values()[3 * key * width..][..3 * width] } else { track.key(key) };
            // Before its first key and after its last, a track is at rest.
            let is_outside = |n: usize| {
                n == 0 && key == 0 && first > self.start
                    || n == 2 && key + 1 == track.times().len() && last < self.end
            };
            let part = |n: usize| -> Vec<V> {
                let tangents = if is_cubic { &row[n * width..][..width] } else { &[] };
                let by = if is_outside(n) { 0.0 } else { 1.0 };
                tangents.iter().map(|tangent| *tangent * by).collect()
            };
            let values = track.key(key).to_vec();
            (false, Row { time: track.times()[key], tangent_in: part(0), values, tangent_out: part(2) })
        };
        let made = |time: f32| {
            if !is_cubic {
                let (tangent_in, tangent_out) = (Vec::new(), Vec::new());
                return (true, Row { time, tangent_in, values: sample(time), tangent_out });
            }
            let lanes = (0..width).map(|lane| {
                let (value, slope) = spline(track, time, lane);
                unit(value, slope)
            });
            let (values, slopes): (Vec<V>, Vec<V>) = lanes.unzip();
            (true, Row { time, tangent_in: slopes.clone(), values, tangent_out: slopes })
        };
        let mut rows: Vec<(bool, Row<V>)> = (0..track.times().len()).map(stored).collect();
        // A spline of rotations is not of unit length between its keys, but new keys have to be: enough of them
        // follow it.
        let whole = is_cubic && track.key(0).iter().any(|value| value.rotation_length().is_some());
        rows.extend(self.new_times(track.times(), whole).into_iter().map(made));
        // Stable, so that doubled keys stay in their order.
        rows.sort_by(|(_, a), (_, b)| a.time.total_cmp(&b.time));
        for at in 1..rows.len() {
            let ((is_new, before), (is_next_new, after)) = match &mut rows[at - 1..=at] {
                [before, after] => ((before.0, &mut before.1), (after.0, &mut after.1)),
                _ => continue,
            };
            if is_new || is_next_new {
                for (row, tangents) in
                    [(&before.values, &mut before.tangent_out), (&after.values, &mut after.tangent_in)]
                {
                    tangents
                        .iter_mut()
                        .zip(row)
                        .for_each(|(tangent, value)| *tangent = unit(*value, *tangent).1);
                }
            }
        }
        rows.into_iter().map(|(_, row)| row).collect()
    }
}

/// A track of rows with the interpolation and width of another; `None` where 32-bit floats cannot hold it.
pub(super) fn track_of<V: TrackValue>(like: &Track<V>, rows: Vec<Row<V>>) -> Option<Track<V>> {
    let times = rows.iter().map(|row| row.time).collect();
    let values = rows.into_iter().flat_map(|row| [row.tangent_in, row.values, row.tangent_out].concat());
    Track::new(like.interpolation(), like.width(), times, values.collect()).ok()
}

/// Value and change per second of a spline at a time; at rest beyond its keys.
pub(super) fn spline<V: TrackValue + Add<Output = V> + Mul<f32, Output = V>>(
    track: &Track<V>,
    time: f32,
    lane: usize,
) -> (V, V) {
    let (times, width) = (track.times(), track.width());
    let last = times.len() - 1;
    let still = |key: usize| (track.key(key)[lane], track.key(key)[lane] * 0.0);
    if time < times[0] || last == 0 {
        return still(0);
    }
    if time > times[last] {
        return still(last);
    }
    // The last interval with some length at or before the time.
    let next = times.partition_point(|key| *key <= time).clamp(1, last);
    let (key, span) = (next - 1, times[next] - times[next - 1]);
    if span <= 0.0 {
        return still(next);
    }
    let tangent = |key: usize, row: usize| track.values()[(3 * key + row) * width + lane];
    let s = (time - times[key]) / span;
    let (s2, s3) = (s * s, s * s * s);
    let (from, to) = (track.key(key)[lane], track.key(next)[lane]);
    let (out, into) = (tangent(key, 2), tangent(next, 0));
    let value = from * (2.0 * s3 - 3.0 * s2 + 1.0)
        + out * (span * (s3 - 2.0 * s2 + s))
        + to * (3.0 * s2 - 2.0 * s3)
        + into * (span * (s3 - s2));
    let slope = (6.0 * s2 - 6.0 * s) / span;
    let speed = from * slope + out * (3.0 * s2 - 4.0 * s + 1.0) + to * -slope + into * (3.0 * s2 - 2.0 * s);
    (value, speed)
}
