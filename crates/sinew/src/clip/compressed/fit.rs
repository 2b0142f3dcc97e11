//! Control values that come nearest to samples: least squares, with so small a price on bending that values which no
//! sample asks for stay smooth (P-splines: Eilers and Marx, *Flexible Smoothing with B-splines and Penalties*, 1996).

use super::basis::{Weights, count, is_straight};

/// Neighbours that a control value shares samples with, and itself.
const BAND: usize = 4;

/// The price on second differences, against samples that count 1.
const BENDING: f64 = 1e-7;

/// What a value midway between frames counts, against keys that count 1: enough for curves not to run free there.
const MIDWAY: f64 = 0.003;

/// Solves for control values of one class in one set of phases.
pub(super) struct Fit {
    /// Where each sample takes its value from.
    pub(super) weights: Vec<Weights>,
    /// And how much it counts.
    counts: Vec<f64>,
    /// Cholesky factor of the normal equations, by rows: entry d of row i stands in column i - d.
    factor: Vec<[f64; BAND]>,
}

impl Fit {
    /// Of a segment of `samples` samples; there may be more phases than samples.
    /// Those that are `midway` between frames count little.
    pub(super) fn new(phases: &[f32], midway: &[bool], class: usize, samples: usize) -> Self {
        let weights: Vec<Weights> = phases.iter().map(|phase| Weights::of(class, *phase, samples)).collect();
        let count = count(class, samples);
        let mut normal = vec![[0.0f64; BAND]; count];
        let counts: Vec<f64> = midway.iter().map(|midway| if *midway { MIDWAY } else { 1.0 }).collect();
        for (w, counts) in weights.iter().zip(&counts) {
            for a in 0..4 {
                for b in 0..=a {
                    let product = counts * f64::from(w.weights[a] * w.weights[b]);
                    let row = w.first as usize + a;
                    if product != 0.0 {
                        normal[row][a - b] += product;
                    }
                }
            }
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
        Self { weights, counts, factor: cholesky(normal) }
    }

    /// Control values for samples of three numbers each.
    pub(super) fn solve(&self, samples: &[[f32; 3]]) -> Vec<[f32; 3]> {
        let count = self.factor.len();
        let mut values = vec![[0.0f64; 3]; count];
        for ((w, counts), sample) in self.weights.iter().zip(&self.counts).zip(samples) {
            for (k, weight) in w.weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
                let value = &mut values[w.first as usize + k];
                for c in 0..3 {
                    value[c] += counts * f64::from(*weight) * f64::from(sample[c]);
                }
            }
        }
        for i in 0..count {
            for d in 1..BAND.min(i + 1) {
                let below = values[i - d];
                for c in 0..3 {
                    values[i][c] -= self.factor[i][d] * below[c];
                }
            }
            values[i].iter_mut().for_each(|v| *v /= self.factor[i][0]);
        }
        for i in (0..count).rev() {
            for d in 1..BAND.min(count - i) {
                let above = values[i + d];
                for c in 0..3 {
                    values[i][c] -= self.factor[i + d][d] * above[c];
                }
            }
            values[i].iter_mut().for_each(|v| *v /= self.factor[i][0]);
        }
        values.into_iter().map(|v| v.map(|x| x as f32)).collect()
    }

    /// The spline of control values at each phase.
    pub(super) fn evaluate(&self, values: &[[f32; 3]], out: &mut Vec<[f32; 3]>) {
        out.clear();
        out.extend(self.weights.iter().map(|w| {
            let mut sum = [0.0f32; 3];
            for (weight, value) in w.weights.iter().zip(&values[w.first as usize..]) {
                for c in 0..3 {
                    sum[c] += weight * value[c];
                }
            }
            sum
        }));
    }
}

/// The lower factor of a positive definite band matrix.
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
            rows[i][d] = if d == 0 { sum.max(1e-30).sqrt() } else { sum / rows[j][0] };
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::super::basis::useful;
    use super::*;

    #[test]
    fn the_largest_count_passes_through_every_sample() {
        let mut random = fastrand::Rng::with_seed(3);
        for samples in [2usize, 3, 4, 9, 33] {
            let phases: Vec<f32> = (0..samples).map(|i| i as f32 / (samples - 1) as f32).collect();
            let values: Vec<[f32; 3]> =
                (0..samples).map(|_| std::array::from_fn(|_| random.f32() - 0.5)).collect();
            let class = useful(samples).next_back().unwrap();
            let fit = Fit::new(&phases, &[false; 40][..phases.len()], class, samples);
            let mut back = Vec::new();
            fit.evaluate(&fit.solve(&values), &mut back);
            for (a, b) in values.iter().zip(&back) {
                for c in 0..3 {
                    assert!((a[c] - b[c]).abs() < 1e-4, "{samples}: {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn cubics_need_four_values() {
        let phases: Vec<f32> = (0..20).map(|i| i as f32 / 19.0).collect();
        let cubic = |u: f32| [u * u * u - u, 2.0 * u * u, 0.3];
        let values: Vec<[f32; 3]> = phases.iter().map(|u| cubic(*u)).collect();
        let fit = Fit::new(&phases, &[false; 20], 3, phases.len());
        let mut back = Vec::new();
        fit.evaluate(&fit.solve(&values), &mut back);
        for (a, b) in values.iter().zip(&back) {
            assert!((0..3).all(|c| (a[c] - b[c]).abs() < 1e-5), "{a:?} {b:?}");
        }
    }
}
