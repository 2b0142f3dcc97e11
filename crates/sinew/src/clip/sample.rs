//! A track's value at a time: step, linear (shortest-path slerp for rotations) and cubic Hermite interpolation as
//! the glTF 2.0 specification, appendix C, defines them.

use super::{Interpolation, Track};
use crate::math::slerp_shortest;
use crate::skeleton::JointMask;
use glam::{Quat, Vec3};
use std::ops::{Add, Mul};

/// How a clip is read: where the last sample found its keys, so that forward play needs no search, and which joints are
/// wanted. Holds no result: a fresh cursor gives the same pose. Grows on its first use with a clip, then allocates no more
/// for it.
#[derive(Clone, Debug, Default)]
pub struct SampleCursor {
    hints: Vec<u32>,
    detail: Option<JointMask>,
}

impl SampleCursor {
    /// A cursor at the start.
    pub fn new() -> Self {
        Self::default()
    }

    /// From now on leaves joints alone that weigh nothing in `detail`, such as the fingers of somebody far away; none
    /// reads them all.
    pub fn set_detail(&mut self, detail: Option<JointMask>) {
        self.detail = detail;
    }

    /// The joints that are read; none where all are.
    pub fn detail(&self) -> Option<&JointMask> {
        self.detail.as_ref()
    }

    /// Room for `tracks` tracks, so that the first sample does not allocate.
    pub fn reserve(&mut self, tracks: usize) {
        if self.hints.len() < tracks {
            self.hints.resize(tracks, 0);
        }
    }

    /// A hint per track, and the joints that are read.
    pub(super) fn hints(&mut self, tracks: usize) -> (&mut [u32], Option<&JointMask>) {
        self.reserve(tracks);
        (&mut self.hints[..tracks], self.detail.as_ref())
    }
}

/// Where a time falls among keys.
enum Place {
    /// On one key, or outside all of them next to it.
    Key(usize),
    /// Between `key` and the next: the share 0..1 of the way and the seconds between the two.
    Between { key: usize, share: f32, span: f32 },
}

impl<V: Copy> Track<V> {
    /// Finds `time` among the keys, starting at the key in `hint`.
    fn place(&self, time: f32, hint: &mut u32) -> Place {
        let times = self.times();
        let last = times.len() - 1;
        if time.is_nan() || time < times[0] {
            return Place::Key(0);
        }
        if time >= times[last] {
            return Place::Key(last);
        }
        // Here times[0] <= time < times[last], so a key at or before and one after exist.
        let holds = |key: usize| key < last && times[key] <= time && time < times[key + 1];
        let mut key = (*hint as usize).min(last);
        if !holds(key) {
            key = if holds(key + 1) { key + 1 } else { times.partition_point(|&t| t <= time) - 1 };
            *hint = key as u32;
        }
        let span = times[key + 1] - times[key];
        Place::Between { key, share: (time - times[key]) / span, span }
    }
}

impl<V: Copy + Add<Output = V> + Mul<f32, Output = V>> Track<V> {
    /// The cubic Hermite spline a share `s` of the way from `key` to the next, `span` seconds later, in one of the
    /// track's `lane`s.
    fn spline(&self, key: usize, lane: usize, s: f32, span: f32) -> V {
        let (s2, s3) = (s * s, s * s * s);
        self.key(key)[lane] * (2.0 * s3 - 3.0 * s2 + 1.0)
            + self.tangent(key, true)[lane] * (span * (s3 - 2.0 * s2 + s))
            + self.key(key + 1)[lane] * (-2.0 * s3 + 3.0 * s2)
            + self.tangent(key + 1, false)[lane] * (span * (s3 - s2))
    }
}

impl Track<Vec3> {
    /// The value at `time`, for translations and scales.
    pub fn sample_vector(&self, time: f32, hint: &mut u32) -> Vec3 {
        match self.place(time, hint) {
            Place::Key(key) => self.key(key)[0],
            Place::Between { key, share, span } => match self.interpolation() {
                Interpolation::Step => self.key(key)[0],
                Interpolation::Linear => self.key(key)[0].lerp(self.key(key + 1)[0], share),
                Interpolation::CubicSpline => self.spline(key, 0, share, span),
            },
        }
    }
}

impl Track<Quat> {
    /// The rotation at `time`: a unit quaternion as far as the keys are, which files round a little off.
    pub fn sample_rotation(&self, time: f32, hint: &mut u32) -> Quat {
        let value = match self.place(time, hint) {
            Place::Key(key) => self.key(key)[0],
            Place::Between { key, share, span } => match self.interpolation() {
                Interpolation::Step => self.key(key)[0],
                Interpolation::Linear => slerp_shortest(self.key(key)[0], self.key(key + 1)[0], share),
                Interpolation::CubicSpline => self.spline(key, 0, share, span),
            },
        };
        match self.interpolation() {
            Interpolation::Step | Interpolation::Linear => value,
            // A spline may pass through zero, where no rotation is better than another.
            Interpolation::CubicSpline if value.length_squared() > 1e-20 => value.normalize(),
            Interpolation::CubicSpline => Quat::IDENTITY,
        }
    }
}

impl Track<f32> {
    /// Writes the row of values at `time`. Entries of `out` beyond the track's width stay as they are.
    pub fn sample_row(&self, time: f32, hint: &mut u32, out: &mut [f32]) {
        let place = self.place(time, hint);
        let row = out.iter_mut().enumerate().take(self.width());
        row.for_each(|(lane, out)| *out = self.lane_at(&place, lane));
    }

    /// One value of the row at `time`.
    pub(crate) fn sample_lane(&self, time: f32, hint: &mut u32, lane: usize) -> f32 {
        self.lane_at(&self.place(time, hint), lane)
    }

    fn lane_at(&self, place: &Place, lane: usize) -> f32 {
        match *place {
            Place::Key(key) => self.key(key)[lane],
            Place::Between { key, share, span } => match self.interpolation() {
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
