//! Sampling of a track: step, linear (shortest-path slerp for rotations) and cubic Hermite interpolation as
//! in appendix C of the glTF 2.0 specification.

use super::{Interpolation, Track};
use crate::clone_from::impl_clone_from;
use crate::math::slerp_shortest;
use crate::skeleton::JointMask;
use glam::{Quat, Vec3};
use std::ops::{Add, Mul};

/// Cursor of sampling: key hints from the last sample, so that forward playback needs no search, and a mask
/// of joints. A player, mixer or graph keeps the hints of its playing clips apart in one cursor. Holds no
/// results: a fresh cursor gives the same pose. Grows on its first use with a clip, and allocates no more for
/// that clip.
#[derive(Debug, Default)]
pub struct SampleCursor {
    /// Hints of the playing clips, `tracks` for each.
    hints: Vec<u32>,
    tracks: usize,
    /// Index of the playing clip that is sampled.
    playing: usize,
    lod: Option<JointMask>,
}

impl_clone_from!(SampleCursor { tracks, playing, lod }, buffers { hints });

/// Largest number of playing clips whose hints are kept apart; more share them. It bounds the memory of
/// actors with large graphs.
const MAX_PLAYING: usize = 16;

impl SampleCursor {
    /// Cursor without hints or mask.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the level of detail: joints without weight in `lod`, such as the fingers of characters far away,
    /// are left as they are; none reads them all.
    pub fn set_lod(&mut self, lod: Option<JointMask>) {
        self.lod = lod;
    }

    /// The joints that are read; none where all are.
    #[must_use]
    pub fn lod(&self) -> Option<&JointMask> {
        self.lod.as_ref()
    }

    /// Reserves hints for `tracks` tracks, so that the first sample of a clip does not allocate.
    pub fn reserve(&mut self, tracks: usize) {
        self.reserve_playing(1, tracks);
    }

    /// Reserves hints for a number of playing clips of up to `tracks` tracks.
    pub(crate) fn reserve_playing(&mut self, playing: usize, tracks: usize) {
        // Hints of fewer tracks lie elsewhere, and are wrong now. Wrong ones cost a search.
        self.tracks = self.tracks.max(tracks);
        let hints = playing.min(MAX_PLAYING) * self.tracks;
        if self.hints.len() < hints {
            self.hints.resize(hints, 0);
        }
    }

    /// Selects the hints of a playing clip for the next samples: an index among the clips that play at the
    /// same time, which stays the same from frame to frame.
    pub(crate) fn select(&mut self, playing: usize) {
        self.playing = playing % MAX_PLAYING;
    }

    /// Hints of the playing clip, one per track, and the joint mask.
    pub(super) fn hints(&mut self, tracks: usize) -> (&mut [u32], Option<&JointMask>) {
        self.reserve_playing(self.playing + 1, tracks);
        let first = self.playing * self.tracks;
        (&mut self.hints[first..][..tracks], self.lod.as_ref())
    }
}

/// Index of the key at or before `time`, which is at or after the first key and before the last.
///
/// Evenly spaced keys are found at once.
fn find_key(times: &[f32], time: f32) -> usize {
    let last = times.len() - 1;
    let share = (time - times[0]) / (times[last] - times[0]);
    // A share that is not a number gives 0. Rounding may miss by one key.
    let near = (share * last as f32) as usize;
    let holds = |key: &usize| *key < last && times[*key] <= time && time < times[*key + 1];
    let found = [near, near.wrapping_sub(1), near + 1].into_iter().find(holds);
    found.unwrap_or_else(|| {
        #[cfg(test)]
        SEARCHES.set(SEARCHES.get() + 1);
        times.partition_point(|&t| t <= time) - 1
    })
}

#[cfg(test)]
thread_local! {
    /// Binary searches for keys so far.
    pub(crate) static SEARCHES: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Position of a time among keys.
enum KeyPosition {
    /// At a key, or outside of all keys next to this one.
    Key(usize),
    /// Between `key` and the next: share 0..1 of the time between them, and that time in seconds.
    Between { key: usize, share: f32, span: f32 },
}

impl<V: crate::clip::TrackValue> Track<V> {
    /// Position of `time`; the search starts at the key in `hint`.
    fn key_position(&self, time: f32, hint: &mut u32) -> KeyPosition {
        let times = self.times();
        let last = times.len() - 1;
        if time.is_nan() || time < times[0] {
            return KeyPosition::Key(0);
        }
        if time >= times[last] {
            return KeyPosition::Key(last);
        }
        // times[0] <= time < times[last], so a key at or before and one after exist.
        let holds = |key: usize| key < last && times[key] <= time && time < times[key + 1];
        let mut key = (*hint as usize).min(last);
        if !holds(key) {
            key = if holds(key + 1) { key + 1 } else { find_key(times, time) };
            *hint = key as u32;
        }
        let span = times[key + 1] - times[key];
        KeyPosition::Between { key, share: (time - times[key]) / span, span }
    }
}

impl<V: crate::clip::TrackValue + Add<Output = V> + Mul<f32, Output = V>> Track<V> {
    /// Cubic Hermite spline at share `s` between `key` and the next, `span` seconds later, in value `lane` of
    /// the row.
    pub(super) fn spline(&self, key: usize, lane: usize, s: f32, span: f32) -> V {
        let (s2, s3) = (s * s, s * s * s);
        self.key(key)[lane] * (2.0 * s3 - 3.0 * s2 + 1.0)
            + self.tangent(key, true)[lane] * (span * (s3 - 2.0 * s2 + s))
            + self.key(key + 1)[lane] * (-2.0 * s3 + 3.0 * s2)
            + self.tangent(key + 1, false)[lane] * (span * (s3 - s2))
    }
}

impl Track<Vec3> {
    /// Translation or scale at `time` (file seconds, clamped to the keys).
    #[must_use]
    pub fn sample_vector(&self, time: f32, hint: &mut u32) -> Vec3 {
        match self.key_position(time, hint) {
            KeyPosition::Key(key) => self.key(key)[0],
            KeyPosition::Between { key, share, span } => match self.interpolation() {
                Interpolation::Step => self.key(key)[0],
                Interpolation::Linear => self.key(key)[0].lerp(self.key(key + 1)[0], share),
                Interpolation::CubicSpline => self.spline(key, 0, share, span),
            },
        }
    }
}

impl Track<Quat> {
    /// Rotation at `time` (file seconds, clamped to the keys): as near to unit length as the keys are.
    #[must_use]
    pub fn sample_rotation(&self, time: f32, hint: &mut u32) -> Quat {
        let value = match self.key_position(time, hint) {
            KeyPosition::Key(key) => self.key(key)[0],
            KeyPosition::Between { key, share, span } => match self.interpolation() {
                Interpolation::Step => self.key(key)[0],
                Interpolation::Linear => slerp_shortest(self.key(key)[0], self.key(key + 1)[0], share),
                Interpolation::CubicSpline => self.spline(key, 0, share, span),
            },
        };
        match self.interpolation() {
            Interpolation::Step | Interpolation::Linear => value,
            // A spline may pass through zero, where every rotation is as good as another.
            Interpolation::CubicSpline if value.length_squared() > 1e-20 => value.normalize(),
            Interpolation::CubicSpline => Quat::IDENTITY,
        }
    }
}

impl Track<f32> {
    /// Writes the row of values at `time` (file seconds, clamped to the keys). Entries of `out` beyond the
    /// width stay.
    pub fn sample_row(&self, time: f32, hint: &mut u32, out: &mut [f32]) {
        let key_position = self.key_position(time, hint);
        let row = out.iter_mut().enumerate().take(self.width());
        row.for_each(|(lane, out)| *out = self.lane_at(&key_position, lane));
    }

    /// One value of the row at `time`.
    #[must_use]
    pub fn sample_lane(&self, time: f32, hint: &mut u32, lane: usize) -> f32 {
        self.lane_at(&self.key_position(time, hint), lane)
    }

    fn lane_at(&self, key_position: &KeyPosition, lane: usize) -> f32 {
        match *key_position {
            KeyPosition::Key(key) => self.key(key)[lane],
            KeyPosition::Between { key, share, span } => match self.interpolation() {
                Interpolation::Step => self.key(key)[lane],
                Interpolation::Linear => {
                    let (a, b) = (self.key(key)[lane], self.key(key + 1)[lane]);
                    a + (b - a) * share
                }
                Interpolation::CubicSpline => self.spline(key, lane, share, span),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_needs::cases;

    fn track(interpolation: Interpolation, times: &[f32], values: &[f32]) -> Track<f32> {
        Track::new(interpolation, 1, times.into(), values.to_vec()).unwrap()
    }

    fn at(track: &Track<f32>, time: f32) -> f32 {
        let mut out = [f32::NAN];
        track.sample_row(time, &mut 0, &mut out);
        out[0]
    }

    #[test]
    fn step_linear_and_ends() {
        let linear = track(Interpolation::Linear, &[1.0, 2.0, 4.0], &[10.0, 20.0, 0.0]);
        assert_eq!(
            [0.0, 1.0, 1.5, 2.0, 3.0, 4.0, 9.0].map(|t| at(&linear, t)),
            [10., 10., 15., 20., 10., 0., 0.]
        );
        assert_eq!(at(&linear, f32::NAN), 10.0);
        let step = track(Interpolation::Step, &[1.0, 2.0], &[10.0, 20.0]);
        assert_eq!([1.99, 2.0].map(|t| at(&step, t)), [10.0, 20.0]);
    }

    #[test]
    fn keys_are_found_wherever_they_lie() {
        for mut random in cases(3000) {
            let round = random.seed();
            let mut time = random.f32() * 100.0 - 50.0;
            let mut step = || {
                time += if round % 3 == 0 { 1.0 / 30.0 } else { 1e-4 + random.f32().powi(8) * 10.0 };
                time
            };
            let times: Vec<f32> = (0..2 + round % 50).map(|_| step()).collect();
            let (first, last) = (times[0], times[times.len() - 1]);
            let key_times = times[..times.len() - 1].iter().copied();
            for time in key_times.chain((0..50).map(|_| first + (last - first) * random.f32())) {
                if time < last {
                    assert_eq!(
                        find_key(&times, time),
                        times.partition_point(|&t| t <= time) - 1,
                        "{times:?} {time}"
                    );
                }
            }
        }
        let wide = [-3e38, 0.0, 3e38];
        assert_eq!([-3e38, -1.0, 0.0, 2e38].map(|time| find_key(&wide, time)), [0, 0, 1, 1]);
    }

    #[test]
    fn a_spline_with_fitting_tangents_is_a_parabola() {
        // f(t) = t², tangents 2t; rows are tangent in, value, tangent out.
        let keys = [1.0f32, 3.0].iter().flat_map(|&t| [2.0 * t, t * t, 2.0 * t]).collect::<Vec<_>>();
        let cubic = track(Interpolation::CubicSpline, &[1.0, 3.0], &keys);
        for i in 0..=20 {
            let t = 1.0 + 0.1 * i as f32;
            assert!((at(&cubic, t) - t * t).abs() < 1e-5, "{t}");
        }
    }

    #[test]
    fn any_hint_gives_the_same_answer() {
        let times: Vec<f32> = (0..50).map(|i| i as f32 * 0.1).collect();
        let values: Vec<f32> = (0..50).map(|i| ((i * 37) % 11) as f32).collect();
        let linear = track(Interpolation::Linear, &times, &values);
        for step in 0..500 {
            let time = step as f32 * 0.011 - 0.1;
            let fresh = at(&linear, time);
            for start in [0u32, 7, 48, 49, 50, u32::MAX] {
                let (mut hint, mut out) = (start, [0.0]);
                linear.sample_row(time, &mut hint, &mut out);
                assert_eq!(out[0], fresh);
            }
        }
    }

    #[test]
    fn doubled_times_jump() {
        let linear = track(Interpolation::Linear, &[0.0, 1.0, 1.0, 2.0], &[0.0, 1.0, 5.0, 6.0]);
        assert_eq!([0.5, 1.0, 1.5].map(|t| at(&linear, t)), [0.5, 5.0, 5.5]);
    }
}
