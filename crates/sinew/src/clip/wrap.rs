/// What happens outside a clip's keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Wrap {
    /// Before the first and after the last key the nearest key holds; time is the file's own.
    Clamp,
    /// The stretch from the first to the last key repeats without end, also backwards, so that a clip whose keys
    /// start late does not hitch.
    #[default]
    Loop,
}

impl Wrap {
    /// The file time within `start..=end` (the clip's first and last key, seconds) that stands for `time`.
    pub fn apply(self, time: f64, start: f32, end: f32) -> f32 {
        (self.apply_wide(time, start, end) as f32).min(end).max(start)
    }

    /// [`Wrap::apply`] to the last digit.
    pub(crate) fn apply_wide(self, time: f64, start: f32, end: f32) -> f64 {
        let (start, end) = (f64::from(start), f64::from(end));
        let length = end - start;
        match self {
            Self::Clamp => time.clamp(start, end),
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
        let at = |t| Wrap::Loop.apply(t, 0.04, 1.04);
        assert!((at(0.5) - 0.5).abs() < 1e-6);
        assert!((at(1.54) - 0.54).abs() < 1e-6);
        assert!((at(-0.46) - 0.54).abs() < 1e-6);
        assert!((at(1e3 + 0.5) - 0.5).abs() < 1e-3);
        assert_eq!(Wrap::Loop.apply(3.0, 2.0, 2.0), 2.0);
    }

    #[test]
    fn clamping_holds_the_ends() {
        assert_eq!(Wrap::Clamp.apply(-1.0, 0.04, 1.0), 0.04);
        assert_eq!(Wrap::Clamp.apply(9.0, 0.04, 1.0), 1.0);
    }
}
