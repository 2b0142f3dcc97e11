//! Uniform cubic B-splines over a segment (de Boor, *A Practical Guide to Splines*, 1978): a value at a phase of 0..1 is a
//! sum of at most four of the segment's control values, whose weights depend on how many there are.

use glam::Vec3;

/// How many control values a track may have in a segment, by class. The last class has two more than the segment has
/// samples: enough to pass through all of them.
const COUNTS: [u16; 31] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
    30, 32, 34,
];

/// Number of classes.
pub(super) const CLASSES: usize = COUNTS.len() + 1;

/// How many control values class `class` has in a segment of `samples` samples.
#[inline(always)]
pub(super) fn count(class: usize, samples: usize) -> usize {
    COUNTS.get(class).map_or(samples + 2, |count| usize::from(*count))
}

/// The classes worth trying in a segment of `samples` samples, by ascending counts.
pub(super) fn useful(samples: usize) -> impl DoubleEndedIterator<Item = usize> + Clone {
    (0..CLASSES).filter(move |&class| class == COUNTS.len() || count(class, samples) < samples + 2)
}

/// The first of the control values that matter at a phase, and the weights of it and the next three. Weights of values
/// beyond the last are 0.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct Weights {
    pub(super) first: u32,
    pub(super) weights: [f32; 4],
}

impl Weights {
    /// Of `count` control values at `phase`, 0..1.
    #[inline(always)]
    pub(super) fn at(phase: f32, count: usize) -> Self {
        let u = phase;
        match count {
            0 | 1 => Self { first: 0, weights: [1.0, 0.0, 0.0, 0.0] },
            2 => Self { first: 0, weights: [1.0 - u, u, 0.0, 0.0] },
            3 => Self { first: 0, weights: [(1.0 - u) * (1.0 - u), 2.0 * u * (1.0 - u), u * u, 0.0] },
            _ => {
                let spans = (count - 3) as f32;
                let x = u * spans;
                // Towards zero, which is downwards here.
                let first = (x as i32).min(count as i32 - 4);
                let f = x - first as f32;
                let g = 1.0 - f;
                let sixth = 1.0 / 6.0;
                let weights = [
                    g * g * g * sixth,
                    (3.0 * f * f * f - 6.0 * f * f + 4.0) * sixth,
                    (3.0 * g * g * g - 6.0 * g * g + 4.0) * sixth,
                    f * f * f * sixth,
                ];
                Self { first: first as u32, weights }
            }
        }
    }
}

/// The weighted sum of four rows of whole numbers, the first that matter, which are stored from the smallest of their `bits` on, in steps of `size`.
/// Rows whose weight is 0 may hold anything. Encoding and sampling both come here, so that what is measured is what is
/// played.
#[inline]
pub(super) fn blend(weights: &Weights, bits: [u32; 3], size: f32, row: impl Fn(usize) -> [u32; 3]) -> Vec3 {
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

/// What is added to whole numbers of `bits` bits, so that none is negative.
#[inline(always)]
pub(super) fn half(bits: u32) -> u32 {
    1 << bits >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_sum_to_one_and_stay_within_the_values() {
        for samples in [2, 3, 8, 33] {
            for class in useful(samples) {
                let count = count(class, samples);
                for step in 0..=100 {
                    let w = Weights::at(step as f32 / 100.0, count);
                    assert!((w.weights.iter().sum::<f32>() - 1.0).abs() < 1e-5);
                    let beyond = (0..4).filter(|i| w.first as usize + i >= count);
                    assert!(beyond.into_iter().all(|i| w.weights[i] == 0.0), "{count} at {step}: {w:?}");
                }
            }
        }
    }

    #[test]
    fn control_values_on_a_line_give_the_line() {
        for count in [2usize, 4, 7, 19] {
            // Control values of a line stand where the basis is centred.
            let place = |i: usize| match count {
                2 => i as f32,
                _ => (i as f32 - 1.0) / (count as f32 - 3.0),
            };
            for step in 0..=20 {
                let u = step as f32 / 20.0;
                let w = Weights::at(u, count);
                let value: f32 = (0..4)
                    .filter(|i| w.weights[*i] != 0.0)
                    .map(|i| w.weights[i] * place(w.first as usize + i))
                    .sum();
                assert!((value - u).abs() < 1e-5, "{count}: {value} at {u}");
            }
        }
    }
}
