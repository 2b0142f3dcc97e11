//! Key times as glTF wants them (specification, section 3.11): from zero on, each after the one before.

/// The times moved by `shift` seconds and set apart where several are the same, and how many were. Earlier ones of the
/// same give way, by as little as numbers can, so that at the time itself the last one holds as it did before.
pub(super) fn set_apart(times: &[f32], shift: f32) -> (Vec<f32>, usize) {
    let mut times: Vec<f32> = times.iter().map(|t| (t + shift).max(0.0)).collect();
    let same = times.array_windows().filter(|[a, b]| a >= b).count();
    for n in (1..times.len()).rev() {
        if let Some([a, b]) = times.get_mut(n - 1..=n)
            && *a >= *b
        {
            *a = b.next_down();
        }
    }
    // At zero there is no room below.
    let mut least = 0.0f32;
    for time in &mut times {
        *time = time.max(least);
        least = time.next_up();
    }
    (times, same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_ascend_and_change_by_nothing_to_speak_of() {
        for (given, same) in [
            (&[0.0f32, 0.5, 1.0][..], 0),
            (&[0.0, 1.0, 1.0, 2.0], 1),
            (&[0.0, 0.0, 0.0, 1.0], 2),
            (&[1.0, 1.0, 1.0], 2),
            (&[0.0, f32::from_bits(1), f32::from_bits(1), f32::from_bits(1)], 2),
            (&[], 0),
        ] {
            let (times, counted) = set_apart(given, 0.0);
            assert_eq!(counted, same, "{given:?}");
            assert!(times.is_sorted_by(|a, b| a < b) && times.first().is_none_or(|&t| t >= 0.0), "{times:?}");
            assert!(times.iter().zip(given).all(|(a, b)| (a - b).abs() < 1e-6), "{times:?}");
        }
        assert_eq!(set_apart(&[0.0, 1.0, 1.0, 2.0], 0.0).0[2], 1.0);
        assert_eq!(set_apart(&[-0.5, 0.0], 0.5).0, [0.0, 0.5]);
    }
}
