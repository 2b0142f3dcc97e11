//! Search for the fewest bits for one channel in one segment within a tolerance.

use super::curve::Curve;
use super::least_squares::LeastSquares;
use super::segment::SegmentValues;
use glam::Vec4;
use sinew::internal::clip_format::{
    basis::{CLASSES, STRAIGHT, STRAIGHT_FINE, count, is_straight, useful},
    quantization::{Encoding, STEPS, UNCOMPRESSED},
};

/// Number of neighbouring classes, on either side, that are tried for a cheaper encoding.
const NEAR: usize = 2;

/// Number of more expensive classes after which the search ends.
const ENOUGH: usize = 2;

/// Allowed factor between the quantized and the unquantized error where the curve misses its tolerance
/// anyway.
const CLOSE: f32 = 1.1;

/// Largest quantization step, in tolerances.
const LARGEST_STEP: f32 = 3.0;

/// Number of steps tried for a class.
const TRIES: usize = 12;

/// Least-squares fits of one segment, made on first use.
#[derive(Default)]
pub(crate) struct SegmentFits {
    /// Samples of the segment, and the measured phases.
    samples: usize,
    phases: Vec<f32>,
    midway: Vec<bool>,
    /// Whether the segment has no measured times beyond its samples and their midpoints.
    is_exact: bool,
    fits: Vec<Option<LeastSquares>>,
    /// Usable smooth and straight classes, by ascending number of control values.
    smooth: Vec<usize>,
    straight: Vec<usize>,
}

impl SegmentFits {
    /// Prepares for a segment of `samples` samples that is measured at `phases`. Values midway between frames
    /// hold the curves loosely.
    pub(crate) fn set_phases(&mut self, samples: usize, phases: Vec<f32>, midway: &[bool]) {
        self.is_exact = phases.len() < 2 * samples;
        if self.phases == phases && self.samples == samples && self.midway == midway {
            return;
        }
        self.fits = (0..CLASSES).map(|_| None).collect();
        // Too many control values for the gaps between phases would let a curve run free.
        let gap = phases.array_windows::<2>().map(|[a, b]| b - a).fold(0.0, f32::max);
        let holds = |class: &usize| {
            let spans = count(*class, samples).saturating_sub(if is_straight(*class) { 1 } else { 3 });
            gap * spans as f32 <= 1.01
        };
        self.smooth = useful(samples).filter(holds).collect();
        // Straight lines may have vertices at which the source is known to be straight too.
        let (straight, is_exact) = ([STRAIGHT, STRAIGHT_FINE].into_iter(), self.is_exact);
        self.straight = straight.filter(|class| !is_exact || holds(class)).collect();
        (self.samples, self.phases, self.midway) = (samples, phases, midway.to_vec());
    }

    /// Whether only samples and their midpoints are measured: unquantized samples are near enough then.
    pub(crate) fn is_exact(&self) -> bool {
        self.is_exact
    }

    pub(crate) fn phases(&self) -> &[f32] {
        &self.phases
    }

    fn get(&mut self, class: usize) -> &LeastSquares {
        let (phases, midway, samples) = (&self.phases, &self.midway, self.samples);
        self.fits[class].get_or_insert_with(|| LeastSquares::new(phases, midway, class, samples))
    }
}

/// Encoder of one channel in one segment. Its curves do not depend on the tolerance and are kept.
#[derive(Default)]
pub(crate) struct ChannelEncoder {
    segment_values: SegmentValues,
    /// Largest magnitude of each component.
    reach: [f32; 3],
    /// Metres per unit of difference.
    factor: f32,
    curves: Vec<Curve>,
    /// Best class of the last search.
    best: Option<usize>,
}

impl ChannelEncoder {
    /// Starts another segment.
    pub(crate) fn enter(&mut self, segment_values: SegmentValues, factor: f32) {
        let farthest = segment_values.measured.iter().fold(Vec4::ZERO, |far, v| far.max(v.abs()));
        (self.segment_values, self.factor, self.reach) =
            (segment_values, factor, farthest.truncate().to_array());
        self.curves.resize_with(CLASSES, Curve::default);
        self.curves.iter_mut().for_each(|curve| curve.is_known = false);
        self.best = None;
    }

    pub(crate) fn reference(&self) -> u64 {
        self.segment_values.reference
    }

    /// Encoding with the fewest bits whose error is at most `tolerance`: a smooth curve (near the last best
    /// class, if there is one), straight lines, or unquantized samples where nothing else comes near enough.
    pub(crate) fn choose(&mut self, fits: &mut SegmentFits, tolerance: f32) -> Encoding {
        if tolerance <= 0.0 {
            return Encoding::uncompressed(fits.samples);
        }
        let mut best = self.search(fits, tolerance);
        self.best = best.as_ref().map(|code| code.class);
        for n in 0..fits.straight.len() {
            let class = fits.straight[n];
            self.improve(fits, tolerance, class, &mut best);
            if self.curve(fits, class).error <= tolerance {
                break;
            }
        }
        match best {
            Some(code) => self.nearest(fits, code),
            None if fits.is_exact => Encoding::uncompressed(fits.samples),
            None => self.closest(fits),
        }
    }

    /// Nearest encoding among the classes with the most control values, however large its error.
    fn closest(&mut self, fits: &mut SegmentFits) -> Encoding {
        let mut classes = fits.straight.clone();
        classes.extend(fits.smooth.last());
        let errors = classes.into_iter().map(|class| (self.curve(fits, class).error, class));
        let best = errors.min_by(|a, b| a.0.total_cmp(&b.0));
        let code = best.and_then(|(error, class)| self.coarsest(fits, error * CLOSE, class, usize::MAX));
        code.unwrap_or_else(|| Encoding::uncompressed(fits.samples))
    }

    /// Decoded values at the measured times; nothing for unquantized samples.
    pub(crate) fn read(&mut self, fits: &mut SegmentFits, code: &Encoding, output: impl FnMut(Vec4)) {
        if code.step != UNCOMPRESSED {
            self.curves[code.class].read(
                code,
                fits.get(code.class),
                self.segment_values.all_measured,
                output,
            );
        }
    }

    /// Error of an encoding's curve before quantization, metres.
    pub(crate) fn off(&self, code: &Encoding) -> f32 {
        self.curves.get(code.class).filter(|curve| curve.is_known).map_or(0.0, |curve| curve.error)
    }

    /// Quantized control values of an encoding.
    pub(crate) fn controls(&mut self, code: &Encoding) -> Vec<[u32; 3]> {
        match code.step {
            UNCOMPRESSED => Vec::new(),
            _ => self.curves[code.class].controls(code),
        }
    }

    fn curve(&mut self, fits: &mut SegmentFits, class: usize) -> &mut Curve {
        let curve = &mut self.curves[class];
        if !curve.is_known {
            curve.fit(fits.get(class), &self.segment_values, self.factor);
        }
        curve
    }

    /// Searches the smooth classes, upwards from the last best one, then downwards.
    fn search(&mut self, fits: &mut SegmentFits, tolerance: f32) -> Option<Encoding> {
        let count = fits.smooth.len();
        let position = self.best.and_then(|class| fits.smooth.iter().position(|c| *c == class));
        let mut from = position.unwrap_or(count);
        if from >= count || self.curve(fits, fits.smooth[from]).error > tolerance {
            from = self.first_within(fits, tolerance, (from + 1).min(count));
        }
        let mut best: Option<Encoding> = None;
        let mut worse = 0;
        let enough = if position.is_some() { 1 } else { ENOUGH };
        let (up, down) = (from..count, (0..from).rev());
        for n in up {
            if !self.improve(fits, tolerance, fits.smooth[n], &mut best) && best.is_some() {
                worse += 1;
            }
            if worse >= enough {
                break;
            }
        }
        worse = 0;
        for n in down {
            // Fewer control values hardly ever come nearer.
            if self.improve(fits, tolerance, fits.smooth[n], &mut best) {
                worse = 0;
            } else {
                worse += 1;
            }
            if worse >= enough || self.curves[fits.smooth[n]].error > tolerance {
                break;
            }
        }
        best
    }

    /// Tries a class, and keeps it if it costs less than the best one so far.
    fn improve(
        &mut self,
        fits: &mut SegmentFits,
        tolerance: f32,
        class: usize,
        best: &mut Option<Encoding>,
    ) -> bool {
        let known = best.map_or(usize::MAX, |code| code.cost);
        if self.least_cost(count(class, fits.samples), tolerance) >= known {
            return false;
        }
        let better = self.coarsest(fits, tolerance, class, known);
        *best = better.or(*best);
        better.is_some()
    }

    /// Lower bound of the bits for so many control values: their range is about that of the samples, and the
    /// step is at most [`LARGEST_STEP`] tolerances.
    fn least_cost(&self, rows: usize, tolerance: f32) -> usize {
        let size = LARGEST_STEP * tolerance / self.factor.max(1e-12);
        let bits = self.reach.map(|reach| {
            let whole = (reach / size) as u32;
            if whole == 0 { 0 } else { 1 + whole.ilog2() }
        });
        rows * bits.iter().sum::<u32>() as usize
    }

    /// First smooth class within the tolerance, by bisection: more control values nearly always come nearer.
    fn first_within(&mut self, fits: &mut SegmentFits, tolerance: f32, from: usize) -> usize {
        let (mut from, mut to) = (if from < fits.smooth.len() { from } else { 0 }, fits.smooth.len());
        while from < to {
            let middle = from.midpoint(to);
            let class = fits.smooth[middle];
            match self.curve(fits, class).error > tolerance {
                true => from = middle + 1,
                false => to = middle,
            }
        }
        from
    }

    /// Encoding of a class with the largest step within `tolerance`, if it costs less than `known`.
    fn coarsest(
        &mut self,
        fits: &mut SegmentFits,
        tolerance: f32,
        class: usize,
        known: usize,
    ) -> Option<Encoding> {
        if self.curve(fits, class).error > tolerance {
            return None;
        }
        let (fit, factor) = (fits.get(class), self.factor);
        let (curve, segment_values) = (&mut self.curves[class], &self.segment_values);
        for _ in 0..TRIES {
            let [held, missed] = curve.tried(tolerance);
            let coarser = held.map_or(STEPS, |(step, _)| step);
            let finer = missed.map_or(0, |(step, _)| step + 1);
            if coarser <= finer {
                break;
            }
            let likely = match (held, missed) {
                (Some(_), Some(_)) => finer.midpoint(coarser),
                (other, None) | (None, other) => curve.likely_step(tolerance, other, factor),
            };
            // Finer steps cost more than the best class so far.
            let code = curve.finest(class, likely.clamp(finer, coarser - 1), known)?;
            if code.step < finer {
                return None;
            }
            curve.off(&code, fit, segment_values, factor);
        }
        let (step, _) = curve.tried(tolerance)[0]?;
        curve.code(class, step).filter(|code| code.cost < known)
    }

    /// Nearest encoding that costs less than `code` and is no further off than `max`.
    pub(crate) fn cheaper(&mut self, fits: &mut SegmentFits, code: &Encoding, max: f32) -> Option<Encoding> {
        if code.step == UNCOMPRESSED {
            return None;
        }
        let position = fits.smooth.iter().position(|class| *class == code.class);
        let from = position.map_or(0, |position| position.saturating_sub(NEAR));
        let to = position.map_or(0, |position| (position + NEAR + 1).min(fits.smooth.len()));
        let near = (from..to).map(|n| fits.smooth[n]);
        let classes: Vec<usize> = near.chain(fits.straight.iter().copied()).collect();
        let mut best: Option<(f32, Encoding)> = None;
        for class in classes {
            if !self.curves[class].is_known || self.curves[class].error > max {
                continue;
            }
            let from = (code.step + 8).min(STEPS - 1);
            let Some(encoding) = self.curves[class].finest(class, from, code.cost) else { continue };
            let off = self.curves[class].off(&encoding, fits.get(class), &self.segment_values, self.factor);
            if off <= best.map_or(max, |best| best.0) {
                best = Some((off, encoding));
            }
        }
        best.map(|(_, code)| code)
    }

    /// Nearest encoding among finer steps of the same cost.
    fn nearest(&mut self, fits: &mut SegmentFits, code: Encoding) -> Encoding {
        let (fit, factor) = (fits.get(code.class), self.factor);
        let (curve, segment_values) = (&mut self.curves[code.class], &self.segment_values);
        let mut best = (curve.off(&code, fit, segment_values, factor), code);
        for step in (code.step + 1..STEPS).take(if code.cost > 0 { 3 } else { 0 }) {
            let Some(finer) = curve.code(code.class, step).filter(|finer| finer.cost == code.cost) else {
                break;
            };
            let off = curve.off(&finer, fit, segment_values, factor);
            if off < best.0 {
                best = (off, finer);
            }
        }
        best.1
    }
}
