//! Ranking of the keys of one track by the tolerance from which on each is left out: Ramer, *An Iterative
//! Procedure for the Polygonal Approximation of Plane Curves* (1972) and Douglas and Peucker (1973), for any
//! interpolation. The keys that a tolerance keeps are among those that a smaller one keeps.

use sinew::clip::{Interpolation, Track, TrackValue};

/// Fractions between two keys of a spline at which the error is measured.
const SPLINE_SAMPLES: [f32; 3] = [0.25, 0.5, 0.75];

/// Number of keys from which on a stretch is divided in its middle instead of at its largest error: captures
/// of hours take no longer per key.
const LONG: usize = 256;

/// Largest error that is distinguished, and the error up to which all keys count as equal.
#[derive(Clone, Copy, Debug)]
pub(super) struct ErrorRange {
    /// Errors up to this one count as none.
    pub(super) least: f32,
    /// Errors from this one on count as infinite.
    pub(super) most: f32,
}

/// Errors that the keys of a track prevent.
#[derive(Clone, Debug)]
pub(super) struct KeyRanking {
    /// For each key the tolerance from which on it is left out.
    errors: Vec<f32>,
    /// Error of the first key alone.
    constant: f32,
}

impl KeyRanking {
    /// Ranks the keys of a track. `error` measures a candidate at a time.
    pub(super) fn new<V: TrackValue>(
        track: &Track<V>,
        range: ErrorRange,
        mut error: impl FnMut(&Track<V>, f32) -> f32,
    ) -> Self {
        let last = track.times().len() - 1;
        let mut ranking = Self { errors: vec![0.0; last + 1], constant: f32::INFINITY };
        if let Some(constant) = pick(track, &[0]) {
            let end = error(&constant, track.times().get(last).copied().unwrap_or(0.0));
            let (most, _) = max_error(track, 0, last, range.most, |time| error(&constant, time));
            ranking.constant = if end.is_nan() { f32::INFINITY } else { most.max(end) };
        }
        let mut ends = vec![0];
        // Both keys of a jump are kept.
        for (key, [a, b]) in track.times().array_windows().enumerate() {
            if a == b {
                ends.extend([key, key + 1]);
            }
        }
        ends.push(last);
        let mut open: Vec<(usize, usize, f32)> =
            ends.array_windows().map(|&[a, b]| (a, b, f32::INFINITY)).collect();
        for end in ends {
            ranking.set(end, f32::INFINITY);
        }
        while let Some((from, to, above)) = open.pop() {
            let Some(straight) = pick(track, &[from, to]).filter(|_| to > from + 1) else { continue };
            let (found, worst) = max_error(track, from, to, range.most, |time| error(&straight, time));
            // A key is left out with those of the stretch that it divides.
            let found = found.min(above);
            if found > range.least {
                let key = if to - from > LONG { from + (to - from) / 2 } else { worst };
                ranking.set(key, found);
                open.extend([(from, key, found), (key, to, found)]);
            }
        }
        ranking
    }

    fn set(&mut self, key: usize, error: f32) {
        if let Some(known) = self.errors.get_mut(key) {
            *known = error;
        }
    }

    /// Keys that a tolerance keeps: the first and the last one, or the first alone where the track is
    /// constant and `both_ends` is not set.
    pub(super) fn kept(&self, tolerance: f32, both_ends: bool) -> Vec<usize> {
        if !both_ends && self.constant <= tolerance {
            return vec![0];
        }
        let is_kept = |(key, error): (usize, &f32)| (*error > tolerance).then_some(key);
        self.errors.iter().enumerate().filter_map(is_kept).collect()
    }
}

/// Largest `error` at and between the keys between two others, and the key nearest to it. The search ends at
/// an error of `most`, which is infinite then.
fn max_error<V: TrackValue>(
    track: &Track<V>,
    from: usize,
    to: usize,
    most: f32,
    mut error: impl FnMut(f32) -> f32,
) -> (f32, usize) {
    let times = track.times();
    let mut worst = (0.0, from + (to - from) / 2);
    for key in from..to {
        let mut measure = |time: f32, key: usize| {
            // NaN counts as an infinite error.
            let found = Some(error(time)).filter(|error| !error.is_nan()).unwrap_or(f32::INFINITY);
            if found > worst.0 {
                worst = (found, key);
            }
        };
        if key > from
            && let Some(&time) = times.get(key)
        {
            measure(time, key);
        }
        let Some(&[a, b]) = times.get(key..key + 2).and_then(|pair| pair.first_chunk()) else { continue };
        if track.interpolation() == Interpolation::CubicSpline {
            let near = if key == from { key + 1 } else { key };
            SPLINE_SAMPLES.into_iter().for_each(|share| measure(a + (b - a) * share, near));
        }
        if worst.0 >= most && to - from > LONG {
            return (f32::INFINITY, worst.1);
        }
    }
    worst
}

/// Track with a selection of its keys.
pub(super) fn pick<V: TrackValue>(track: &Track<V>, keys: &[usize]) -> Option<Track<V>> {
    let rows = if track.interpolation() == Interpolation::CubicSpline { 3 } else { 1 };
    let row = rows * track.width();
    let times: Option<Vec<f32>> = keys.iter().map(|&key| track.times().get(key).copied()).collect();
    let values = keys.iter().filter_map(|&key| track.values().get(key * row..(key + 1) * row));
    Track::new(track.interpolation(), track.width(), times?.into(), values.flatten().copied().collect()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::glam::Vec3;
    use test_needs::cases;

    const RANGE: ErrorRange = ErrorRange { least: 0.0, most: 1e9 };

    fn track(interpolation: Interpolation, keys: &[(f32, f32)]) -> Track<Vec3> {
        let rows = |v: f32| match interpolation {
            Interpolation::CubicSpline => vec![Vec3::ZERO, Vec3::splat(v), Vec3::ZERO],
            _ => vec![Vec3::splat(v)],
        };
        let values = keys.iter().flat_map(|&(_, v)| rows(v)).collect();
        Track::new(interpolation, 1, keys.iter().map(|k| k.0).collect(), values).unwrap()
    }

    fn off(track: &Track<Vec3>, other: &Track<Vec3>, time: f32) -> f32 {
        (track.sample_vector(time, &mut 0) - other.sample_vector(time, &mut 0)).abs().max_element()
    }

    fn reduce(track: &Track<Vec3>, tolerance: f32) -> Track<Vec3> {
        let ranking = KeyRanking::new(track, RANGE, |other, time| off(track, other, time));
        pick(track, &ranking.kept(tolerance, false)).unwrap()
    }

    #[test]
    fn straight_lines_keep_only_their_ends() {
        let keys: Vec<_> =
            (0..=20).map(|n| (n as f32, if n <= 10 { n as f32 } else { 20.0 - n as f32 })).collect();
        assert_eq!(reduce(&track(Interpolation::Linear, &keys), 1e-4).times(), [0.0, 10.0, 20.0]);
        assert_eq!(reduce(&track(Interpolation::Linear, &keys), 20.0).times(), [0.0]);
    }

    #[test]
    fn steps_and_jumps_are_kept() {
        let step = track(Interpolation::Step, &[(0.0, 1.0), (1.0, 1.0), (2.0, 5.0), (3.0, 5.0), (4.0, 5.0)]);
        assert_eq!(reduce(&step, 0.1).times(), [0.0, 2.0, 4.0]);
        let jump =
            track(Interpolation::Linear, &[(0.0, 0.0), (1.0, 0.0), (1.0, 9.0), (2.0, 9.0), (3.0, 9.0)]);
        assert_eq!(reduce(&jump, 0.1).times(), [0.0, 1.0, 1.0, 3.0]);
    }

    #[test]
    fn splines_are_measured_between_keys() {
        // All keys have the same value, but tangents curve one segment.
        let mut values = vec![Vec3::ZERO; 12];
        values[5] = Vec3::splat(8.0);
        let bow = Track::new(Interpolation::CubicSpline, 1, [0.0, 1.0, 2.0, 3.0].into(), values).unwrap();
        assert_eq!(reduce(&bow, 0.1).times(), [0.0, 1.0, 2.0, 3.0]);
        let flat = track(Interpolation::CubicSpline, &[(0.0, 2.0), (1.0, 2.0), (2.0, 2.0)]);
        assert_eq!(reduce(&flat, 0.1).times(), [0.0]);
    }

    #[test]
    fn a_larger_tolerance_keeps_a_part_of_the_keys_within_it() {
        for mut random in cases(4) {
            let count = [3, 50, 700, 3000][random.seed() % 4];
            let mut value = 0.0f32;
            let keys: Vec<_> = (0..count)
                .map(|n| {
                    value += random.f32() - 0.5;
                    (n as f32 * 0.1, value + (n as f32 * 0.05).sin() * 4.0)
                })
                .collect();
            let track = track(Interpolation::Linear, &keys);
            let ranking = KeyRanking::new(&track, RANGE, |other, time| off(&track, other, time));
            let mut before: Vec<usize> = (0..count).collect();
            for tolerance in [0.0, 0.01, 0.1, 0.5, 1.0, 2.0, 9.0] {
                let kept = ranking.kept(tolerance, true);
                assert!(kept.iter().all(|key| before.contains(key)), "{count} {tolerance}");
                let reduced = pick(&track, &kept).unwrap();
                let worst = keys.iter().map(|key| off(&track, &reduced, key.0)).fold(0.0, f32::max);
                assert!(worst <= tolerance + 1e-4, "{count} {tolerance}: {worst}");
                before = kept;
            }
        }
    }

    /// Counts measurements: they grow with the number of keys, not with its square.
    #[test]
    fn costs_grow_with_the_number_of_keys() {
        let measured = |count: usize| {
            let keys: Vec<_> = (0..count).map(|n| (n as f32, (n as f32 * 0.37).sin() + n as f32)).collect();
            let track = track(Interpolation::Linear, &keys);
            let mut measured = 0usize;
            KeyRanking::new(&track, RANGE, |other, time| {
                measured += 1;
                off(&track, other, time)
            });
            measured
        };
        let [few, more, many] = [4000, 16_000, 64_000].map(measured);
        assert!(more < few * 6 && many < more * 6, "{few} {more} {many}");
    }
}
