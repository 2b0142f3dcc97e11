//! One channel in one segment as whole numbers: how few of how few bits stay within a tolerance.

use super::basis::{STRAIGHT, STRAIGHT_FINE, blend, count, half, is_straight, useful};
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

/// Classes that cost more than the best one, after which no further one is tried.
const ENOUGH: usize = 2;

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
    /// Which of them lie midway between frames and do not count.
    pub(super) midway: &'a [bool],
    /// Metres per unit of difference.
    pub(super) factor: f32,
}

impl Weigh<'_> {
    fn is_free(&self, n: usize) -> bool {
        self.midway.get(n).is_some_and(|midway| *midway)
    }

    /// The largest displacement of all samples.
    fn error(&self, values: &[[f32; 3]]) -> f32 {
        let mut worst = 0.0f32;
        for (n, ((a, b), shrink)) in self.samples.iter().zip(values).zip(self.shrinks).enumerate() {
            if self.is_free(n) {
                continue;
            }
            let d = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
            let square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
            worst = worst.max(square / (shrink * shrink));
        }
        worst.sqrt() * self.factor
    }
}

/// The fits of one set of phases, made when they are first wanted.
pub(super) struct Fits {
    /// Samples of the segment, and the phases that count.
    samples: usize,
    phases: Vec<f32>,
    midway: Vec<bool>,
    /// The longest way between neighbouring phases.
    gap: f32,
    fits: Vec<Option<Fit>>,
}

impl Fits {
    pub(super) fn new() -> Self {
        Self { samples: 0, phases: Vec::new(), midway: Vec::new(), gap: 0.0, fits: Vec::new() }
    }

    /// Makes ready for a segment of `samples` samples whose values at these phases count.
    /// Those that lie midway between frames hold curves loosely.
    pub(super) fn set_phases(&mut self, samples: usize, phases: Vec<f32>, midway: &[bool]) {
        if self.phases != phases || self.samples != samples || self.midway != midway {
            self.fits = (0..super::basis::CLASSES).map(|_| None).collect();
            self.gap = phases.array_windows::<2>().map(|[a, b]| b - a).fold(0.0, f32::max);
            (self.samples, self.phases, self.midway) = (samples, phases, midway.to_vec());
        }
    }

    /// Whether there is a phase at least as often as a curve of the class may bend, so that none of it runs free.
    fn holds(&self, class: usize) -> bool {
        let spans = count(class, self.samples).saturating_sub(if is_straight(class) { 1 } else { 3 });
        self.gap * spans as f32 <= 1.01
    }

    pub(super) fn phases(&self) -> &[f32] {
        &self.phases
    }

    fn get(&mut self, class: usize) -> &Fit {
        let (phases, midway, samples) = (&self.phases, &self.midway, self.samples);
        self.fits[class].get_or_insert_with(|| Fit::new(phases, midway, class, samples))
    }
}

/// Samples as they are: nothing is lost, and much is stored.
pub(super) fn as_it_is(samples: usize) -> Coded {
    Coded { step: AS_IT_IS, cost: samples * 8 * RAW_BYTES, ..Coded::default() }
}

/// Bytes of a sample that is stored as it is: its time and four numbers.
pub(super) const RAW_BYTES: usize = 20;

/// What a channel's fits came to in a segment, by class; they are the same whatever the tolerance.
#[derive(Default)]
pub(super) struct Fitted {
    known: Vec<Option<Known>>,
    /// The class that was best last.
    best: Option<usize>,
}

/// Control values of a class.
#[derive(Clone)]
struct Known {
    controls: Vec<[f32; 3]>,
    error: f32,
    /// The last tolerance, and the step that was found for it.
    step: Option<(f32, u32)>,
}

impl Fitted {
    fn get(&mut self, fits: &mut Fits, weigh: &Weigh<'_>, class: usize) -> &mut Known {
        if self.known.len() <= class {
            self.known.resize(super::basis::CLASSES, None);
        }
        self.known[class].get_or_insert_with(|| {
            let fit = fits.get(class);
            let controls = fit.solve(weigh.samples);
            let mut values = Vec::with_capacity(weigh.samples.len());
            fit.evaluate(&controls, &mut values);
            let error = weigh.error(&values);
            Known { controls, error, step: None }
        })
    }
}

/// The fewest bits whose error is at most `tolerance`: a smooth curve of a class near the one that was best before if
/// there is one, straight lines, or samples as they are where nothing else comes near enough.
pub(super) fn choose(fits: &mut Fits, fitted: &mut Fitted, weigh: &Weigh<'_>, tolerance: f32) -> Coded {
    if tolerance <= 0.0 {
        return as_it_is(fits.samples);
    }
    let smooth = match fitted.best {
        None => search(fits, fitted, weigh, tolerance, None),
        near => search(fits, fitted, weigh, tolerance, near)
            .or_else(|| search(fits, fitted, weigh, tolerance, None)),
    };
    fitted.best = smooth.as_ref().map(|coded| coded.class);
    let held = [STRAIGHT, STRAIGHT_FINE].into_iter().filter(|class| fits.holds(*class));
    let straight = held.collect::<Vec<_>>().into_iter().find_map(|class| {
        let known = fitted.get(fits, weigh, class);
        (known.error <= tolerance)
            .then(|| quantize(fits.get(class), known, weigh, tolerance, class))
            .flatten()
    });
    let best = smooth.into_iter().chain(straight).min_by_key(|coded| coded.cost);
    best.unwrap_or_else(|| as_it_is(fits.samples))
}

fn search(
    fits: &mut Fits,
    fitted: &mut Fitted,
    weigh: &Weigh<'_>,
    tolerance: f32,
    near: Option<usize>,
) -> Option<Coded> {
    let classes: Vec<usize> = useful(fits.samples).filter(|class| fits.holds(*class)).collect();
    let place = near.and_then(|class| classes.iter().position(|c| *c == class));
    let from = match place {
        Some(place) => place.saturating_sub(AROUND),
        // More control values come nearer, nearly always.
        None => classes.partition_point(|class| fitted.get(fits, weigh, *class).error > tolerance),
    };
    let mut best: Option<Coded> = None;
    let mut worse = 0;
    for (n, &class) in classes.iter().enumerate().skip(from) {
        if best.is_some() && place.is_some_and(|place| n > place + AROUND) {
            break;
        }
        let known = fitted.get(fits, weigh, class);
        if known.error > tolerance {
            continue;
        }
        match quantize(fits.get(class), known, weigh, tolerance, class) {
            Some(coded) if best.as_ref().is_none_or(|b| coded.cost < b.cost) => {
                best = Some(coded);
                worse = 0;
            }
            // More control values than these only cost more.
            Some(_) => worse += 1,
            None => {}
        }
        if worse >= ENOUGH {
            break;
        }
    }
    best
}

/// Whole numbers of the largest step that keeps the error within `tolerance`.
fn quantize(fit: &Fit, known: &mut Known, weigh: &Weigh<'_>, tolerance: f32, class: usize) -> Option<Coded> {
    let (controls, error) = (&known.controls, known.error);
    // Half a step off in each of three numbers, which four neighbours even out somewhat.
    let likely = 2.0 * (tolerance - 0.7 * error).max(0.02 * tolerance) / weigh.factor.max(1e-12);
    let step_of =
        |size: f32| ((LARGEST_STEP - size.log2()) * 4.0).ceil().clamp(0.0, STEPS as f32 - 1.0) as u32;
    let mut step = match known.step {
        Some((before, step)) => {
            let finer = ((before / tolerance).log2() * 4.0).round() as i32;
            step.saturating_add_signed(finer).min(STEPS - 1)
        }
        None => step_of(likely),
    };
    let (mut best, mut trial) = (Coded::default(), Coded { class, ..Coded::default() });
    let mut found = false;
    for _ in 0..12 {
        if at_step(fit, controls, step, weigh, tolerance, &mut trial) {
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
    known.step = found.then_some((tolerance, best.step));
    found.then_some(best)
}

/// Sets `coded` to whole numbers of a step; not where they would need too many bits or are further off than `tolerance`.
fn at_step(
    fit: &Fit,
    controls: &[[f32; 3]],
    step: u32,
    weigh: &Weigh<'_>,
    tolerance: f32,
    coded: &mut Coded,
) -> bool {
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
    let allowed = (tolerance / weigh.factor.max(1e-12)).powi(2);
    let each = fit.weights.iter().zip(weigh.samples.iter().zip(weigh.shrinks));
    for (n, (w, (sample, shrink))) in each.enumerate() {
        let row = |k: usize| coded.controls.get(w.first as usize + k).copied().unwrap_or_default();
        let value = blend(w, coded.bits, size, row);
        let off = value.distance_squared((*sample).into());
        if off > allowed * shrink * shrink && !weigh.is_free(n) {
            return false;
        }
        coded.values.push(value.to_array());
    }
    coded.cost = coded.controls.len() * coded.bits.iter().sum::<u32>() as usize;
    true
}
