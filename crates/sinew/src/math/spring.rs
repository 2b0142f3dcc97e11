//! Following without a jolt: the critically damped spring, solved exactly for a step of any length (D. Holden,
//! *Spring-It-On: The Game Developer's Spring-Roll-Call*, 2021).

/// Moves `value`, which has the speed `rate` (a second), towards `target`: nine tenths of the way within `seconds`, never
/// beyond from a standstill. Gives the value and its rate after `dt` seconds; steps of any size arrive at the same.
pub fn follow(value: f32, rate: f32, target: f32, seconds: f32, dt: f32) -> (f32, f32) {
    // (1 + x)·exp(−x) is a tenth here.
    const NINE_TENTHS: f32 = 3.889_72;
    if seconds <= 0.0 {
        return (target, 0.0);
    }
    let stiffness = NINE_TENTHS / seconds;
    let away = value - target;
    let drive = rate + away * stiffness;
    let left = (-stiffness * dt).exp();
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
}
