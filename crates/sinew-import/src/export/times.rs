//! Key times for glTF (specification, section 3.11): not negative and strictly increasing.

/// Shifts the times by `shift` seconds and separates equal ones; returns them with the number of equal ones.
/// The earlier of two equal times is reduced by the smallest possible step, so that the later key still
/// applies at its time.
pub(super) fn separate(times: &[f32], shift: f32) -> (Vec<f32>, usize) {
    let mut times: Vec<f32> = times.iter().map(|t| (t + shift).max(0.0)).collect();
    let same = times.array_windows().filter(|[a, b]| a >= b).count();
    for n in (1..times.len()).rev() {
        if let Some([a, b]) = times.get_mut(n - 1..=n)
            && *a >= *b
        {
            *a = b.next_down();
        }
    }
    // Times at zero cannot be reduced, so later ones are increased.
    let mut min = 0.0f32;
    for time in &mut times {
        *time = time.max(min);
        min = time.next_up();
    }
    (times, same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_increase_strictly_with_minimal_changes() {
        for (given, same) in [
            (&[0.0f32, 0.5, 1.0][..], 0),
            (&[0.0, 1.0, 1.0, 2.0], 1),
            (&[0.0, 0.0, 0.0, 1.0], 2),
            (&[1.0, 1.0, 1.0], 2),
            (&[0.0, f32::from_bits(1), f32::from_bits(1), f32::from_bits(1)], 2),
            (&[], 0),
        ] {
            let (times, counted) = separate(given, 0.0);
            assert_eq!(counted, same, "{given:?}");
            assert!(times.is_sorted_by(|a, b| a < b) && times.first().is_none_or(|&t| t >= 0.0), "{times:?}");
            assert!(times.iter().zip(given).all(|(a, b)| (a - b).abs() < 1e-6), "{times:?}");
        }
        assert_eq!(separate(&[0.0, 1.0, 1.0, 2.0], 0.0).0[2], 1.0);
        assert_eq!(separate(&[-0.5, 0.0], 0.5).0, [0.0, 0.5]);
    }
}
