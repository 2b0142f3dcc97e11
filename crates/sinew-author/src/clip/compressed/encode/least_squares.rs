//! Least-squares fit of control values to samples, with a small penalty on bending that keeps unsampled
//! control values smooth (P-splines: Eilers and Marx, *Flexible Smoothing with B-splines and Penalties*,
//! 1996).

use glam::{DVec4, Vec4};
use sinew::internal::clip_format::basis::{Weights, count, is_straight};

/// Bandwidth of the normal equations: a control value and the neighbours that it shares samples with.
const BAND: usize = 4;

/// Penalty on second differences; samples have weight 1.
const BENDING: f64 = 1e-7;

/// Weight of values midway between frames; keys have weight 1. Enough to keep the curve from running free
/// there.
const MIDWAY: f64 = 0.003;

/// Least-squares solver for one class and one set of phases.
pub(crate) struct LeastSquares {
    /// Basis weights of all values, and of the values that are not midway between frames.
    weights: Vec<Weights>,
    keyed: Vec<Weights>,
    /// Phases, for classes of straight lines whose vertices do not lie at the phases.
    lines: Option<Vec<f32>>,
    /// Whether the samples determine every control value.
    pub(crate) is_held: bool,
    /// Basis weights times the weight of each value.
    weighted: Vec<[f64; 4]>,
    /// Cholesky factor of the normal equations, by rows: entry d of row i stands in column i - d. Entry 0 is
    /// its reciprocal.
    factor: Vec<[f64; BAND]>,
}

impl LeastSquares {
    /// Prepares the fit for a segment of `samples` samples; there may be more phases than samples. Values
    /// `midway` between frames have little weight.
    pub(crate) fn new(phases: &[f32], midway: &[bool], class: usize, samples: usize) -> Self {
        let weights: Vec<Weights> = phases.iter().map(|phase| Weights::of(class, *phase, samples)).collect();
        let count = count(class, samples);
        let mut normal = vec![[0.0f64; BAND]; count];
        let mut weighted = Vec::with_capacity(weights.len());
        for (w, midway) in weights.iter().zip(midway) {
            let sample_weights = w.weights.map(f64::from);
            let times = sample_weights
                .map(|sample_weights| if *midway { MIDWAY * sample_weights } else { sample_weights });
            // Control values beyond the last have weight 0.
            for (a, row) in normal[w.first as usize..].iter_mut().take(4).enumerate() {
                (0..=a).for_each(|b| row[a - b] += times[a] * sample_weights[b]);
            }
            weighted.push(times);
        }
        // Straight lines have no bending penalty.
        let bends = if is_straight(class) { 0..0 } else { 2..count };
        for i in bends {
            let difference = [1.0, -2.0, 1.0];
            for a in 0..3 {
                for b in 0..=a {
                    normal[i - 2 + a][a - b] += BENDING * difference[a] * difference[b];
                }
            }
        }
        // Keeps the matrix regular where neither samples nor neighbours determine a control value.
        normal.iter_mut().for_each(|row| row[0] += BENDING * 1e-3);
        let keyed = weights.iter().zip(midway).filter(|(_, midway)| !**midway).map(|(w, _)| *w).collect();
        // Even samples and their midpoints are the vertices of the lines themselves.
        let lines = (is_straight(class) && phases.len() >= 2 * samples).then(|| phases.to_vec());
        // Larger gaps between phases leave some control values undetermined.
        let gap = phases.array_windows::<2>().map(|[a, b]| b - a).fold(0.0, f32::max);
        let is_held = lines.is_none() || gap * count as f32 <= 1.0;
        Self { weights, keyed, lines, is_held, weighted, factor: cholesky(normal) }
    }

    /// Basis weights of the measured values: of all, or of those that are not midway between frames.
    pub(crate) fn judged(&self, all: bool) -> &[Weights] {
        if all { &self.weights } else { &self.keyed }
    }

    /// Vertices on the straight lines through the samples. `false` where least squares give the same.
    pub(crate) fn pass_through(&self, samples: &[Vec4], controls: &mut Vec<Vec4>) -> bool {
        let Some(phases) = &self.lines else { return false };
        let last = (self.factor.len() - 1).max(1) as f32;
        controls.clear();
        controls.extend((0..self.factor.len()).map(|n| {
            let phase = n as f32 / last;
            let after = phases.partition_point(|sample| *sample < phase).clamp(1, phases.len() - 1);
            let (from, to) = (phases[after - 1], phases[after]);
            let share = if to > from { ((phase - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 };
            samples[after - 1].lerp(samples[after], share)
        }));
        true
    }

    /// Control values for samples, one sample per phase.
    pub(crate) fn solve(&self, samples: &[Vec4], controls: &mut Vec<Vec4>) {
        let count = self.factor.len();
        // Padding, so that every sample has four control values.
        let mut values = vec![DVec4::ZERO; count + BAND];
        for ((w, weighted), sample) in self.weights.iter().zip(&self.weighted).zip(samples) {
            let sample = sample.as_dvec4();
            for (value, weighted) in values[w.first as usize..].iter_mut().zip(weighted) {
                *value += sample * *weighted;
            }
        }
        for i in 0..count {
            let mut value = values[i];
            for d in 1..BAND.min(i + 1) {
                value -= values[i - d] * self.factor[i][d];
            }
            values[i] = value * self.factor[i][0];
        }
        // The padding takes no part in the back substitution.
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

/// Lower Cholesky factor of a positive definite band matrix; its diagonal holds reciprocals.
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
    use sinew::internal::clip_format::basis::useful;
    use test_needs::cases;

    /// Largest distance of the fitted curve from its samples.
    fn off(fit: &LeastSquares, values: &[Vec4]) -> f32 {
        let mut controls = Vec::new();
        fit.solve(values, &mut controls);
        controls.extend([Vec4::ZERO; 4]);
        let at = |w: &Weights| (0..4).map(|k| controls[w.first as usize + k] * w.weights[k]).sum::<Vec4>();
        fit.judged(true).iter().zip(values).map(|(w, v)| at(w).distance(*v)).fold(0.0, f32::max)
    }

    #[test]
    fn the_largest_count_passes_through_every_sample() {
        for mut random in cases(5) {
            let samples = [2usize, 3, 4, 9, 33][random.seed() % 5];
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
