//! One channel in one segment as whole numbers: how few of how few bits stay within a tolerance.

use super::basis::{blend, count, half, useful};
use super::fit::Fit;

/// Steps are powers of two in quarters, from 2^8 down.
const LARGEST_STEP: f32 = 8.0;

/// As many steps there are; the number after the last marks samples that are stored as they are.
const STEPS: u32 = 127;
pub(super) const AS_IT_IS: u32 = STEPS;

/// Control values have no more bits.
const MOST_BITS: u32 = 24;

/// Classes tried around the one that was best before.
const AROUND: usize = 3;

/// The distance between neighbouring numbers.
#[inline(always)]
pub(super) fn step_size(step: u32) -> f32 {
    const QUARTERS: [f32; 4] = [1.0, 0.840_896_4, std::f32::consts::FRAC_1_SQRT_2, 0.594_603_54];
    // Two to the power of 8 - step / 4, by its bits.
    f32::from_bits((127 + 8 - (step >> 2)) << 23) * QUARTERS[step as usize & 3]
}

/// A channel's control values in a segment.
#[derive(Clone, Debug, Default)]
pub(super) struct Coded {
    pub(super) class: usize,
    /// [`AS_IT_IS`] for one without control values.
    pub(super) step: u32,
    /// Of each of the three numbers.
    pub(super) bits: [u32; 3],
    pub(super) controls: Vec<[u32; 3]>,
    /// What is read back at each sample.
    pub(super) values: Vec<[f32; 3]>,
    /// Bits that they take.
    pub(super) cost: usize,
}

/// What errors of a channel come to.
pub(super) struct Weigh<'a> {
    pub(super) samples: &'a [[f32; 3]],
    /// By how much differences of each sample count less.
    pub(super) shrinks: &'a [f32],
    /// Metres per unit of difference.
    pub(super) factor: f32,
}

impl Weigh<'_> {
    /// The largest displacement of all samples.
    fn error(&self, values: &[[f32; 3]]) -> f32 {
        let mut worst = 0.0f32;
        for ((a, b), shrink) in self.samples.iter().zip(values).zip(self.shrinks) {
            let d = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
            let square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
            worst = worst.max(square / (shrink * shrink));
        }
        worst.sqrt() * self.factor
    }
}

/// The fits of one set of phases, made when they are first wanted.
pub(super) struct Fits {
    phases: Vec<f32>,
    fits: Vec<Option<Fit>>,
}

impl Fits {
    pub(super) fn new() -> Self {
        Self { phases: Vec::new(), fits: Vec::new() }
    }

    /// Makes ready for samples at these phases.
    pub(super) fn set_phases(&mut self, phases: Vec<f32>) {
        if self.phases != phases {
            self.fits = (0..super::basis::CLASSES).map(|_| None).collect();
            self.phases = phases;
        }
    }

    fn get(&mut self, class: usize) -> &Fit {
        let phases = &self.phases;
        self.fits[class].get_or_insert_with(|| Fit::new(phases, count(class, phases.len())))
    }
}

/// Samples as they are: nothing is lost, and much is stored.
pub(super) fn as_it_is(samples: usize) -> Coded {
    Coded { step: AS_IT_IS, cost: samples * 8 * RAW_BYTES, ..Coded::default() }
}

/// Bytes of a sample that is stored as it is: its time and four numbers.
pub(super) const RAW_BYTES: usize = 20;

/// The fewest bits whose error is at most `tolerance`, in classes near that of `known` if there is one; none where no
/// class comes near enough.
pub(super) fn choose(
    fits: &mut Fits,
    weigh: &Weigh<'_>,
    tolerance: f32,
    known: Option<usize>,
) -> Option<Coded> {
    let classes: Vec<usize> = useful(weigh.samples.len()).collect();
    let place = known.and_then(|class| classes.iter().position(|c| *c == class));
    let mut best: Option<Coded> = None;
    let mut fitted = Vec::new();
    let from = place.map_or(0, |place| place.saturating_sub(AROUND));
    let mut worse = 0;
    for (n, &class) in classes.iter().enumerate().skip(from) {
        if best.is_some() && place.is_some_and(|place| n > place + AROUND) {
            break;
        }
        let fit = fits.get(class);
        let controls = fit.solve(weigh.samples);
        fit.evaluate(&controls, &mut fitted);
        let error = weigh.error(&fitted);
        if error > tolerance {
            continue;
        }
        match quantize(fit, &controls, weigh, tolerance, error, class) {
            Some(coded) if best.as_ref().is_none_or(|b| coded.cost < b.cost) => {
                best = Some(coded);
                worse = 0;
            }
            // More control values than these only cost more.
            Some(_) => worse += 1,
            None => {}
        }
        if worse >= 3 {
            break;
        }
    }
    best
}

/// Whole numbers of the largest step that keeps the error within `tolerance`.
fn quantize(
    fit: &Fit,
    controls: &[[f32; 3]],
    weigh: &Weigh<'_>,
    tolerance: f32,
    error: f32,
    class: usize,
) -> Option<Coded> {
    // Half a step off in each of three numbers, which four neighbours even out somewhat.
    let likely = 2.0 * (tolerance - 0.7 * error).max(0.02 * tolerance) / weigh.factor.max(1e-12);
    let step_of =
        |size: f32| ((LARGEST_STEP - size.log2()) * 4.0).ceil().clamp(0.0, STEPS as f32 - 1.0) as u32;
    let mut step = step_of(likely);
    let mut best = None;
    for _ in 0..12 {
        let coded = at_step(fit, controls, step, class);
        let fits = coded.as_ref().is_some_and(|coded| weigh.error(&coded.values) <= tolerance);
        match (fits, best.is_some()) {
            (true, _) => {
                best = coded;
                if step == 0 {
                    break;
                }
                step -= 1;
            }
            (false, true) => break,
            (false, false) => {
                step += 1;
                if step >= STEPS {
                    break;
                }
            }
        }
    }
    best
}

/// None where the numbers would need too many bits.
fn at_step(fit: &Fit, controls: &[[f32; 3]], step: u32, class: usize) -> Option<Coded> {
    let size = step_size(step);
    let inverse = 1.0 / size;
    let mut whole = Vec::with_capacity(controls.len());
    let (mut low, mut high) = ([0i32; 3], [0i32; 3]);
    for control in controls {
        let mut row = [0i32; 3];
        for c in 0..3 {
            row[c] = (control[c] * inverse).round() as i32;
            low[c] = low[c].min(row[c]);
            high[c] = high[c].max(row[c]);
        }
        whole.push(row);
    }
    let mut bits = [0u32; 3];
    for c in 0..3 {
        // As many as hold both ends around zero.
        let reach = (low[c].unsigned_abs().saturating_sub(1)).max(high[c].unsigned_abs());
        bits[c] = match (low[c], high[c]) {
            (0, 0) => 0,
            _ => 33 - reach.leading_zeros(),
        };
        if bits[c] > MOST_BITS {
            return None;
        }
    }
    let halves = bits.map(half);
    let controls: Vec<[u32; 3]> = whole
        .iter()
        .map(|row| std::array::from_fn(|c| row[c].wrapping_add_unsigned(halves[c]) as u32))
        .collect();
    let values = fit
        .weights
        .iter()
        .map(|w| {
            blend(w, bits, size, |k| controls.get(w.first as usize + k).copied().unwrap_or_default())
                .to_array()
        })
        .collect();
    let cost = controls.len() * bits.iter().sum::<u32>() as usize;
    Some(Coded { class, step, bits, controls, values, cost })
}
