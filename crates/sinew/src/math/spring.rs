//! Following without a jolt: the critically damped spring, solved exactly for a step of any length (D. Holden,
//! *Spring-It-On: The Game Developer's Spring-Roll-Call*, 2021).

use super::without_dust;

/// Moves `value`, which has the speed `rate` (a second), towards `target`: nine tenths of the way within `seconds`, never
/// beyond from a standstill. Gives the value and its rate after `dt` seconds; steps of any size arrive at the same. What
/// is left in the end, a hundred-thousandth of `target`, is gone at once: the value is `target` then. Time that goes back, or
/// is no number, does not go on.
pub fn follow(value: f32, rate: f32, target: f32, seconds: f32, dt: f32) -> (f32, f32) {
    // (1 + x)·exp(−x) is a tenth here.
    const NINE_TENTHS: f32 = 3.889_72;
    const NEAR: f32 = 1e-5;
    // Most that is damped stands still.
    if seconds <= 0.0 || (value == target && rate == 0.0) {
        return (target, 0.0);
    }
    // Without time nothing moves; backwards it would run away.
    if dt.is_nan() || dt <= 0.0 {
        return (value, rate);
    }
    // Stiffer than any step is short, and its square is still a number.
    const STIFFEST: f32 = 1e9;
    let stiffness = (NINE_TENTHS / seconds).min(STIFFEST);
    let (away, rate) = (without_dust(value - target), without_dust(rate));
    // Rounding would stop it a little way off, and what should be switched off would stay on for ever.
    let near = NEAR * target.abs();
    if away.abs() <= near && rate.abs() <= near * stiffness {
        return (target, 0.0);
    }
    let left = (-stiffness * dt).exp();
    if left == 0.0 {
        return (target, 0.0);
    }
    let drive = rate + away * stiffness;
    (target + left * (away + drive * dt), left * (rate - drive * stiffness * dt))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_tenths_within_the_time_whatever_the_steps() {
        let (mut value, mut rate) = (0.0, 0.0);
        for _ in 0..30 {
            let before = value;
            (value, rate) = follow(value, rate, 2.0, 0.3, 0.01);
            assert!(value > before && value < 2.0);
        }
        assert!((value - 1.8).abs() < 1e-3, "{value}");
        assert!((follow(0.0, 0.0, 2.0, 0.3, 0.3).0 - value).abs() < 1e-4);
        assert_eq!(follow(1.0, 5.0, 3.0, 0.0, 0.1), (3.0, 0.0));
    }
    #[test]
    fn it_arrives() {
        for (dt, seconds) in [(1.0 / 60.0, 0.3), (1.0 / 60.0, 2.0), (1.0 / 240.0, 0.3), (1.0, 0.3)] {
            for (from, target) in [(1.0, 0.0), (0.0, 1.0), (5.0, -0.3), (0.0, 1e-30), (2.0, 1e6)] {
                let (mut value, mut rate) = (from, 0.0);
                let mut steps = 0;
                while (value, rate) != (target, 0.0) {
                    (value, rate) = follow(value, rate, target, seconds, dt);
                    steps += 1;
                    assert!(
                        steps as f32 * dt < 30.0 * seconds + 2.0 * dt,
                        "{from} to {target}: {value} {rate}"
                    );
                }
            }
        }
    }

    #[test]
    fn times_beyond_reason_make_numbers() {
        for seconds in [1e-38, f32::MIN_POSITIVE, 1e-8, 1e38, f32::INFINITY] {
            for dt in [0.0, 1e-30, 0.1, 1e30, -0.1, f32::NAN] {
                let (value, rate) = follow(1.0, 3.0, 2.0, seconds, dt);
                assert!(value.is_finite() && rate.is_finite(), "{seconds} {dt}: {value} {rate}");
                assert!(dt > 0.0 || (value, rate) == (1.0, 3.0), "{seconds} {dt}: {value} {rate}");
            }
        }
    }
}
