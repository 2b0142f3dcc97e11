//! Joint weights in fewer bits. Among the weights below and above the exact ones, those are chosen that move the
//! vertex least in the poses of the body.

use super::super::influence::{Row, WeightBits, rounded};
use sinew::glam::{Affine3A, Vec3, Vec3A};

/// Number of poses by which weights are chosen; the error is that in all poses.
const FEW_POSES: usize = 32;
/// Influences of a set of attributes.
const SET: usize = 4;
/// Number of influences up to which all roundings are tried: 20 of six.
const MAX_TRIED: usize = 6;

/// Weights that are stored as whole numbers: `step` times a number, plus `first` for the first one of a vertex,
/// with the sum `sum`.
struct Grid {
    step: f32,
    first: f32,
    sum: f32,
}

/// Weights of 8 bits.
const BYTES: Grid = Grid { step: 1.0, first: 0.0, sum: 255.0 };
/// Weights of 16 bits of which the lower 8 are the same for all vertices, which compress to nothing.
const HIGH_BYTES: Grid = Grid { step: 256.0, first: 255.0, sum: 65535.0 };

/// Vertices with the matrices of their joints in all poses, of each skin that they are used with.
pub(in crate::export) struct PosedVertices<'a> {
    pub(in crate::export) positions: &'a [Vec3],
    pub(in crate::export) skins: Vec<&'a [Vec<Affine3A>]>,
}

impl PosedVertices<'_> {
    /// The rows with whole numbers as weights, and the largest distance in metres, at most `allowed`, by which
    /// they move a vertex: 8 bits where that suffices for all vertices, or else 16 bits for those that need them.
    pub(in crate::export) fn small_weights(
        &self,
        rows: Vec<Row>,
        allowed: f32,
        compressed: bool,
    ) -> (Vec<Row>, WeightBits, f32) {
        let on = |grid: &Grid| -> Vec<Option<(Row, f32)>> {
            let near = |(row, position)| self.near(row, position, grid).filter(|found| found.1 <= allowed);
            rows.iter().zip(self.positions.iter().copied()).map(near).collect()
        };
        let largest = |found: &[Option<(Row, f32)>]| found.iter().flatten().map(|f| f.1).fold(0.0, f32::max);
        // Readers that take the first four alone make their sum 1 again, in the same bits: 8 are too few for that.
        let fits = rows.iter().all(|row| row.len() <= SET);
        let bytes = if fits { on(&BYTES) } else { Vec::new() };
        if fits && bytes.iter().all(Option::is_some) {
            let error = largest(&bytes);
            return (bytes.into_iter().flatten().map(|found| found.0).collect(), WeightBits::Byte, error);
        }
        if !compressed {
            return (rows.into_iter().map(rounded).collect(), WeightBits::Short, 0.0);
        }
        let coarse = on(&HIGH_BYTES);
        let error = largest(&coarse);
        let rows = rows.into_iter().zip(coarse);
        let rows = rows.map(|(row, coarse)| coarse.map_or_else(|| rounded(row), |found| found.0));
        (rows.collect(), WeightBits::Short, error)
    }

    /// The best weights of a vertex on a grid, and the distance by which they move it.
    fn near(&self, row: &Row, position: Vec3, grid: &Grid) -> Option<(Row, f32)> {
        let total: f32 = row.iter().map(|&(_, weight)| weight).sum();
        let exact: Vec<f32> = row.iter().map(|&(_, weight)| weight / total).collect();
        let few = self.skins.iter().flat_map(|poses| {
            poses
                .iter()
                .step_by(poses.len().div_ceil(FEW_POSES).max(1))
                .map(|pose| points(pose, row, position))
        });
        let few: Vec<Vec<Vec3A>> = if row.len() > 1 { few.collect() } else { Vec::new() };
        let worst = |weights: &[f32]| {
            few.iter().map(|points| moved(points, &exact, weights, grid)).fold(0.0, f32::max)
        };
        let (_, weights) = roundings(&exact, grid)
            .into_iter()
            .map(|weights| (worst(&weights), weights))
            .min_by(|a, b| a.0.total_cmp(&b.0))?;
        let mut largest = 0.0f32;
        let is_exact = exact.iter().zip(&weights).all(|(exact, weight)| exact * grid.sum == *weight);
        for pose in self.skins.iter().copied().flatten().filter(|_| !is_exact) {
            largest = largest.max(moved(&points(pose, row, position), &exact, &weights, grid));
        }
        let row = row.iter().zip(weights).map(|(&(joint, _), weight)| (joint, weight));
        Some((row.filter(|(_, weight)| *weight > 0.0).collect(), largest))
    }
}

/// Positions to which the joints of a row would carry a vertex.
fn points(pose: &[Affine3A], row: &Row, position: Vec3) -> Vec<Vec3A> {
    let point = |&(joint, _): &(u16, f32)| {
        pose.get(usize::from(joint)).map_or(Vec3A::ZERO, |matrix| matrix.transform_point3a(position.into()))
    };
    row.iter().map(point).collect()
}

/// Distance by which a vertex moves where its weights are those of a grid in place of `exact` ones, which sum to
/// 1. NaN counts as an infinite distance.
fn moved(points: &[Vec3A], exact: &[f32], weights: &[f32], grid: &Grid) -> f32 {
    let pairs = points.iter().zip(exact).zip(weights);
    let off = pairs.map(|((point, exact), weight)| *point * (weight / grid.sum - exact));
    let distance = off.sum::<Vec3A>().length();
    if distance.is_nan() { f32::INFINITY } else { distance }
}

/// All weights of a grid below and above exact ones that have its sum: as many above as needed. Of many weights
/// those with the largest remainders.
fn roundings(exact: &[f32], grid: &Grid) -> Vec<Vec<f32>> {
    let first = |n: usize| if n == 0 { grid.first } else { 0.0 };
    let exact: Vec<f32> =
        exact.iter().enumerate().map(|(n, weight)| (weight * grid.sum - first(n)) / grid.step).collect();
    let floors: Vec<f32> = exact.iter().map(|steps| steps.floor()).collect();
    let all = (grid.sum - grid.first) / grid.step;
    let above = (all - floors.iter().sum::<f32>()).clamp(0.0, exact.len() as f32) as usize;
    let mut sets: Vec<Vec<usize>> = Vec::new();
    if exact.len() <= MAX_TRIED {
        let of_bits = |set: usize| (0..exact.len()).filter(|n| set >> n & 1 == 1).collect();
        sets.extend((0..1usize << exact.len()).filter(|set| set.count_ones() as usize == above).map(of_bits));
    } else {
        let mut by_remainder: Vec<(usize, f32)> =
            exact.iter().zip(&floors).map(|(steps, floor)| steps - floor).enumerate().collect();
        by_remainder.sort_by(|a, b| b.1.total_cmp(&a.1));
        sets.push(by_remainder.into_iter().take(above).map(|(n, _)| n).collect());
    }
    let weights = sets.into_iter().map(|set| {
        let steps = floors.iter().enumerate().map(|(n, floor)| floor + f32::from(u8::from(set.contains(&n))));
        steps.enumerate().map(|(n, steps)| steps * grid.step + first(n)).collect()
    });
    // Rounding of the first weight may leave others too much or too little.
    let is_whole = |weights: &Vec<f32>| {
        weights.iter().all(|weight| *weight >= 0.0) && weights.iter().sum::<f32>() == grid.sum
    };
    weights.filter(is_whole).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_needs::cases;

    #[test]
    fn weights_have_their_sum_and_are_next_to_the_exact_ones() {
        for mut random in cases(500) {
            let count = random.usize(1..12);
            let row: Row = (0..count as u16).map(|joint| (joint, random.f32() + 1e-3)).collect();
            let total: f32 = row.iter().map(|influence| influence.1).sum();
            let pose: Vec<Affine3A> = (0..count)
                .map(|_| Affine3A::from_translation(Vec3::from_array(std::array::from_fn(|_| random.f32()))))
                .collect();
            let poses = [pose];
            let vertices = PosedVertices { positions: &[Vec3::X], skins: vec![&poses] };
            for allowed in [1.0, 3e-3, 0.0] {
                let (rows, bits, error) = vertices.small_weights(vec![row.clone()], allowed, true);
                let sum = if bits == WeightBits::Byte { 255.0 } else { 65535.0 };
                assert!(error <= allowed, "{error}");
                assert_eq!(rows[0].iter().map(|influence| influence.1).sum::<f32>(), sum, "{row:?}");
                let step = if bits == WeightBits::Byte || allowed > 0.0 { sum / 255.0 } else { 1.0 };
                for (joint, weight) in &rows[0] {
                    assert!((row[usize::from(*joint)].1 / total * sum - weight).abs() <= 1.02 * step);
                }
            }
        }
    }

    #[test]
    fn the_best_rounding_is_chosen() {
        // The first two joints are where they were, so that only the third one's weight matters.
        let near = Affine3A::IDENTITY;
        let poses = [vec![near, near, Affine3A::from_translation(Vec3::X)]];
        let row = vec![(0, 100.3 / 255.0), (1, 100.3 / 255.0), (2, 54.4 / 255.0)];
        let vertices = PosedVertices { positions: &[Vec3::ZERO], skins: vec![&poses] };
        let (rows, bits, error) = vertices.small_weights(vec![row], 1.0, true);
        assert!(bits == WeightBits::Byte && rows[0].contains(&(2, 54.0)), "{rows:?}");
        assert!((error - 0.4 / 255.0).abs() < 1e-5, "{error}");
    }

    #[test]
    fn vertices_that_need_no_more_have_the_same_low_bytes() {
        let poses = [vec![Affine3A::IDENTITY, Affine3A::from_translation(Vec3::X)]];
        let vertices = PosedVertices { positions: &[Vec3::ZERO; 2], skins: vec![&poses] };
        let rows = vec![vec![(0, 0.3008), (1, 0.6992)], vec![(1, 0.50195), (0, 0.49805)]];
        let (rows, bits, _) = vertices.small_weights(rows, 1e-3, true);
        assert_eq!(bits, WeightBits::Short);
        let low = |n: usize| rows[n].iter().map(|influence| influence.1 % 256.0).collect::<Vec<_>>();
        assert_eq!((low(0), rows[1].len()), (vec![255.0, 0.0], 2));
        assert_ne!(low(1), [255.0, 0.0]);
    }
}
