//! Time windows around frames: extremes and means of a value per frame, and values held over ranges of
//! frames.

use crate::math::smoothstep;
use crate::retarget::contact::ContactFrames;
use std::collections::VecDeque;
use std::ops::Range;

/// The one of two numbers with the larger magnitude.
pub(crate) fn larger_magnitude(a: f32, b: f32) -> f32 {
    if b.abs() > a.abs() { b } else { a }
}

/// Range of the frames within `around` seconds of each frame.
pub(crate) fn windows(times: &[f32], around: f32) -> Vec<Range<usize>> {
    let (mut first, mut end) = (0, 0);
    let mut of_window = |k: usize| {
        while times[k] - times[first] > around {
            first += 1;
        }
        while end < times.len() && times[end] - times[k] <= around {
            end += 1;
        }
        first..end
    };
    (0..times.len()).map(&mut of_window).collect()
}

/// Value of the largest magnitude in each window; the windows are in ascending order.
pub(crate) fn window_extremes(values: &[f32], windows: &[Range<usize>]) -> Vec<f32> {
    let (mut candidates, mut end) = (VecDeque::<usize>::new(), 0);
    let mut of_window = |window: &Range<usize>| {
        while end < window.end {
            while candidates.back().is_some_and(|&k| values[k].abs() < values[end].abs()) {
                candidates.pop_back();
            }
            candidates.push_back(end);
            end += 1;
        }
        while candidates.front().is_some_and(|&k| k < window.start) {
            candidates.pop_front();
        }
        candidates.front().map_or(0.0, |&k| values[k])
    };
    windows.iter().map(&mut of_window).collect()
}

/// Mean of each window.
pub(crate) fn window_means(values: &[f32], windows: &[Range<usize>]) -> Vec<f32> {
    let mut sums = vec![0.0f64];
    for value in values {
        sums.push(sums[sums.len() - 1] + f64::from(*value));
    }
    let of_window = |w: &Range<usize>| ((sums[w.end] - sums[w.start]) / w.len().max(1) as f64) as f32;
    windows.iter().map(of_window).collect()
}

/// Time before and after a rest in which a foot changes to its pose at rest, seconds.
pub(crate) const REST_FADE: f32 = 0.14;

/// Weights of the rests before and after a frame; `rests` are in ascending order. In a rest its weight is 1,
/// and between two rests both together are at most 1.
pub(crate) fn rest_weights(
    times: &[f32],
    rests: &[ContactFrames],
    frame: usize,
) -> [Option<(usize, f32)>; 2] {
    let next = rests.partition_point(|rest| rest.last < frame);
    let time = times[frame];
    let before = next.checked_sub(1).map(|n| (n, time - times[rests[n].last]));
    let after = rests.get(next).map(|rest| (next, (times[rest.first] - time).max(0.0)));
    let gap = before.zip(after).map_or(f32::INFINITY, |(before, after)| before.1 + after.1);
    let is_inside = after.is_some_and(|(_, seconds)| seconds == 0.0);
    let weight = |seconds: f32| smoothstep(1.0 - seconds / REST_FADE.min(gap.max(1e-6)));
    [
        before.filter(|_| !is_inside).map(|(n, seconds)| (n, weight(seconds))),
        after.map(|(n, seconds)| (n, if is_inside { 1.0 } else { weight(seconds) })),
    ]
}

/// Holds `values` constant over each of the ascending ranges `rests`, at the value that `held` gives for the
/// range, and fades to their own values on both sides.
pub(crate) fn hold_over(
    values: &mut [f32],
    times: &[f32],
    rests: &[ContactFrames],
    held: impl Fn(Range<usize>) -> f32,
) {
    let held: Vec<f32> = rests.iter().map(|rest| held(rest.first..rest.last + 1)).collect();
    for (k, value) in values.iter_mut().enumerate() {
        let original = *value;
        for (n, weight) in rest_weights(times, rests, k).into_iter().flatten() {
            *value += (held[n] - original) * weight;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_needs::cases;

    const WINDOW: f32 = 0.12;

    #[test]
    fn windows_hold_the_frames_around_and_their_extremes() {
        for mut random in cases(50) {
            let mut time = 0.0;
            let mut step = || {
                time += random.f32() * 0.06;
                time
            };
            let times: Vec<f32> = (0..60).map(|_| step()).collect();
            let values: Vec<f32> = (0..60).map(|_| random.f32() - 0.5).collect();
            let windows = windows(&times, WINDOW);
            let (extremes, means) = (window_extremes(&values, &windows), window_means(&values, &windows));
            for k in 0..60 {
                let near = |j: &usize| (times[*j] - times[k]).abs() <= WINDOW;
                let around: Vec<f32> = (0..60).filter(near).map(|j| values[j]).collect();
                assert_eq!(around.len(), windows[k].len());
                assert_eq!(extremes[k], around.iter().copied().fold(0.0, larger_magnitude));
                assert!((means[k] - around.iter().sum::<f32>() / around.len() as f32).abs() < 1e-5);
            }
        }
    }
}
