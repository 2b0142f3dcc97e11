//! Key reduction of one track: Ramer, *An Iterative Procedure for the Polygonal Approximation of Plane Curves* (1972) and
//! Douglas and Peucker (1973), for any interpolation.

use sinew::clip::{Interpolation, Track};

/// Fractions between two keys of a spline at which the error is measured.
const SPLINE_SAMPLES: [f32; 3] = [0.25, 0.5, 0.75];

/// Returns the track with few keys and an error of at most `tolerance`. `error` measures a candidate at a time. The first and
/// last key are kept; a constant track keeps one key, unless `both_ends` is set.
pub(super) fn reduce_keys<V: sinew::clip::TrackValue>(
    track: &Track<V>,
    tolerance: f32,
    both_ends: bool,
    mut error: impl FnMut(&Track<V>, f32) -> f32,
) -> Track<V> {
    let last = track.times().len() - 1;
    if last == 0 {
        return track.clone();
    }
    if !both_ends
        && let Some(constant) = pick(track, &[0])
        && max_error(track, 0, last, |time| error(&constant, time))
            .is_none_or(|(error, _)| error <= tolerance)
        && error(&constant, track.times().get(last).copied().unwrap_or(0.0)) <= tolerance
    {
        return constant;
    }
    let mut kept = vec![false; last + 1];
    let mut keep = |key: usize| {
        if let Some(kept) = kept.get_mut(key) {
            *kept = true;
        }
    };
    let mut ends = vec![0];
    // Both keys of a jump are kept.
    for (key, [a, b]) in track.times().array_windows().enumerate() {
        if a == b {
            ends.extend([key, key + 1]);
        }
    }
    ends.push(last);
    let mut open: Vec<(usize, usize)> = ends.array_windows().map(|&[a, b]| (a, b)).collect();
    ends.into_iter().for_each(&mut keep);
    while let Some((from, to)) = open.pop() {
        let Some(straight) = pick(track, &[from, to]).filter(|_| to > from + 1) else { continue };
        if let Some((_, key)) =
            max_error(track, from, to, |time| error(&straight, time)).filter(|w| w.0 > tolerance)
        {
            keep(key);
            open.extend([(from, key), (key, to)]);
        }
    }
    let kept: Vec<usize> = (0..=last).filter(|&key| kept.get(key) == Some(&true)).collect();
    pick(track, &kept).unwrap_or_else(|| track.clone())
}

/// Largest `error` at and between the keys between two others, and the key nearest to it.
fn max_error<V: sinew::clip::TrackValue>(
    track: &Track<V>,
    from: usize,
    to: usize,
    mut error: impl FnMut(f32) -> f32,
) -> Option<(f32, usize)> {
    let times = track.times();
    let mut worst: Option<(f32, usize)> = None;
    let mut measure = |time: f32, key: usize| {
        // NaN counts as an infinite error.
        let found = Some(error(time)).filter(|error| !error.is_nan()).unwrap_or(f32::INFINITY);
        if worst.is_none_or(|(max, _)| found > max) {
            worst = Some((found, key));
        }
    };
    for key in from..to {
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
    }
    worst
}

/// Track with a selection of its keys.
fn pick<V: sinew::clip::TrackValue>(track: &Track<V>, keys: &[usize]) -> Option<Track<V>> {
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

    fn track(interpolation: Interpolation, keys: &[(f32, f32)]) -> Track<Vec3> {
        let rows = |v: f32| match interpolation {
            Interpolation::CubicSpline => vec![Vec3::ZERO, Vec3::splat(v), Vec3::ZERO],
            _ => vec![Vec3::splat(v)],
        };
        let values = keys.iter().flat_map(|&(_, v)| rows(v)).collect();
        Track::new(interpolation, 1, keys.iter().map(|k| k.0).collect(), values).unwrap()
    }

    fn reduce(track: &Track<Vec3>, tolerance: f32) -> Track<Vec3> {
        reduce_keys(track, tolerance, false, |other, time| {
            (track.sample_vector(time, &mut 0) - other.sample_vector(time, &mut 0)).abs().max_element()
        })
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
}
