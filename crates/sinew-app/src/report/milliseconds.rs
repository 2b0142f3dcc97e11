//! Rounding of printed times to milliseconds.

/// Seconds rounded to the nearest millisecond.
pub(crate) fn round_to_milliseconds(seconds: impl Into<f64>) -> f64 {
    (seconds.into() * 1e3).round() / 1e3
}

/// Seconds rounded down to a millisecond, so that a later time is also printed as later.
pub(crate) fn floor_to_milliseconds(seconds: f64) -> f64 {
    // The tolerance covers rounding errors of summed frame times.
    (seconds * 1e3 + 1e-6).floor() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rounded() {
        assert_eq!(round_to_milliseconds(0.966_666_7_f32).to_string(), "0.967");
        assert_eq!(round_to_milliseconds(4.0_f64).to_string(), "4");
        assert_eq!(floor_to_milliseconds(29.0 / 30.0).to_string(), "0.966");
        assert_eq!(floor_to_milliseconds(0.1 + 0.2).to_string(), "0.3");
        assert_eq!(floor_to_milliseconds(3.999_999_999_9).to_string(), "4");
    }
}
