//! Offsets of a foot that hold it while it stands.
//!
//! They are the curve o(t) with the least ∫ |o|² + λ|ö|² + W|ȯ + v|² dt, where v is the velocity of the point that
//! rests and the last part counts while the foot stands: there the offset takes the velocity away, elsewhere it fades
//! without a jump, and by a stand that is as long as a swing it moves the foot as little as it can. The three parts
//! are those of a smoothing spline, for which the sums of squares at frames have a matrix of five diagonals.

use sinew::glam::{DVec3, Vec3};

/// Weight of a velocity while the foot stands, seconds²: over a stand of a second about 10⁻⁵ of its slide is left.
const HOLD: f64 = 1e4;
/// Times that a curve which fades as a spline takes, in fourth roots of λ.
const FADE: f64 = 2.5;

/// Offset at each frame. `ways` are those over the ground from frame to frame while the foot stands.
pub(super) fn offsets(ways: &[Option<Vec3>], interval: f32, blend_time: f32) -> Vec<Vec3> {
    let count = ways.len() + 1;
    if ways.iter().all(Option::is_none) || interval <= 0.0 {
        return vec![Vec3::ZERO; count];
    }
    let step = f64::from(interval);
    let root = (f64::from(blend_time) / FADE).max(step * 0.25);
    let bend = root * root * root * root / (step * step * step * step);
    let hold = HOLD / (step * step);
    let mut matrix = Banded::new(count);
    for k in 0..count {
        matrix.add(&[k], &[1.0], 1.0, DVec3::ZERO);
        if k + 2 < count {
            matrix.add(&[k, k + 1, k + 2], &[1.0, -2.0, 1.0], bend, DVec3::ZERO);
        }
        if let Some(way) = ways.get(k).copied().flatten() {
            matrix.add(&[k, k + 1], &[-1.0, 1.0], hold, -way.as_dvec3());
        }
    }
    matrix.solve().into_iter().map(|offset| offset.as_vec3()).collect()
}

/// Least squares of rows that reach over three neighbours at most.
struct Banded {
    /// Diagonal, and the first and second one beside it.
    diagonals: Vec<[f64; 3]>,
    right: Vec<DVec3>,
}

impl Banded {
    fn new(count: usize) -> Self {
        Self { diagonals: vec![[0.0; 3]; count], right: vec![DVec3::ZERO; count] }
    }

    /// Adds the square of a row of neighbours in ascending order that should be `wanted`.
    fn add(&mut self, at: &[usize], factors: &[f64], weight: f64, wanted: DVec3) {
        for (n, &row) in at.iter().enumerate() {
            self.right[row] += wanted * (weight * factors[n]);
            for (m, &column) in at.iter().enumerate().skip(n) {
                self.diagonals[row][column - row] += weight * factors[n] * factors[m];
            }
        }
    }

    /// Solution by factors L·D·Lᵀ of a positive definite matrix.
    fn solve(mut self) -> Vec<DVec3> {
        let count = self.right.len();
        for k in 0..count {
            let [pivot, first, second] = self.diagonals[k];
            let factors = [first / pivot, second / pivot];
            if k + 1 < count {
                self.diagonals[k + 1][0] -= factors[0] * first;
                self.diagonals[k + 1][1] -= factors[0] * second;
                let change = self.right[k] * factors[0];
                self.right[k + 1] -= change;
            }
            if k + 2 < count {
                self.diagonals[k + 2][0] -= factors[1] * second;
                let change = self.right[k] * factors[1];
                self.right[k + 2] -= change;
            }
            self.right[k] /= pivot;
            self.diagonals[k] = [pivot, factors[0], factors[1]];
        }
        for k in (0..count).rev() {
            let [_, first, second] = self.diagonals[k];
            let next = self.right.get(k + 1).copied().unwrap_or(DVec3::ZERO);
            let after = self.right.get(k + 2).copied().unwrap_or(DVec3::ZERO);
            self.right[k] -= next * first + after * second;
        }
        self.right
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sliding_stand_is_held_and_the_offset_fades() {
        let (interval, first, last) = (1.0 / 60.0, 120, 180);
        let way = Vec3::new(0.002, 0.0, -0.001);
        let ways: Vec<Option<Vec3>> = (0..299).map(|k| (first..last).contains(&k).then_some(way)).collect();
        let offsets = offsets(&ways, interval, 0.25);
        for k in first..last {
            let left = offsets[k + 1] - offsets[k] + way;
            assert!(left.length() < 1e-4 * way.length(), "{k}: {left}");
        }
        // The foot moves as far to one side as to the other.
        assert!((offsets[first] + offsets[last]).length() < 1e-5);
        assert!((offsets[first] - way * 30.0).length() < 1e-4);
        assert!(offsets[0].length() < 1e-4 && offsets[299].length() < 1e-4);
        let jump = offsets.windows(3).map(|w| (w[2] - 2.0 * w[1] + w[0]).length()).fold(0.0, f32::max);
        assert!(jump < 1.1 * way.length(), "{jump}");
    }

    #[test]
    fn feet_that_never_stand_stay() {
        assert_eq!(offsets(&[None; 9], 0.02, 0.25), vec![Vec3::ZERO; 10]);
        assert_eq!(offsets(&[], 0.0, 0.25), vec![Vec3::ZERO]);
    }
}
