//! The stretches at both ends of a clip over which its seam is blended, and the keys there.

use super::offset::Stencil;
use sinew::clip::{Interpolation, Track, TrackValue};
use sinew::glam::Vec3;
use std::ops::{Add, Mul};

/// Largest time between keys that follow an offset, seconds: a frame at 30 Hz, and rounding.
const MAX_STEP: f32 = 0.034;

/// Fewest parts of an offset between keys.
const MIN_PARTS: f32 = 4.0;

/// Smallest distance of the samples of a velocity, seconds: those of recordings that are nearer are noisy.
pub(super) const MIN_SAMPLE_STEP: f32 = 1.0 / 30.0 - 1e-4;

/// Largest jump of a closed track's velocity at the seam, in parts of the largest between the ends, and of one
/// that is rounding.
const JUMP_TOLERANCE: f32 = 1.05;
const MIN_JUMP: f32 = 1e-3;

/// Blend at both ends of a clip.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    /// First and last time of the clip, file seconds.
    pub(super) start: f32,
    pub(super) end: f32,
    /// Duration of the blend at each end; at most half of the clip's.
    pub(super) seconds: f32,
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

    /// Samples by which the velocity at an end is measured: keys, where they are dense, else the times of the
    /// first new key.
    pub(super) fn stencil(&self, times: &[f32], end: End) -> Stencil {
        let mut keys: Vec<f32> = times.iter().map(|time| self.away(end, *time)).collect();
        keys.sort_by(f32::total_cmp);
        let mut later = |than: f32| keys.iter().copied().find(|away| *away >= than + MIN_SAMPLE_STEP);
        let near = later(0.0);
        let far = near.and_then(&mut later);
        match (near, far) {
            (Some(near), Some(far)) if far <= self.seconds => Stencil::new(near, Some(far)),
            _ => {
                let first = keys.iter().copied().find(|away| *away > 1e-4);
                Stencil::new(first.unwrap_or(f32::INFINITY).min(self.max_step()), None)
            }
        }
    }

    /// Whether a track needs no blend: its ends meet, and its velocity does not change more there than between
    /// them, as where a foot comes down. `moved` is the change from one time to another, `seam` the jump of the
    /// velocity as [`Window::jump`] measures it.
    pub(super) fn is_closed(
        &self,
        gap: f32,
        tolerance: f32,
        seam: Vec3,
        moved: impl Fn(f32, f32) -> Vec3,
    ) -> bool {
        if gap > tolerance {
            return false;
        }
        let step = self.sample_step();
        let count = ((self.end - self.start) / step) as usize;
        let inner = (2..=count.saturating_sub(2)).map(|n| {
            let time = self.start + step * n as f32;
            self.jump(|away| moved(time, time + away), |away| moved(time, time - away)).length()
        });
        let most = inner.fold(0.0, f32::max);
        seam.length() <= JUMP_TOLERANCE * most + MIN_JUMP
    }

    /// Jump of the velocity between two motions away from a time, backwards and forwards.
    pub(super) fn jump(&self, forwards: impl Fn(f32) -> Vec3, backwards: impl Fn(f32) -> Vec3) -> Vec3 {
        let step = self.sample_step();
        let stencil = Stencil::new(step, Some(2.0 * step));
        stencil.speed(forwards) + stencil.speed(backwards)
    }

    fn sample_step(&self) -> f32 {
        (1.0f32 / 30.0).min(0.25 * (self.end - self.start))
    }

    /// Times of new keys in a track with keys at `times`: both ends of the clip, and enough of them within
    /// the blends.
    pub(super) fn new_times(&self, times: &[f32]) -> Vec<f32> {
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
                if pair[1] - pair[0] <= self.max_step() || to <= from {
                    continue;
                }
                let count = ((to - from) / self.max_step()).ceil();
                let between = (0..=count as usize).map(|n| from + (to - from) * (n as f32 / count));
                new.extend(between.filter(|time| *time > pair[0] && *time < pair[1]));
            }
        }
        new.sort_by(f32::total_cmp);
        new.dedup();
        new
    }

    /// Keys of a track with new ones: those of `sample`, which gives the values at a time. `length` is that of
    /// a quaternion, by which a new key of a spline and its tangents are divided.
    pub(super) fn rows<V: TrackValue + Add<Output = V> + Mul<f32, Output = V>>(
        &self,
        track: &Track<V>,
        sample: impl Fn(f32) -> Vec<V>,
        length: impl Fn(V) -> f32,
    ) -> Vec<Row<V>> {
        let is_cubic = track.interpolation() == Interpolation::CubicSpline;
        let width = track.width();
        let stored = |key: usize| {
            let row = if is_cubic { &track.values()[3 * key * width..][..3 * width] } else { track.key(key) };
            let part = |n: usize| if is_cubic { row[n * width..][..width].to_vec() } else { Vec::new() };
            let values = track.key(key).to_vec();
            Row { time: track.times()[key], tangent_in: part(0), values, tangent_out: part(2) }
        };
        let made = |time: f32| {
            if !is_cubic {
                let (tangent_in, tangent_out) = (Vec::new(), Vec::new());
                return Row { time, tangent_in, values: sample(time), tangent_out };
            }
            let lanes = (0..width).map(|lane| {
                let (value, slope) = spline(track, time, lane);
                let by = 1.0 / length(value).max(1e-6);
                (value * by, slope * by)
            });
            let (values, slopes): (Vec<V>, Vec<V>) = lanes.unzip();
            Row { time, tangent_in: slopes.clone(), values, tangent_out: slopes }
        };
        let mut rows: Vec<Row<V>> = (0..track.times().len()).map(stored).collect();
        rows.extend(self.new_times(track.times()).into_iter().map(made));
        // Stable, so that doubled keys stay in their order.
        rows.sort_by(|a, b| a.time.total_cmp(&b.time));
        rows
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
