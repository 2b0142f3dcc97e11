//! Values of keys and frames over windows of time.

/// Values as smooth as means over `around` neighbours on either side are, and nowhere below the given ones, of which
/// none is negative.
pub(super) fn smooth_above(values: &[f32], around: usize) -> Vec<f32> {
    if values.iter().all(|value| *value == 0.0) {
        return values.to_vec();
    }
    let largest = each_window(values, around, |window| window.iter().copied().fold(0.0, f32::max));
    each_window(&largest, around, |window| window.iter().sum::<f32>() / window.len().max(1) as f32)
}

fn each_window(values: &[f32], around: usize, of: impl Fn(&[f32]) -> f32) -> Vec<f32> {
    let window = |k: usize| &values[k.saturating_sub(around)..(k + around + 1).min(values.len())];
    (0..values.len()).map(|k| of(window(k))).collect()
}

/// Number of neighbours within `seconds`, at least one.
pub(super) fn neighbours(seconds: f32, interval: f32) -> usize {
    if interval > 0.0 { (seconds / interval).round().clamp(1.0, 1e6) as usize } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smooth_values_are_above_the_given_ones() {
        let values: Vec<f32> = (0..40).map(|k| if (k % 13) < 2 { 1.0 } else { 0.0 }).collect();
        let smooth = smooth_above(&values, 3);
        assert!(values.iter().zip(&smooth).all(|(value, smooth)| smooth >= value));
        assert!(smooth.windows(2).all(|pair| (pair[1] - pair[0]).abs() < 0.2));
        assert_eq!(smooth_above(&[0.0; 5], 2), [0.0; 5]);
        assert_eq!((neighbours(0.1, 0.02), neighbours(0.1, 0.0)), (5, 1));
    }
}
