//! Trigonometric functions without platform calls: Chebyshev polynomials, accurate to the last few digits and
//! equal on every target.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// Angle of a direction, like `f32::atan2`.
#[inline]
pub fn atan2(y: f32, x: f32) -> f32 {
    const EIGHTH: f32 = 0.414_213_56;
    let (a, b) = (y.abs(), x.abs());
    let (low, high) = if a <= b { (a, b) } else { (b, a) };
    // Up to π/8 the angle is measured from 0, above from π/4.
    let is_wide = low > EIGHTH * high;
    let (over, under, from) = if is_wide { (low - high, low + high, FRAC_PI_4) } else { (low, high, 0.0) };
    let t = if high == 0.0 { 0.0 } else { over / under };
    let z = t * t;
    // In independent pairs.
    let curve =
        (1.0 + z * -0.333_327_86) + z * z * ((0.199_740_82 + z * -0.138_484_9) + z * z * 0.079_762_92);
    let angle = from + t * curve;
    let angle = if a <= b { angle } else { FRAC_PI_2 - angle };
    let angle = if x < 0.0 { PI - angle } else { angle };
    angle.copysign(y)
}

/// Sine and cosine of an angle within ±π/2.
#[inline]
pub(crate) fn sin_cos(angle: f32) -> (f32, f32) {
    let z = angle * angle;
    let square = z * z;
    let sine =
        (1.0 + z * -0.166_666_58) + square * ((8.333_05e-3 + z * -1.980_901_7e-4) + square * 2.605_107_6e-6);
    let cosine = (1.0 + z * -0.5)
        + square * ((4.166_663_6e-2 + z * -1.388_836e-3) + square * (2.476_011e-5 + z * -2.605_065_7e-7));
    (angle * sine, cosine)
}

/// Sine and cosine of half an angle up to half a turn.
#[inline]
pub(crate) fn half_sin_cos(angle: f32) -> (f32, f32) {
    sin_cos(angle * 0.5)
}

/// Sine and cosine of half the angle of a direction of any length except zero; the cosine is not negative.
#[inline]
pub(crate) fn half(y: f32, x: f32) -> (f32, f32) {
    let long = (x * x + y * y).sqrt();
    // Both pairs have the right ratio; each is accurate where the other is not.
    let (sine, cosine) = if x > 0.0 { (y, long + x) } else { ((long - x).copysign(y), y.abs()) };
    let inverse = 1.0 / (sine * sine + cosine * cosine).sqrt().max(f32::MIN_POSITIVE);
    (sine * inverse, cosine * inverse)
}

/// Degrees of an angle in radians for a message, without the noise of rounding.
pub(crate) fn shown_degrees(radians: f32) -> f32 {
    let degrees = (f64::from(radians).to_degrees() * 1e4).round() / 1e4;
    degrees as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_agree_with_the_platform() {
        for n in -1999..=1999 {
            let angle = n as f32 / 2000.0 * PI;
            let (sine, cosine) = angle.sin_cos();
            for length in [1e-6, 1.0, 3e5] {
                let (y, x) = (sine * length, cosine * length);
                assert!((atan2(y, x) - y.atan2(x)).abs() <= 3e-7, "{angle}");
                let (half_sine, half_cosine) = half(y, x);
                assert!((half_sine - (angle * 0.5).sin()).abs() < 2e-7, "{angle}");
                assert!((half_cosine - (angle * 0.5).cos()).abs() < 2e-7, "{angle}");
            }
            let (sine, cosine) = sin_cos(angle * 0.5);
            assert!((sine - (angle * 0.5).sin()).abs() < 2e-7, "{angle}");
            assert!((cosine - (angle * 0.5).cos()).abs() < 2e-7, "{angle}");
        }
        for small in [1e-30, 1e-12, 1e-5] {
            assert!((atan2(small, 1.0) / small - 1.0).abs() < 3e-7);
            assert!((sin_cos(small).0 / small - 1.0).abs() < 3e-7);
        }
        assert_eq!(atan2(0.0, 0.0), 0.0);
        assert_eq!(atan2(0.0, -1.0), PI);
        assert!(atan2(f32::NAN, 1.0).is_nan() && atan2(1.0, f32::NAN).is_nan());
    }
}
