//! Share of a rotation, computed without its angle.

use crate::math::angle::{atan2, sin_cos};

/// Share of an angle, 0 to 1, as coefficients of a rational function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    share: f32,
    /// Coefficients of numerator and denominator without the first, which is 1.
    over: [f32; 2],
    under: [f32; 3],
}

impl Share {
    /// Coefficients of tan(s·atan t) from L. Euler's continued fraction, s t / (1 + (1 − s²) t² / (3 + (4 −
    /// s²) t² / (5 + …))), up to its fifth step, as one fraction.
    pub(crate) fn new(share: f32) -> Self {
        let s = f64::from(share);
        let (mut over, mut under) = ([1.0, 0.0, 0.0, 0.0], [11.0, 0.0, 0.0, 0.0]);
        for k in (1..=5).rev().map(f64::from) {
            // (2k − 1) + (k² − s²) t² · over / under.
            let mut next = [0.0; 4];
            for (n, next) in next.iter_mut().enumerate() {
                let shifted = if n > 0 { over[n - 1] } else { 0.0 };
                *next = (2.0 * k - 1.0) * under[n] + (k * k - s * s) * shifted;
            }
            (over, under) = (under, next);
        }
        let over_term = |n: usize| (over[n] / over[0]) as f32;
        let under_term = |n: usize| (under[n] / under[0]) as f32;
        let (over, under) = ([over_term(1), over_term(2)], [under_term(1), under_term(2), under_term(3)]);
        Self { share, over, under }
    }

    /// Whether the share is 1 or more.
    pub(crate) fn is_whole(&self) -> bool {
        self.share >= 1.0
    }

    pub(crate) fn is_none(&self) -> bool {
        self.share <= 0.0
    }

    /// Factors for the two sides of a right triangle (opposite, adjacent) that give the share of its angle;
    /// `square` is the square of the tangent. Accurate to 2e-5 rad below 45 degrees.
    #[inline]
    pub(crate) fn sides(&self, square: f32) -> (f32, f32) {
        let ([a, b], [c, d, e]) = (self.over, self.under);
        let fourth = square * square;
        (self.share * ((1.0 + a * square) + b * fourth), (1.0 + c * square) + fourth * (d + e * square))
    }

    /// [`Share::sides`] for angles above 45 degrees.
    pub(crate) fn wide_sides(&self, square: f32) -> (f32, f32) {
        let tangent = square.sqrt();
        let (sine, cosine) = sin_cos(atan2(tangent, 1.0) * self.share);
        (sine / tangent, cosine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_angles_are_found_from_tangents() {
        for share in [0.0, 0.1, 0.3, 0.5, 0.77, 0.99, 1.0] {
            let sides = |angle: f32| Share::new(share).sides(angle.tan().powi(2));
            for angle in [0.0, 1e-3, 0.1, 0.3, 0.6, std::f32::consts::FRAC_PI_4] {
                let (across, beside) = sides(angle);
                let part = (angle.tan() * across).atan2(beside);
                assert!((part - share * angle).abs() < 2e-5, "{share} of {angle}: {part}");
            }
            for angle in [std::f32::consts::FRAC_PI_4, 1.0, 1.5] {
                let (across, beside) = Share::new(share).wide_sides(angle.tan().powi(2));
                let part = (angle.tan() * across).atan2(beside);
                assert!((part - share * angle).abs() < 1e-6, "{share} of {angle}: {part}");
            }
        }
    }
}
