/// Wrap mode: time outside of a clip's keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum WrapMode {
    /// Clamps to the first and last key; times are those of the file.
    Clamp,
    /// Repeats from the first key to the last, backwards too. Clips whose keys start late do not hitch.
    #[default]
    Loop,
}

impl WrapMode {
    /// Maps `time` to file time within `start..=end` (the clip's first and last key, seconds). An end before
    /// the start gives the start.
    #[must_use]
    pub fn apply(self, time: f64, start: f32, end: f32) -> f32 {
        (self.apply_wide(time, start, end) as f32).min(end).max(start)
    }

    /// [`WrapMode::apply`] in double precision.
    pub(crate) fn apply_wide(self, time: f64, start: f32, end: f32) -> f64 {
        let (start, end) = (f64::from(start), f64::from(end));
        let length = end - start;
        match self {
            // Unlike `clamp`, this does not panic for a range that is reversed or not a number.
            Self::Clamp => time.min(end).max(start),
            Self::Loop if length > 0.0 => start + (time - start).rem_euclid(length),
            Self::Loop => start,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_runs_from_first_to_last_key() {
        let at = |t| WrapMode::Loop.apply(t, 0.04, 1.04);
        assert!((at(0.5) - 0.5).abs() < 1e-6);
        assert!((at(1.54) - 0.54).abs() < 1e-6);
        assert!((at(-0.46) - 0.54).abs() < 1e-6);
        assert!((at(1e3 + 0.5) - 0.5).abs() < 1e-3);
        assert_eq!(WrapMode::Loop.apply(3.0, 2.0, 2.0), 2.0);
    }

    #[test]
    fn clamping_holds_the_ends() {
        assert_eq!(WrapMode::Clamp.apply(-1.0, 0.04, 1.0), 0.04);
        assert_eq!(WrapMode::Clamp.apply(9.0, 0.04, 1.0), 1.0);
        assert_eq!(WrapMode::Clamp.apply(0.5, 2.0, 1.0), 2.0, "a reversed range");
        assert_eq!(WrapMode::Loop.apply(0.5, 2.0, 1.0), 2.0);
        assert_eq!(WrapMode::Clamp.apply(0.5, f32::NAN, 1.0), 0.5);
    }
}
