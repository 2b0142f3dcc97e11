//! Low-pass filter without a delay: a Butterworth filter of second order, forwards and backwards.
//!
//! The usual filter of biomechanics (D. A. Winter, *Biomechanics and Motor Control of Human Movement*, chapter on
//! kinematics), which finds 6 Hz for walking. Two passes halve the power at a lower frequency than one, by
//! (√2 − 1)^¼; the filter makes up for it.

use sinew::internal::ops;

/// (√2 − 1)^¼.
const OF_TWO_PASSES: f64 = 0.802_243;
/// Largest cutoff relative to the rate of the keys: above, the filter changes nothing.
const MAX_SHARE: f64 = 0.45;
/// Periods of the cutoff after which the start of a pass is forgotten.
const MEMORY: f64 = 2.5;

/// Low-pass filter for keys at one rate.
#[derive(Clone, Copy, Debug)]
pub(super) struct LowPass {
    /// Weight of the newest value; those of the two before are twice and once as much.
    gain: f64,
    /// Weights of the two latest results.
    feedback: [f64; 2],
    /// Number of values before the start from which a pass begins.
    pub(super) memory: usize,
}

impl LowPass {
    /// Filter for a cutoff and a rate of keys, Hz; `None` where it would change nothing.
    pub(super) fn new(cutoff: f32, rate: f32) -> Option<Self> {
        let share = f64::from(cutoff) / OF_TWO_PASSES / f64::from(rate);
        if !(share > 1e-6 && share < MAX_SHARE) {
            return None;
        }
        let angle = f64::from(ops::tan(std::f32::consts::PI * share as f32));
        let scale = 1.0 / (1.0 + std::f64::consts::SQRT_2 * angle + angle * angle);
        let feedback = [
            2.0 * (1.0 - angle * angle) * scale,
            -(1.0 - std::f64::consts::SQRT_2 * angle + angle * angle) * scale,
        ];
        let memory = (MEMORY * f64::from(rate) / f64::from(cutoff)).ceil().min(1e6) as usize;
        Some(Self { gain: angle * angle * scale, feedback, memory })
    }

    /// Filters rows of numbers, `memory` of which at either end are padding.
    pub(super) fn filter<const N: usize>(&self, rows: &mut [[f64; N]]) {
        self.pass(rows.iter_mut());
        self.pass(rows.iter_mut().rev());
    }

    fn pass<'a, const N: usize>(&self, rows: impl Iterator<Item = &'a mut [f64; N]>) {
        let mut state: Option<[[f64; N]; 4]> = None;
        for row in rows {
            // As if the first value had always been there.
            let [x1, x2, y1, y2] = state.unwrap_or([*row; 4]);
            let now: [f64; N] = std::array::from_fn(|n| {
                self.gain * (row[n] + 2.0 * x1[n] + x2[n])
                    + self.feedback[0] * y1[n]
                    + self.feedback[1] * y2[n]
            });
            state = Some([*row, x1, now, y1]);
            *row = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Amplitude of a sine of `hertz` after the filter at 120 Hz, and its delay in seconds.
    fn answer(cutoff: f32, hertz: f64) -> (f64, f64) {
        let filter = LowPass::new(cutoff, 120.0).unwrap();
        let angle = |k: usize| std::f64::consts::TAU * hertz * k as f64 / 120.0;
        let mut rows: Vec<[f64; 1]> = (0..2400).map(|k| [angle(k).sin()]).collect();
        filter.filter(&mut rows);
        let sum = |wave: fn(f64) -> f64| {
            2.0 / 1200.0 * (600..1800).map(|k| rows[k][0] * wave(angle(k))).sum::<f64>()
        };
        let (sine, cosine) = (sum(f64::sin), sum(f64::cos));
        (sine.hypot(cosine), cosine.atan2(sine) / (std::f64::consts::TAU * hertz))
    }

    #[test]
    fn the_power_is_halved_at_the_cutoff_without_a_delay() {
        for cutoff in [3.0, 6.0, 12.0] {
            let (amplitude, delay) = answer(cutoff, f64::from(cutoff));
            assert!((amplitude - 0.5f64.sqrt()).abs() < 0.02, "{cutoff}: {amplitude}");
            assert!(delay.abs() < 1e-3, "{delay}");
            assert!(answer(cutoff, 0.25 * f64::from(cutoff)).0 > 0.99);
            assert!(answer(cutoff, 3.0 * f64::from(cutoff)).0 < 0.03);
        }
    }

    #[test]
    fn filters_that_would_change_nothing_are_none() {
        assert!(LowPass::new(15.0, 30.0).is_none() && LowPass::new(0.0, 30.0).is_none());
        assert!(LowPass::new(f32::NAN, 30.0).is_none() && LowPass::new(6.0, 30.0).is_some());
    }
}
