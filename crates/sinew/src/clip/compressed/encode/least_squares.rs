//! Control values that come nearest to samples: least squares, with so small a price on bending that values which no
//! sample asks for stay smooth (P-splines: Eilers and Marx, *Flexible Smoothing with B-splines and Penalties*, 1996).

use crate::clip::compressed::format::basis::{Weights, count, is_straight};
use glam::{DVec4, Vec4};

/// Neighbours that a control value shares samples with, and itself.
const BAND: usize = 4;

/// The price on second differences, against samples that count 1.
const BENDING: f64 = 1e-7;

/// What a value midway between frames counts, against keys that count 1: enough for curves not to run free there.
const MIDWAY: f64 = 0.003;

/// Solves for control values of one class in one set of phases.
pub(crate) struct LeastSquares {
    /// Where each value is taken from, and where each of those that are not midway between frames.
    weights: Vec<Weights>,
    keyed: Vec<Weights>,
    /// The phases, where values are joined by straight lines and phases lie elsewhere than those values.
    lines: Option<Vec<f32>>,
    /// Whether least squares hold all values.
    pub(crate) is_held: bool,
    /// The weights once more, by how much each value counts.
    counted: Vec<[f64; 4]>,
    /// Cholesky factor of the normal equations, by rows: entry d of row i stands in column i - d. Entry 0 is one over it.
    factor: Vec<[f64; BAND]>,
}

impl LeastSquares {
    /// Of a segment of `samples` samples; there may be more phases than samples.
    /// Those that are `midway` between frames count little.
    pub(crate) fn new(phases: &[f32], midway: &[bool], class: usize, samples: usize) -> Self {
        let weights: Vec<Weights> = phases.iter().map(|phase| Weights::of(class, *phase, samples)).collect();
        let count = count(class, samples);
        let mut normal = vec![[0.0f64; BAND]; count];
        let mut counted = Vec::with_capacity(weights.len());
        for (w, midway) in weights.iter().zip(midway) {
            let own = w.weights.map(f64::from);
            let times = own.map(|own| if *midway { MIDWAY * own } else { own });
            // Values beyond the last have no weight.
            for (a, row) in normal[w.first as usize..].iter_mut().take(4).enumerate() {
                (0..=a).for_each(|b| row[a - b] += times[a] * own[b]);
            }
            counted.push(times);
        }
        // Straight lines may bend.
        let bends = if is_straight(class) { 0..0 } else { 2..count };
        for i in bends {
            let difference = [1.0, -2.0, 1.0];
            for a in 0..3 {
                for b in 0..=a {
                    normal[i - 2 + a][a - b] += BENDING * difference[a] * difference[b];
                }
            }
        }
        // Values that neither samples nor neighbours hold.
        normal.iter_mut().for_each(|row| row[0] += BENDING * 1e-3);
        let keyed = weights.iter().zip(midway).filter(|(_, midway)| !**midway).map(|(w, _)| *w).collect();
        // Even samples and places midway are where lines bend, as many as there are.
        let lines = (is_straight(class) && phases.len() >= 2 * samples).then(|| phases.to_vec());
        // Phases further apart than they hold some of them not at all.
        let gap = phases.array_windows::<2>().map(|[a, b]| b - a).fold(0.0, f32::max);
        let is_held = lines.is_none() || gap * count as f32 <= 1.0;
        Self { weights, keyed, lines, is_held, counted, factor: cholesky(normal) }
    }

    /// Where values are taken from: all of them, or those that are not midway between frames.
    pub(crate) fn judged(&self, all: bool) -> &[Weights] {
        if all { &self.weights } else { &self.keyed }
    }

    /// Control values on the lines that join samples, one for each phase; none where least squares give the same.
    pub(crate) fn pass_through(&self, samples: &[Vec4], controls: &mut Vec<Vec4>) -> bool {
        let Some(phases) = &self.lines else { return false };
        let last = (self.factor.len() - 1).max(1) as f32;
        controls.clear();
        controls.extend((0..self.factor.len()).map(|n| {
            let phase = n as f32 / last;
            let after = phases.partition_point(|own| *own < phase).clamp(1, phases.len() - 1);
            let (from, to) = (phases[after - 1], phases[after]);
            let share = if to > from { ((phase - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 };
            samples[after - 1].lerp(samples[after], share)
        }));
        true
    }

    /// Control values for samples, one for each phase.
    pub(crate) fn solve(&self, samples: &[Vec4], controls: &mut Vec<Vec4>) {
        let count = self.factor.len();
        // Some more, so that all samples have four.
        let mut values = vec![DVec4::ZERO; count + BAND];
        for ((w, counted), sample) in self.weights.iter().zip(&self.counted).zip(samples) {
            let sample = sample.as_dvec4();
            for (value, counted) in values[w.first as usize..].iter_mut().zip(counted) {
                *value += sample * *counted;
            }
        }
        for i in 0..count {
            let mut value = values[i];
            for d in 1..BAND.min(i + 1) {
                value -= values[i - d] * self.factor[i][d];
            }
            values[i] = value * self.factor[i][0];
        }
        // Those behind the last have no part in it.
        values[count..].fill(DVec4::ZERO);
        for i in (0..count).rev() {
            let mut value = values[i];
            for d in 1..BAND.min(count - i) {
                value -= values[i + d] * self.factor[i + d][d];
            }
            values[i] = value * self.factor[i][0];
        }
        controls.clear();
        controls.extend(values[..count].iter().map(|value| value.as_vec4()));
    }
}

/// The lower factor of a positive definite band matrix; its diagonal holds one over what stands there.
fn cholesky(mut rows: Vec<[f64; BAND]>) -> Vec<[f64; BAND]> {
    for i in 0..rows.len() {
        for d in (0..BAND.min(i + 1)).rev() {
            let j = i - d;
            let mut sum = rows[i][d];
            for k in 1..BAND {
                if k <= j && d + k < BAND {
                    sum -= rows[i][d + k] * rows[j][k];
                }
            }
            rows[i][d] = if d == 0 { 1.0 / sum.max(1e-30).sqrt() } else { sum * rows[j][0] };
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clip::compressed::format::basis::useful;

    /// The largest distance of the curve from what it was made for.
    fn off(fit: &LeastSquares, values: &[Vec4]) -> f32 {
        let mut controls = Vec::new();
        fit.solve(values, &mut controls);
        controls.extend([Vec4::ZERO; 4]);
        let at = |w: &Weights| (0..4).map(|k| controls[w.first as usize + k] * w.weights[k]).sum::<Vec4>();
        fit.judged(true).iter().zip(values).map(|(w, v)| at(w).distance(*v)).fold(0.0, f32::max)
    }

    #[test]
    fn the_largest_count_passes_through_every_sample() {
        let mut random = fastrand::Rng::with_seed(3);
        for samples in [2usize, 3, 4, 9, 33] {
            let phases: Vec<f32> = (0..samples).map(|i| i as f32 / (samples - 1) as f32).collect();
            let values: Vec<Vec4> =
                (0..samples).map(|_| Vec4::from_array([0; 4].map(|_| random.f32() - 0.5))).collect();
            let class = useful(samples).next_back().unwrap();
            let fit = LeastSquares::new(&phases, &[false; 40][..phases.len()], class, samples);
            assert!(off(&fit, &values) < 1e-4, "{samples}: {}", off(&fit, &values));
        }
    }

    #[test]
    fn cubics_need_four_values() {
        let phases: Vec<f32> = (0..20).map(|i| i as f32 / 19.0).collect();
        let cubic = |u: f32| Vec4::new(u * u * u - u, 2.0 * u * u, 0.3, 0.0);
        let values: Vec<Vec4> = phases.iter().map(|u| cubic(*u)).collect();
        let fit = LeastSquares::new(&phases, &[false; 20], 3, phases.len());
        assert!(off(&fit, &values) < 1e-5, "{}", off(&fit, &values));
    }
}
