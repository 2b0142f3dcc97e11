//! Median and percentile.

/// Median; none for no values.
pub(crate) fn median(values: &[f64]) -> Option<f64> {
    let sorted = sorted(values);
    let half = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        odd if odd % 2 == 1 => Some(sorted[half]),
        _ => Some((sorted[half - 1] + sorted[half]) * 0.5),
    }
}

/// 10th percentile; none for no values.
pub(crate) fn tenth_percentile(values: &[f64]) -> Option<f64> {
    let sorted = sorted(values);
    sorted.get(sorted.len() / 10).copied()
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_percentiles() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        let hundred: Vec<f64> = (0..100).rev().map(f64::from).collect();
        assert_eq!((tenth_percentile(&hundred), tenth_percentile(&[5.0])), (Some(10.0), Some(5.0)));
        assert_eq!((median(&[]), tenth_percentile(&[])), (None, None));
    }
}
