//! Smoothing of one track.

use super::jumps::{JumpLimits, Repair, repair};
use super::low_pass::LowPass;
use super::settings::SmoothSettings;
use crate::clip::edit::windows::{neighbours, smooth_above};
use crate::motion_check::noise_of_track;
use sinew::clip::{Interpolation, RootPose, RootTrack, Track, TrackValue};
use sinew::glam::{Quat, Vec3};
use sinew::internal::{from_scaled_axis, to_scaled_axis};
use std::ops::Range;

/// Interval of keys that are filtered, seconds: shorter and longer ones are none of a capture.
const INTERVALS: Range<f32> = 1.0 / 1000.0..0.051;
/// Largest deviation of an interval from the mean, relative to it.
const MAX_UNEVEN: f32 = 0.2;
/// Fewest keys.
const MIN_KEYS: usize = 5;
/// Smallest jump that is taken out, body heights: several joints may add up to one that is seen.
const MIN_JUMP: f32 = 0.006;
/// Acceleration of usual motion, body heights per second², as in the check of motion.
const ACCELERATION: f32 = 18.0;

/// Noise from which on a track is filtered, and from which on it is filtered in full, body heights (standard
/// deviation): several joints may add up to noise that is seen.
const NOISE: [f32; 2] = [0.0005, 0.0015];
/// Time on either side in which the filter comes and goes, seconds.
const AROUND: f32 = 0.15;
/// Distance at which turns of the root count, body heights.
const ROOT_LEVER: f32 = 0.2;

/// Least cosine of half the angle between equal rotations.
const SAME_ROTATION: f32 = 0.9999;

/// Smoothing of all tracks of a clip.
#[derive(Clone, Copy, Debug)]
pub(super) struct Smoother {
    pub(super) settings: SmoothSettings,
    /// Whether the end goes on with the start.
    pub(super) is_loop: bool,
    /// Height of the body, metres.
    pub(super) height: f32,
}

/// Smoothing of one track.
#[derive(Clone, Copy, Debug)]
pub(super) struct TrackSmoothing<'a> {
    pub(super) smoother: &'a Smoother,
    /// Times at which the body jumps by the joint, start and end, file seconds.
    pub(super) jumps: &'a [(f32, f32)],
    /// Times at which the body trembles, start and end, file seconds.
    pub(super) noise: &'a [(f32, f32)],
    /// Whether noise is filtered.
    pub(super) filters: bool,
}

impl Smoother {
    /// For a stretch between jumps, which is no loop.
    fn within(&self, cuts: &[(usize, usize)]) -> Self {
        Self { is_loop: self.is_loop && cuts.is_empty(), ..*self }
    }

    /// Even interval of keys.
    fn interval<V: TrackValue>(track: &Track<V>) -> Option<f32> {
        let is_linear = track.interpolation() == Interpolation::Linear && track.width() == 1;
        is_linear.then(|| even_interval(track.times())).flatten()
    }

    fn filter(&self, interval: f32) -> Option<LowPass> {
        LowPass::new(self.settings.cutoff, 1.0 / interval)
    }

    /// Key before the start or after the end of `count`, `away` from it: in a loop a key of the other end, else one
    /// of the same end, to be mirrored.
    fn beyond(&self, count: usize, away: usize, is_end: bool) -> usize {
        let period = count - 1;
        match (self.is_loop, is_end) {
            (true, false) => (period - away % period) % period,
            (true, true) => away % period,
            (false, false) => away.min(period),
            (false, true) => period - away.min(period),
        }
    }
}

impl TrackSmoothing<'_> {
    /// Repair of `count` keys from `start` on.
    fn repair(
        &self,
        (start, interval): (f32, f32),
        lever: f32,
        count: usize,
        change: impl Fn(usize, usize) -> Vec3,
    ) -> Repair {
        let [bound, acceleration] = [MIN_JUMP, ACCELERATION].map(|share| share * self.smoother.height);
        let spans: Vec<(f32, f32)> = self.jumps.iter().map(|(from, to)| (from - start, to - start)).collect();
        repair(&JumpLimits { interval, spans: &spans, bound, acceleration, lever }, count, change)
    }

    /// Weight of the filter at each key, by the noise of a point that the track moves: metres.
    fn weights(&self, times: &[f32], interval: f32, position: &dyn Fn(usize) -> Vec3) -> Vec<f32> {
        if self.smoother.settings.everywhere {
            return vec![1.0; times.len()];
        }
        if self.noise.is_empty() {
            return vec![0.0; times.len()];
        }
        let [low, high] = NOISE.map(|share| share * self.smoother.height);
        let is_noisy = |time: f32| self.noise.iter().any(|(start, end)| (*start..=*end).contains(&time));
        let weight = |(time, noise): (&f32, f32)| match is_noisy(*time) {
            true => ((noise - low) / (high - low).max(1e-9)).clamp(0.0, 1.0),
            false => 0.0,
        };
        let full: Vec<f32> = times.iter().zip(noise_of_track(times, position)).map(weight).collect();
        smooth_above(&full, neighbours(AROUND, interval))
    }
}

/// Interval of times that are evenly spaced, as those of captures are. The first and the last may be shorter, as of a
/// clip that was cut between two keys.
fn even_interval(times: &[f32]) -> Option<f32> {
    let [_, inner @ .., _] = times else { return None };
    if times.len() < MIN_KEYS {
        return None;
    }
    let interval = (inner[inner.len() - 1] - inner[0]) / (inner.len() - 1) as f32;
    let deviation = |pair: &[f32]| pair[1] - pair[0] - interval;
    let is_even = inner.windows(2).all(|pair| deviation(pair).abs() <= MAX_UNEVEN * interval);
    let are_ends_short = times.windows(2).all(|pair| deviation(pair) <= MAX_UNEVEN * interval);
    (INTERVALS.contains(&interval) && is_even && are_ends_short).then_some(interval)
}

/// Filters rows with padding at both ends, where the values go on as in a loop or turned about the end.
/// `pad` gives the row beyond an end, of which the key is known.
fn low_passed<const N: usize>(
    rows: &[[f64; N]],
    filter: &LowPass,
    pad: impl Fn(usize, bool) -> [f64; N],
) -> Vec<[f64; N]> {
    let memory = filter.memory;
    let before = (1..=memory).rev().map(|away| pad(away, false));
    let after = (1..=memory).map(|away| pad(away, true));
    let mut padded: Vec<[f64; N]> = before.chain(rows.iter().copied()).chain(after).collect();
    filter.filter(&mut padded);
    padded[memory..memory + rows.len()].to_vec()
}

/// Stretches of keys between jumps that stay, each filtered by itself.
fn stretches(count: usize, cuts: &[(usize, usize)]) -> Vec<Range<usize>> {
    let starts = std::iter::once(0).chain(cuts.iter().map(|(_, after)| *after));
    let ends = cuts.iter().map(|(before, _)| before + 1).chain([count]);
    starts
        .zip(ends)
        .filter(|(start, end)| end.saturating_sub(*start) >= MIN_KEYS)
        .map(|(a, b)| a..b)
        .collect()
}

/// A track of translations, smoothed. `lever` is the length in model space of a metre of the track.
pub(super) fn smoothed_vectors(track: &Track<Vec3>, how: &TrackSmoothing<'_>, lever: f32) -> Track<Vec3> {
    let Some(interval) = Smoother::interval(track) else { return track.clone() };
    let smoother = how.smoother;
    let mut values = track.values().to_vec();
    let Repair { offsets, cuts } =
        how.repair((track.times()[0], interval), lever, values.len(), |from, to| values[to] - values[from]);
    values.iter_mut().zip(offsets).for_each(|(value, offset)| *value += offset);
    let weights = how.weights(track.times(), interval, &|k| values[k] * lever);
    let filter =
        smoother.filter(interval).filter(|_| how.filters && weights.iter().any(|weight| *weight > 0.0));
    if let Some(filter) = filter {
        for keys in stretches(values.len(), &cuts) {
            let smooth = filtered(&values[keys.clone()], &smoother.within(&cuts), &filter);
            for (k, smooth) in keys.zip(smooth) {
                values[k] = values[k].lerp(smooth, weights[k]);
            }
        }
    }
    Track::new(Interpolation::Linear, 1, track.times().into(), values).unwrap_or_else(|_| track.clone())
}

fn filtered(values: &[Vec3], smoother: &Smoother, filter: &LowPass) -> Vec<Vec3> {
    let row = |value: Vec3| value.to_array().map(f64::from);
    let rows: Vec<[f64; 3]> = values.iter().map(|value| row(*value)).collect();
    let (count, travel) = (values.len(), values[values.len() - 1] - values[0]);
    let pad = |away: usize, is_end: bool| {
        let value = values[smoother.beyond(count, away, is_end)];
        let end = if is_end { values[count - 1] } else { values[0] };
        let rounds = 1.0 + ((away - 1) / (count - 1)) as f32;
        row(match (smoother.is_loop, is_end) {
            (true, true) => value + travel * rounds,
            (true, false) => value - travel * rounds,
            _ => 2.0 * end - value,
        })
    };
    let mut smooth: Vec<Vec3> = low_passed(&rows, filter, pad)
        .into_iter()
        .map(|row| Vec3::from_array(row.map(|number| number as f32)))
        .collect();
    if !smoother.is_loop {
        let count = smooth.len() - 1;
        (smooth[0], smooth[count]) = (values[0], values[count]);
    }
    smooth
}

/// A track of rotations, smoothed: the normalised means of quaternions on one half of their sphere, which are nearly
/// those of the rotations (C. Gramkow, *On Averaging Rotations*, 2001), and exactly for an even spin. `lever` is the
/// distance of the farthest point that the joint moves, metres.
pub(super) fn smoothed_rotations(track: &Track<Quat>, how: &TrackSmoothing<'_>, lever: f32) -> Track<Quat> {
    let Some(interval) = Smoother::interval(track) else { return track.clone() };
    let smoother = how.smoother;
    let mut values = track.values().to_vec();
    let turn = |from: Quat, to: Quat| {
        let turn = to * from.conjugate();
        to_scaled_axis(if turn.w < 0.0 { -turn } else { turn })
    };
    // Turns about any axis count.
    let arm = Vec3::splat(lever / 3f32.sqrt());
    let Repair { offsets, cuts } =
        how.repair((track.times()[0], interval), lever, values.len(), |from, to| {
            turn(values[from], values[to])
        });
    for (value, offset) in values.iter_mut().zip(offsets) {
        *value = (from_scaled_axis(offset) * *value).normalize();
    }
    for k in 1..values.len() {
        values[k] = near(values[k], values[k - 1]);
    }
    let weights = how.weights(track.times(), interval, &|k| values[k] * arm);
    let filter =
        smoother.filter(interval).filter(|_| how.filters && weights.iter().any(|weight| *weight > 0.0));
    if let Some(filter) = filter {
        for keys in stretches(values.len(), &cuts) {
            let smooth = filtered_rotations(&values[keys.clone()], &smoother.within(&cuts), &filter);
            for (k, smooth) in keys.zip(smooth) {
                values[k] = values[k].lerp(near(smooth, values[k]), weights[k]);
            }
        }
    }
    Track::new(Interpolation::Linear, 1, track.times().into(), values).unwrap_or_else(|_| track.clone())
}

/// A quaternion of the same rotation on the side of another one.
fn near(value: Quat, other: Quat) -> Quat {
    if value.dot(other) < 0.0 { -value } else { value }
}

fn filtered_rotations(values: &[Quat], smoother: &Smoother, filter: &LowPass) -> Vec<Quat> {
    let row = |value: Quat| value.to_array().map(f64::from);
    let rows: Vec<[f64; 4]> = values.iter().map(|value| row(*value)).collect();
    let count = values.len();
    let (first, last) = (values[0], values[count - 1]);
    // The ends of a loop may be on two sides.
    let turned = if first.dot(last) < 0.0 { -1.0 } else { 1.0 };
    // A loop that turns the body does not go on with its start.
    let is_loop = smoother.is_loop && first.dot(last).abs() > SAME_ROTATION;
    let smoother = Smoother { is_loop, ..*smoother };
    let pad = |away: usize, is_end: bool| {
        let value = values[smoother.beyond(count, away, is_end)];
        let rounds = 1 + (away - 1) / (count - 1);
        if smoother.is_loop {
            return row(if rounds % 2 == 1 { value * turned } else { value });
        }
        // Turned about the end: as far before it as the other is after it.
        let end = if is_end { last } else { first };
        row(near(end * value.conjugate() * end, end))
    };
    let rows = low_passed(&rows, filter, pad);
    let mut smooth: Vec<Quat> = rows
        .into_iter()
        .zip(values)
        .map(|(row, value)| {
            let mean = Quat::from_array(row.map(|number| number as f32));
            // A spin of half a turn within the filter has no mean.
            if mean.length() > 0.1 { mean.normalize() } else { *value }
        })
        .collect();
    if !smoother.is_loop {
        (smooth[0], smooth[count - 1]) = (first, last);
    }
    smooth
}

/// Root motion, smoothed.
pub(super) fn smoothed_root(track: &RootTrack, how: &TrackSmoothing<'_>) -> RootTrack {
    let smoother = how.smoother;
    let Some(interval) = even_interval(track.times()) else { return track.clone() };
    let Some(filter) = smoother.filter(interval) else { return track.clone() };
    let positions: Vec<Vec3> = track.poses().iter().map(|pose| pose.position).collect();
    let headings: Vec<Vec3> = track.poses().iter().map(|pose| Vec3::X * pose.heading).collect();
    // Each round of a loop goes on where the last one ended, in another direction: ends are turned about themselves.
    let open = Smoother { is_loop: false, ..*smoother };
    let lever = ROOT_LEVER * smoother.height;
    let [ways, turns] = [(&positions, 1.0), (&headings, lever)].map(|(values, lever)| {
        let weights = how.weights(track.times(), interval, &|k| values[k] * lever);
        let smooth = filtered(values, &open, &filter);
        let each = values.iter().zip(smooth).zip(weights);
        each.map(|((value, smooth), weight)| value.lerp(smooth, weight)).collect::<Vec<Vec3>>()
    });
    let poses = ways.iter().zip(&turns).map(|(way, turn)| RootPose { position: *way, heading: turn.x });
    RootTrack::new(track.times().into(), poses.collect()).unwrap_or_else(|_| track.clone())
}

#[cfg(test)]
mod tests {
    use super::even_interval;

    #[test]
    fn keys_at_cuts_may_be_nearer_than_the_others() {
        let frames: Vec<f32> = (0..20).map(|frame| frame as f32 / 100.0).collect();
        let cut = |start: f32, end: f32| -> Option<f32> {
            let within = frames.iter().copied().filter(|time| (start..=end).contains(time) && *time > start);
            even_interval(
                &[start]
                    .into_iter()
                    .chain(within.filter(|time| *time < end))
                    .chain([end])
                    .collect::<Vec<_>>(),
            )
        };
        for (start, end) in [(0.0, 0.19), (0.053, 0.19), (0.0, 0.151), (0.028, 0.133)] {
            let interval = cut(start, end);
            assert!(
                interval.is_some_and(|interval| (interval - 0.01).abs() < 1e-5),
                "{start} {end} {interval:?}"
            );
        }
        // Keys of an animator: a gap within, and one at an end.
        let without = |left_out: usize| -> Vec<f32> {
            frames.iter().copied().enumerate().filter(|(n, _)| *n != left_out).map(|(_, time)| time).collect()
        };
        assert_eq!((even_interval(&without(9)), even_interval(&without(1))), (None, None));
        assert_eq!(even_interval(&frames[..4]), None);
    }
}
