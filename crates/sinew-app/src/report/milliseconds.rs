//! Seconds as they are told: to milliseconds.

/// The nearest milliseconds, in seconds.
pub(crate) fn round_to_milliseconds(seconds: impl Into<f64>) -> f64 {
    (seconds.into() * 1e3).round() / 1e3
}

/// The last millisecond that is not later, in seconds: what is told to be later than it is.
pub(crate) fn floor_to_milliseconds(seconds: f64) -> f64 {
    // Sums of frames may lie a little below what they stand for.
    (seconds * 1e3 + 1e-6).floor() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_told_to_milliseconds() {
        assert_eq!(round_to_milliseconds(0.966_666_7_f32).to_string(), "0.967");
        assert_eq!(round_to_milliseconds(4.0_f64).to_string(), "4");
        assert_eq!(floor_to_milliseconds(29.0 / 30.0).to_string(), "0.966");
        assert_eq!(floor_to_milliseconds(0.1 + 0.2).to_string(), "0.3");
        assert_eq!(floor_to_milliseconds(3.999_999_999_9).to_string(), "4");
    }
}
