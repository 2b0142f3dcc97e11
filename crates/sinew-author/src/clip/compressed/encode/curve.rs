//! Spline of one class through a channel's values in a segment, and its error for every quantization step.

use super::least_squares::LeastSquares;
use super::segment::SegmentValues;
use glam::Vec4;
use sinew::internal::{
    clip_format::{
        basis::{Weights, half},
        quantization::{Encoding, LARGEST_STEP, MAX_BITS, STEPS, step_size},
    },
    ops,
};

/// Padding control values behind the last, of weight 0.
const BEYOND: usize = 4;

/// Spline of one class, fitted to a channel's values in a segment.
#[derive(Debug, Default)]
pub(crate) struct Curve {
    /// Whether the curve is fitted to the current segment.
    pub(crate) is_known: bool,
    controls: Vec<Vec4>,
    /// Component-wise minimum and maximum of the control values.
    ends: [Vec4; 2],
    /// Error of the unquantized curve, metres; and pairs of a quantization step and its error.
    pub(crate) error: f32,
    trials: Vec<(u32, f32)>,
    whole: Vec<Vec4>,
}

impl Curve {
    /// Fits the curve and replaces an earlier one. `factor` is metres per unit of difference.
    pub(crate) fn fit(&mut self, fit: &LeastSquares, segment_values: &SegmentValues, factor: f32) {
        let off = |controls: &mut Vec<Vec4>| {
            controls.extend([Vec4::ZERO; BEYOND]);
            let is_finite = controls.iter().all(|v| v.is_finite());
            let off = apart(
                fit.judged(segment_values.all_measured),
                controls,
                [Vec4::ZERO, Vec4::ONE],
                segment_values,
            );
            if is_finite { off * factor } else { f32::INFINITY }
        };
        fit.solve(&segment_values.residuals, &mut self.controls);
        self.error = off(&mut self.controls);
        // The source itself may consist of straight lines.
        if fit.pass_through(&segment_values.residuals, &mut self.whole) {
            let error = off(&mut self.whole);
            if error < self.error || !fit.is_held {
                std::mem::swap(&mut self.controls, &mut self.whole);
                self.error = error;
            }
        }
        let nothing = [Vec4::INFINITY, Vec4::NEG_INFINITY];
        let controls = self.controls[..self.rows()].iter();
        self.ends = controls.fold(nothing, |[low, high], v| [low.min(*v), high.max(*v)]);
        self.trials.clear();
        self.is_known = true;
    }

    /// Encoding with a quantization step; `None` where it needs too many bits.
    pub(crate) fn code(&self, class: usize, step: u32) -> Option<Encoding> {
        let inverse = 1.0 / step_size(step);
        let [low, high] = self.ends.map(|end| end * inverse);
        let mut code = Encoding { class, step, ..Encoding::default() };
        for c in 0..3 {
            // As many bits as hold both ends of a range that includes zero.
            let (low, high) = (nearest(low[c]).min(0), nearest(high[c]).max(0));
            let reach = (low.unsigned_abs().saturating_sub(1)).max(high.unsigned_abs());
            code.bits[c] = if low == high { 0 } else { 33 - reach.leading_zeros() };
        }
        let [x, y, z] = code.bits;
        code.cost = self.rows() * (x + y + z) as usize;
        (x.max(y).max(z) <= MAX_BITS).then_some(code)
    }

    /// Finest step from `step` on whose encoding costs less than `max`.
    pub(crate) fn finest(&self, class: usize, mut step: u32, max: usize) -> Option<Encoding> {
        loop {
            let code = self.code(class, step);
            // Four steps coarser save one bit a number, and no more.
            let over = match code {
                Some(code) if code.cost < max => return Some(code),
                Some(code) => 4 * ((code.cost - max) / (3 * self.rows())) as u32,
                None => 0,
            };
            step = step.checked_sub(over.max(1))?;
        }
    }

    fn rows(&self) -> usize {
        self.controls.len() - BEYOND
    }

    /// Largest error of an encoding, metres.
    pub(crate) fn off(
        &mut self,
        code: &Encoding,
        fit: &LeastSquares,
        segment_values: &SegmentValues,
        factor: f32,
    ) -> f32 {
        if let Some((_, off)) = self.trials.iter().find(|(step, _)| *step == code.step) {
            return *off;
        }
        self.make_whole(code);
        let off =
            apart(fit.judged(segment_values.all_measured), &self.whole, scale(code), segment_values) * factor;
        self.trials.push((code.step, off));
        off
    }

    /// Decoded values at each measured time.
    pub(crate) fn read(
        &mut self,
        code: &Encoding,
        fit: &LeastSquares,
        all: bool,
        mut output: impl FnMut(Vec4),
    ) {
        self.make_whole(code);
        let scale = scale(code);
        fit.judged(all).iter().for_each(|w| output(blended(w, &self.whole, scale)));
    }

    fn make_whole(&mut self, code: &Encoding) {
        let (inverse, [half, _]) = (1.0 / step_size(code.step), scale(code));
        self.whole.clear();
        let nearest = |v: Vec4| Vec4::from_array(v.to_array().map(|x| nearest(x) as f32));
        self.whole.extend(self.controls.iter().map(|v| nearest(*v * inverse) + half));
    }

    /// Quantized control values.
    pub(crate) fn controls(&mut self, code: &Encoding) -> Vec<[u32; 3]> {
        self.make_whole(code);
        self.whole[..self.rows()].iter().map(|v| v.truncate().to_array().map(|x| x as u32)).collect()
    }

    /// Coarsest tried step within `tolerance` and finest tried step beyond it, each with its error.
    pub(crate) fn tried(&self, tolerance: f32) -> [Option<(u32, f32)>; 2] {
        let [mut held, mut missed] = [None::<(u32, f32)>; 2];
        for &(step, off) in &self.trials {
            if off <= tolerance {
                held = held.filter(|h| h.0 < step).or(Some((step, off)));
            } else {
                missed = missed.filter(|m| m.0 > step).or(Some((step, off)));
            }
        }
        [held, missed]
    }

    /// Estimate of the step that comes as near as `tolerance`, from another step and its error, or from the
    /// curve alone.
    pub(crate) fn likely_step(&self, tolerance: f32, other: Option<(u32, f32)>, factor: f32) -> u32 {
        // Share of an error that is due to rounding, apart from the curve's own error.
        let rounding = |off: f32| (off - 0.7 * self.error).max(0.02 * off).max(f32::MIN_POSITIVE);
        let step = match other {
            Some((step, off)) => step as f32 + ops::log2(rounding(off) / rounding(tolerance)) * 4.0,
            // Half a step of rounding in each of three numbers, which four neighbours even out somewhat.
            None => (LARGEST_STEP - ops::log2(2.0 * rounding(tolerance) / factor.max(1e-12))) * 4.0,
        };
        step.ceil().clamp(0.0, STEPS as f32 - 1.0) as u32
    }
}

/// Nearest whole number, halves away from zero.
#[inline(always)]
fn nearest(x: f32) -> i32 {
    (x + 0.5f32.copysign(x)) as i32
}

/// Offset of the quantized numbers, and the size of a step.
fn scale(code: &Encoding) -> [Vec4; 2] {
    let [x, y, z] = code.bits.map(|bits| half(bits) as f32);
    [Vec4::new(x, y, z, 0.0), Vec4::splat(step_size(code.step))]
}

/// Twin of [`sinew::internal::clip_format::basis::blend`], bit for bit, for whole numbers that are stored
/// as floats.
#[inline(always)]
fn blended(weights: &Weights, rows: &[Vec4], [half, size]: [Vec4; 2]) -> Vec4 {
    let first = weights.first as usize;
    let [a, b, c, d] = weights.weights;
    match rows.get(first..).and_then(|rows| rows.first_chunk::<4>()) {
        Some(rows) => (rows[0] * a + rows[1] * b + rows[2] * c + rows[3] * d - half) * size,
        None => Vec4::ZERO,
    }
}

/// Largest distance from the measured values.
fn apart(weights: &[Weights], rows: &[Vec4], scale: [Vec4; 2], segment_values: &SegmentValues) -> f32 {
    let mut far = 0.0f32;
    for (w, (value, worth)) in
        weights.iter().zip(segment_values.measured.iter().zip(&segment_values.error_weights))
    {
        far = far.max((blended(w, rows, scale) - value).length_squared() * worth);
    }
    far.sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::segment::segment_values;
    use super::*;
    use glam::Vec3;
    use sinew::JointId;
    use sinew::internal::clip_format::basis::{blend, useful};
    use sinew::internal::clip_format::channel::{Channel, Target, Value};

    /// A channel that moves at random at 17 times, and a fit of each smooth class.
    fn random() -> (SegmentValues, Vec<(usize, LeastSquares)>) {
        let mut random = fastrand::Rng::with_seed(7);
        let mut number = || random.f32() - 0.5;
        let values: Vec<_> = (0..17).map(|_| Value::Vector(Vec3::new(number(), number(), 0.0))).collect();
        let channel = Channel::new(Target::Translation(JointId(0)), &values);
        let phases: Vec<f32> = (0..17).map(|n| n as f32 / 16.0).collect();
        let fits = useful(17).map(|class| (class, LeastSquares::new(&phases, &[false; 17], class, 17)));
        let segment_values = segment_values(&channel, &values, &[false; 17]);
        (segment_values, fits.collect())
    }

    #[test]
    fn the_measured_curve_is_the_stored_one() {
        let (segment_values, fits) = random();
        for (class, fit) in fits {
            let mut curve = Curve::default();
            curve.fit(&fit, &segment_values, 1.0);
            for step in [20, 33, 50, 70] {
                let Some(code) = curve.code(class, step) else { continue };
                let controls = curve.controls(&code);
                let stored: Vec<Vec3> = (fit.judged(true).iter())
                    .map(|w| {
                        let row = |k: usize| controls.get(w.first as usize + k).copied().unwrap_or_default();
                        blend(w, code.bits, step_size(step), row)
                    })
                    .collect();
                let mut read = Vec::new();
                curve.read(&code, &fit, true, |value| read.push(value.truncate()));
                assert_eq!(read, stored, "class {class}, step {step}");
                let off = stored.iter().zip(&segment_values.residuals).map(|(a, b)| a.distance(b.truncate()));
                let off = off.fold(0.0, f32::max);
                assert!((curve.off(&code, &fit, &segment_values, 2.0) - 2.0 * off).abs() <= 1e-5 * off);
                for (row, width) in controls.iter().flat_map(|row| row.iter().zip(code.bits)) {
                    assert!(u64::from(*row) < 1 << width, "{row} in {width} bits");
                }
                let bits: u32 = code.bits.iter().sum();
                assert_eq!(code.cost, controls.len() * bits as usize);
            }
        }
    }

    #[test]
    fn the_finest_step_that_costs_less_is_found() {
        let (segment_values, fits) = random();
        for (class, fit) in fits {
            let mut curve = Curve::default();
            curve.fit(&fit, &segment_values, 1.0);
            for max in [1, 50, 300, 800] {
                let costs = |step: &u32| curve.code(class, *step).is_some_and(|code| code.cost < max);
                let slowly = (0..=70).rev().find(costs);
                assert_eq!(curve.finest(class, 70, max).map(|code| code.step), slowly, "{class}, {max}");
            }
        }
    }
}
