//! One channel in one segment as whole numbers: how few of how few bits stay within a tolerance.

use super::basis::{blend, count, half, useful};
use super::fit::Fit;

/// Steps are powers of two in quarters, from 2^8 down.
const LARGEST_STEP: f32 = 8.0;

/// As many steps there are; the number after the last marks samples that are stored as they are.
const STEPS: u32 = 127;
pub(super) const AS_IT_IS: u32 = STEPS;

/// Control values have no more bits.
pub(super) const MOST_BITS: u32 = 24;

/// Classes tried around the one that was best before.
const AROUND: usize = 3;

/// Quarters of a power of two.
pub(super) const QUARTERS: [f32; 4] = [1.0, 0.840_896_4, std::f32::consts::FRAC_1_SQRT_2, 0.594_603_54];

/// The distance between neighbouring numbers.
#[inline(always)]
pub(super) fn step_size(step: u32) -> f32 {
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
fn as_it_is(samples: usize) -> Coded {
    Coded { step: AS_IT_IS, cost: samples * 8 * RAW_BYTES, ..Coded::default() }
}

/// Bytes of a sample that is stored as it is: its time and four numbers.
pub(super) const RAW_BYTES: usize = 20;

/// What a channel's fits came to in a segment, by class; they are the same whatever the tolerance.
#[derive(Default)]
pub(super) struct Fitted {
    known: Vec<Option<(Vec<[f32; 3]>, f32)>>,
    /// The class that was best last.
    best: Option<usize>,
}

impl Fitted {
    /// The control values of a class, and their error.
    fn get(&mut self, fits: &mut Fits, weigh: &Weigh<'_>, class: usize) -> (&[[f32; 3]], f32) {
        if self.known.len() <= class {
            self.known.resize(super::basis::CLASSES, None);
        }
        let (controls, error) = self.known[class].get_or_insert_with(|| {
            let fit = fits.get(class);
            let controls = fit.solve(weigh.samples);
            let mut values = Vec::with_capacity(weigh.samples.len());
            fit.evaluate(&controls, &mut values);
            let error = weigh.error(&values);
            (controls, error)
        });
        (controls, *error)
    }
}

/// The fewest bits whose error is at most `tolerance`, in classes near the one that was best before if there is one;
/// samples as they are where no class comes near enough.
pub(super) fn choose(fits: &mut Fits, fitted: &mut Fitted, weigh: &Weigh<'_>, tolerance: f32) -> Coded {
    let coded = match (tolerance, fitted.best) {
        (0.0, _) => None,
        (_, None) => search(fits, fitted, weigh, tolerance, None),
        (_, near) => search(fits, fitted, weigh, tolerance, near)
            .or_else(|| search(fits, fitted, weigh, tolerance, None)),
    };
    let coded = coded.unwrap_or_else(|| as_it_is(weigh.samples.len()));
    fitted.best = Some(coded.class);
    coded
}

fn search(
    fits: &mut Fits,
    fitted: &mut Fitted,
    weigh: &Weigh<'_>,
    tolerance: f32,
    near: Option<usize>,
) -> Option<Coded> {
    let classes: Vec<usize> = useful(weigh.samples.len()).collect();
    let place = near.and_then(|class| classes.iter().position(|c| *c == class));
    let from = place.map_or(0, |place| place.saturating_sub(AROUND));
    let mut best: Option<Coded> = None;
    let mut worse = 0;
    for (n, &class) in classes.iter().enumerate().skip(from) {
        if best.is_some() && place.is_some_and(|place| n > place + AROUND) {
            break;
        }
        let (controls, error) = fitted.get(fits, weigh, class);
        if error > tolerance {
            continue;
        }
        match quantize(fits.get(class), controls, weigh, tolerance, error, class) {
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
    let (mut best, mut trial) = (Coded::default(), Coded { class, ..Coded::default() });
    let mut found = false;
    for _ in 0..12 {
        if at_step(fit, controls, step, &mut trial) && weigh.error(&trial.values) <= tolerance {
            std::mem::swap(&mut best, &mut trial);
            trial.class = class;
            found = true;
            if step == 0 {
                break;
            }
            step -= 1;
        } else if found || step + 1 >= STEPS {
            break;
        } else {
            step += 1;
        }
    }
    found.then_some(best)
}

/// Sets `coded` to whole numbers of a step; not where they would need too many bits.
fn at_step(fit: &Fit, controls: &[[f32; 3]], step: u32, coded: &mut Coded) -> bool {
    let size = step_size(step);
    let inverse = 1.0 / size;
    let round = |x: f32| (x + 0.5f32.copysign(x)) as i32;
    let (mut low, mut high) = ([0i32; 3], [0i32; 3]);
    for control in controls {
        for c in 0..3 {
            let whole = round(control[c] * inverse);
            low[c] = low[c].min(whole);
            high[c] = high[c].max(whole);
        }
    }
    for c in 0..3 {
        // As many as hold both ends around zero.
        let reach = (low[c].unsigned_abs().saturating_sub(1)).max(high[c].unsigned_abs());
        coded.bits[c] = match (low[c], high[c]) {
            (0, 0) => 0,
            _ => 33 - reach.leading_zeros(),
        };
        if coded.bits[c] > MOST_BITS {
            return false;
        }
    }
    let halves = coded.bits.map(|bits| half(bits) as i32);
    coded.step = step;
    coded.controls.clear();
    coded
        .controls
        .extend(controls.iter().map(|row| [0, 1, 2].map(|c| (round(row[c] * inverse) + halves[c]) as u32)));
    coded.values.clear();
    coded.values.extend(fit.weights.iter().map(|w| {
        let row = |k: usize| coded.controls.get(w.first as usize + k).copied().unwrap_or_default();
        blend(w, coded.bits, size, row).to_array()
    }));
    coded.cost = coded.controls.len() * coded.bits.iter().sum::<u32>() as usize;
    true
}
