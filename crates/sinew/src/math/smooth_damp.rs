//! Critically damped spring, solved exactly for steps of any length (D. Holden, *Spring-It-On: The Game
//! Developer's Spring-Roll-Call*, 2021).

use super::flush_tiny;
use crate::math::ops;

/// Critically damped smoothing of `value`, which moves with `velocity` per second, towards `target`, like
/// Unity's `SmoothDamp`: nine tenths of the distance within `seconds` (Unity's `smoothTime` is about half of
/// it), without overshoot from a standstill. Returns value and velocity after `dt` seconds,
/// independent of the step size. Within a hundred-thousandth of `target` the value snaps to `target`. A
/// negative or NaN `dt` counts as 0. A target that is not finite changes nothing; a value that is not finite
/// becomes the target.
///
/// ```
/// let (mut value, mut velocity) = (0.0, 0.0);
/// for _ in 0..30 {
///     (value, velocity) = sinew::math::smooth_damp(value, velocity, 1.0, 0.5, 1.0 / 60.0);
/// }
/// assert!((value - 0.9).abs() < 1e-3, "nine tenths after half a second");
/// ```
#[must_use]
pub fn smooth_damp(value: f32, velocity: f32, target: f32, seconds: f32, dt: f32) -> (f32, f32) {
    // Solution of (1 + x)·exp(−x) = 0.1.
    const NINE_TENTHS: f32 = 3.889_72;
    // Snapping distance, as a share of the target.
    const SNAP: f32 = 1e-5;
    // The common case: at rest at the target.
    if (seconds <= 0.0 && target.is_finite()) || (value == target && velocity == 0.0) {
        return (target, 0.0);
    }
    // A value that was once not finite recovers, and a target that is not finite is none.
    if !(value + velocity).is_finite() {
        return (if target.is_finite() { target } else { 0.0 }, 0.0);
    }
    if !target.is_finite() {
        return (value, velocity);
    }
    // Without time nothing moves; negative time would diverge.
    if dt.is_nan() || dt <= 0.0 {
        return (value, velocity);
    }
    // Largest stiffness per second whose square is finite.
    const MAX_STIFFNESS: f32 = 1e9;
    let stiffness = (NINE_TENTHS / seconds).min(MAX_STIFFNESS);
    let (offset, velocity) = (flush_tiny(value - target), flush_tiny(velocity));
    // Rounding would stop the value short of the target, and effects faded to 0 would stay on.
    let near = SNAP * target.abs();
    if offset.abs() <= near && velocity.abs() <= near * stiffness {
        return (target, 0.0);
    }
    let left = ops::exp(-stiffness * dt);
    if left == 0.0 {
        return (target, 0.0);
    }
    let drive = velocity + offset * stiffness;
    (target + left * (offset + drive * dt), left * (velocity - drive * stiffness * dt))
}

/// [`smooth_damp`] of a value that is kept together with its velocity.
pub(crate) fn smooth_damp_pair(
    (value, velocity): (f32, f32),
    goal: f32,
    seconds: f32,
    dt: f32,
) -> (f32, f32) {
    smooth_damp(value, velocity, goal, seconds, dt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_tenths_within_the_time_for_any_step() {
        let (mut value, mut velocity) = (0.0, 0.0);
        for _ in 0..30 {
            let before = value;
            (value, velocity) = smooth_damp(value, velocity, 2.0, 0.3, 0.01);
            assert!(value > before && value < 2.0);
        }
        assert!((value - 1.8).abs() < 1e-3, "{value}");
        assert!((smooth_damp(0.0, 0.0, 2.0, 0.3, 0.3).0 - value).abs() < 1e-4);
        assert_eq!(smooth_damp(1.0, 5.0, 3.0, 0.0, 0.1), (3.0, 0.0));
    }

    #[test]
    fn values_that_are_not_finite_do_not_stay() {
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert_eq!(smooth_damp(bad, 0.0, 2.0, 0.3, 0.1), (2.0, 0.0));
            assert_eq!(smooth_damp(1.0, bad, 2.0, 0.3, 0.1), (2.0, 0.0));
            assert_eq!(smooth_damp(1.0, 0.5, bad, 0.3, 0.1), (1.0, 0.5));
            assert_eq!(smooth_damp(1.0, 0.5, bad, 0.0, 0.1), (1.0, 0.5));
            assert_eq!(smooth_damp(bad, bad, bad, 0.3, 0.1), (0.0, 0.0));
        }
    }

    #[test]
    fn the_target_is_reached() {
        for (dt, seconds) in [(1.0 / 60.0, 0.3), (1.0 / 60.0, 2.0), (1.0 / 240.0, 0.3), (1.0, 0.3)] {
            for (from, target) in [(1.0, 0.0), (0.0, 1.0), (5.0, -0.3), (0.0, 1e-30), (2.0, 1e6)] {
                let (mut value, mut velocity) = (from, 0.0);
                let mut steps = 0;
                while (value, velocity) != (target, 0.0) {
                    (value, velocity) = smooth_damp(value, velocity, target, seconds, dt);
                    steps += 1;
                    assert!(
                        steps as f32 * dt < 30.0 * seconds + 2.0 * dt,
                        "{from} to {target}: {value} {velocity}"
                    );
                }
            }
        }
    }

    #[test]
    fn extreme_times_stay_finite() {
        for seconds in [1e-38, f32::MIN_POSITIVE, 1e-8, 1e38, f32::INFINITY] {
            for dt in [0.0, 1e-30, 0.1, 1e30, -0.1, f32::NAN] {
                let (value, velocity) = smooth_damp(1.0, 3.0, 2.0, seconds, dt);
                assert!(value.is_finite() && velocity.is_finite(), "{seconds} {dt}: {value} {velocity}");
                assert!(dt > 0.0 || (value, velocity) == (1.0, 3.0), "{seconds} {dt}: {value} {velocity}");
            }
        }
    }
}
