//! Uniform cubic B-splines over a segment (de Boor, *A Practical Guide to Splines*, 1978): the value at a
//! phase of 0..1 is a weighted sum of at most four of the segment's control values. The weights depend on the
//! number of control values.

use glam::Vec3;

/// Number of control values in a segment, by class.
const COUNTS: [u16; 29] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 30,
];

/// Classes of straight lines: with a vertex at each sample and one midway, or with a vertex at each sample.
/// Sources are straight lines between keys, and no smooth curve follows their corners.
pub const STRAIGHT_FINE: usize = COUNTS.len();
pub const STRAIGHT: usize = COUNTS.len() + 1;

/// Class with two control values more than samples: enough to pass through all samples.
const LAST: usize = COUNTS.len() + 2;

/// Number of classes.
pub const CLASSES: usize = COUNTS.len() + 3;

/// [`COUNTS`] as `i32`, for wide instructions; 4 where the count depends on the segment.
const COUNTS32: [i32; CLASSES] = {
    let mut wide = [4; CLASSES];
    let mut class = 0;
    while class < COUNTS.len() {
        wide[class] = COUNTS[class] as i32;
        class += 1;
    }
    wide
};

/// Number of control values of class `class` in a segment of `samples` samples.
#[inline(always)]
pub fn count(class: usize, samples: usize) -> usize {
    match class {
        STRAIGHT_FINE => (2 * samples).max(2) - 1,
        STRAIGHT => samples,
        _ => COUNTS.get(class).map_or(samples + 2, |count| usize::from(*count)),
    }
}

/// Smooth classes for a segment of `samples` samples, by ascending number of control values.
pub fn useful(samples: usize) -> impl DoubleEndedIterator<Item = usize> + Clone {
    let smooth = (0..CLASSES).filter(|class| !is_straight(*class));
    smooth.filter(move |&class| class == LAST || count(class, samples) < samples + 2)
}

/// Whether straight lines connect the control values of a class.
#[inline]
pub fn is_straight(class: usize) -> bool {
    matches!(class, STRAIGHT | STRAIGHT_FINE)
}

/// First control value at a phase, and the weights of it and the next three. Control values beyond the last
/// have weight 0.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Weights {
    pub first: u32,
    pub weights: [f32; 4],
}

impl Weights {
    /// Weights of a class at `phase`, 0..1, in a segment of `samples` samples.
    #[inline(always)]
    pub fn of(class: usize, phase: f32, samples: usize) -> Self {
        match is_straight(class) {
            true => Self::straight(phase, count(class, samples)),
            false => Self::at(phase, count(class, samples)),
        }
    }

    /// Weights of `count` control values on straight lines.
    #[inline(always)]
    fn straight(phase: f32, count: usize) -> Self {
        let x = phase * count.saturating_sub(1) as f32;
        let first = (x as u32).min(count.saturating_sub(2) as u32);
        let f = x - first as f32;
        Self { first, weights: [1.0 - f, f, 0.0, 0.0] }
    }

    /// Weights of `count` control values of a smooth curve at `phase`, 0..1.
    #[inline(always)]
    pub fn at(phase: f32, count: usize) -> Self {
        let u = phase;
        match count {
            0 | 1 => Self { first: 0, weights: [1.0, 0.0, 0.0, 0.0] },
            2 => Self { first: 0, weights: [1.0 - u, u, 0.0, 0.0] },
            3 => Self { first: 0, weights: [(1.0 - u) * (1.0 - u), 2.0 * u * (1.0 - u), u * u, 0.0] },
            _ => {
                let (first, weights) = cubic(phase, count as i32);
                Self { first: first as u32, weights }
            }
        }
    }
}

/// Weights of all classes at one phase. Computed side by side, they cost less than a decision which ones are
/// needed.
pub struct WeightTable {
    first: [i32; CLASSES],
    weights: [[f32; CLASSES]; 4],
}

impl WeightTable {
    /// Table for a segment of `samples` samples.
    #[inline(always)]
    pub fn new(phase: f32, samples: usize) -> Self {
        let mut counts = COUNTS32;
        counts[LAST] = samples as i32 + 2;
        let (mut first, mut a, mut b, mut c, mut d) =
            ([0; CLASSES], [0.0; CLASSES], [0.0; CLASSES], [0.0; CLASSES], [0.0; CLASSES]);
        for class in 0..CLASSES {
            (first[class], [a[class], b[class], c[class], d[class]]) = cubic(phase, counts[class]);
        }
        let mut table = Self { first, weights: [a, b, c, d] };
        // The last class of a segment with a single sample has three control values.
        let last = if samples < 2 { LAST } else { 2 };
        for class in [0, 1, 2, STRAIGHT_FINE, STRAIGHT, last] {
            let weights = Weights::of(class, phase, samples);
            table.first[class] = weights.first as i32;
            for k in 0..4 {
                table.weights[k][class] = weights.weights[k];
            }
        }
        table
    }

    #[inline(always)]
    pub fn get(&self, class: usize) -> Weights {
        let class = class % CLASSES;
        let [a, b, c, d] = &self.weights;
        Weights { first: self.first[class] as u32, weights: [a[class], b[class], c[class], d[class]] }
    }
}

/// Rounding constant, 1.5 · 2^23: floats near it are whole, so that adding a number rounds the number.
pub const WHOLE: f32 = 12_582_912.0;

/// First control value and weights of a cubic with four control values or more.
#[inline(always)]
fn cubic(phase: f32, count: i32) -> (i32, [f32; 4]) {
    let x = phase * (count - 3) as f32;
    // A phase on the border of two spans may belong to the end of one or the start of the other; the value is
    // the same.
    let rounded = (x - 0.5 + WHOLE).to_bits() as i32 - WHOLE.to_bits() as i32;
    let first = rounded.max(0).min(count - 4);
    let f = x - first as f32;
    let g = 1.0 - f;
    let sixth = 1.0 / 6.0;
    let weights = [
        g * g * g * sixth,
        (3.0 * f * f * f - 6.0 * f * f + 4.0) * sixth,
        (3.0 * g * g * g - 6.0 * g * g + 4.0) * sixth,
        f * f * f * sixth,
    ];
    (first, weights)
}

/// Weighted sum of four rows of quantized numbers, from the first with a weight on. The numbers have an
/// offset of half their range of `bits` bits, and steps of `size`. Rows of weight 0 may hold anything.
/// Encoder and sampler share this function, so that the measured curve is the played one.
#[inline]
pub fn blend(weights: &Weights, bits: [u32; 3], size: f32, row: impl Fn(usize) -> [u32; 3]) -> Vec3 {
    let mut sum = [0.0f32; 3];
    for (k, weight) in weights.weights.iter().enumerate() {
        let row = row(k);
        for c in 0..3 {
            sum[c] += row[c] as i32 as f32 * weight;
        }
    }
    for c in 0..3 {
        sum[c] = (sum[c] - half(bits[c]) as i32 as f32) * size;
    }
    Vec3::from_array(sum)
}

/// Offset that makes signed numbers of `bits` bits non-negative.
#[inline(always)]
pub fn half(bits: u32) -> u32 {
    1 << bits >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_sum_to_one_and_stay_within_the_values() {
        for samples in [2, 3, 8, 33] {
            for class in useful(samples).chain([STRAIGHT, STRAIGHT_FINE]) {
                let count = count(class, samples);
                for step in 0..=100 {
                    let w = Weights::of(class, step as f32 / 100.0, samples);
                    assert!((w.weights.iter().sum::<f32>() - 1.0).abs() < 1e-5);
                    let beyond = (0..4).filter(|i| w.first as usize + i >= count);
                    assert!(beyond.into_iter().all(|i| w.weights[i] == 0.0), "{count} at {step}: {w:?}");
                }
            }
        }
    }

    #[test]
    fn the_table_holds_the_same_weights() {
        for samples in [1, 2, 5, 33] {
            for step in 0..=50 {
                let phase = step as f32 / 50.0;
                let table = WeightTable::new(phase, samples);
                for class in 0..CLASSES {
                    let weights = Weights::of(class, phase, samples);
                    assert_eq!(table.get(class), weights, "class {class} of {samples} at {phase}");
                }
            }
        }
    }

    #[test]
    fn straight_classes_stand_still_between_equal_values_and_bend_only_at_values() {
        let values = |n: usize| [0.0f32, 1.0, 0.0, 0.0, 0.5][n.min(4)];
        let at = |phase: f32| {
            let w = Weights::of(STRAIGHT, phase, 5);
            (0..2).map(|k| w.weights[k] * values(w.first as usize + k)).sum::<f32>()
        };
        for (phase, value) in [(0.0, 0.0), (0.125, 0.5), (0.25, 1.0), (0.375, 0.5), (0.6, 0.0), (1.0, 0.5)] {
            assert!((at(phase) - value).abs() < 1e-6, "{phase}: {}", at(phase));
        }
    }

    #[test]
    fn control_values_on_a_line_give_the_line() {
        for count in [2usize, 4, 7, 19] {
            // Control values of a line lie at the centres of their basis functions.
            let center = |i: usize| match count {
                2 => i as f32,
                _ => (i as f32 - 1.0) / (count as f32 - 3.0),
            };
            for step in 0..=20 {
                let u = step as f32 / 20.0;
                let w = Weights::at(u, count);
                let value: f32 = (0..4)
                    .filter(|i| w.weights[*i] != 0.0)
                    .map(|i| w.weights[i] * center(w.first as usize + i))
                    .sum();
                assert!((value - u).abs() < 1e-5, "{count}: {value} at {u}");
            }
        }
    }
}
