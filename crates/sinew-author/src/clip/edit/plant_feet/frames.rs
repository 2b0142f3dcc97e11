//! Values of frames over time: largest ones around, means, and those of loops.

/// Values as smooth as means over `around` frames on either side are, and nowhere below the given ones.
pub(super) fn smooth_above(values: &[f32], around: usize) -> Vec<f32> {
    let largest = each_window(values, around, |window| window.iter().copied().fold(0.0, f32::max));
    let means = |values: &[f32]| {
        each_window(values, around, |window| window.iter().sum::<f32>() / window.len().max(1) as f32)
    };
    means(&largest)
}

fn each_window(values: &[f32], around: usize, of: impl Fn(&[f32]) -> f32) -> Vec<f32> {
    let window = |k: usize| &values[k.saturating_sub(around)..(k + around + 1).min(values.len())];
    (0..values.len()).map(|k| of(window(k))).collect()
}

/// Changes values over time. Of a loop, the last of the `frames` is the first again, and the end goes on with the
/// start; `values` may lack the last frame.
pub(super) fn in_loop<V: Copy, T: Copy>(
    values: &[V],
    frames: usize,
    is_loop: bool,
    change: impl Fn(&[V]) -> Vec<T>,
) -> Vec<T> {
    if !is_loop || frames < 3 {
        return change(values);
    }
    let period = frames - 1;
    let rounds = values[..period].iter().cycle().take(2 * period).chain(values).copied();
    let three: Vec<V> = rounds.collect();
    let changed = change(&three);
    let all: Vec<T> = changed[period..2 * period].to_vec();
    all.iter().copied().chain(all.first().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smooth_values_are_above_and_loops_close() {
        let values: Vec<f32> = (0..40).map(|k| if (k % 13) < 2 { 1.0 } else { 0.0 }).collect();
        let smooth = smooth_above(&values, 3);
        assert!(values.iter().zip(&smooth).all(|(value, smooth)| smooth >= value));
        assert!(smooth.windows(2).all(|pair| (pair[1] - pair[0]).abs() < 0.2));
        let looped = in_loop(&values, 40, true, |values| smooth_above(values, 3));
        assert_eq!((looped.len(), looped[0]), (40, looped[39]));
        let steps = in_loop(&values[..39], 40, true, |values| smooth_above(values, 3));
        assert_eq!(steps.len(), 40);
    }
}
