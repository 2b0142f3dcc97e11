//! Small linear systems with a symmetric positive definite matrix of 3×3 blocks.

use crate::clone_from::impl_clone_from;
use glam::{Mat3A, Vec3A};

/// Linear system in blocks of three.
#[derive(Debug, Default)]
pub(crate) struct Equations {
    threes: usize,
    /// Blocks of each block row up to the diagonal: the first row has one, the second two, …
    squares: Vec<Mat3A>,
    /// Decomposition, by rows.
    rows: Vec<f32>,
    numbers: Vec<f32>,
}

impl_clone_from!(Equations { threes }, buffers { squares, rows, numbers });

/// Index of a block.
#[inline(always)]
fn at(row: usize, column: usize) -> usize {
    row * (row + 1) / 2 + column
}

impl Equations {
    /// Memory for so many blocks of three.
    pub(crate) fn with_capacity(threes: usize) -> Self {
        let size = threes * 3;
        Self {
            threes: 0,
            squares: Vec::with_capacity(at(threes, 0)),
            rows: Vec::with_capacity(size * size),
            numbers: Vec::with_capacity(size),
        }
    }

    /// Resets the matrix to a diagonal, one number per block.
    pub(crate) fn begin(&mut self, diagonal: &[f32]) {
        self.threes = diagonal.len();
        self.squares.clear();
        self.squares.resize(at(self.threes, 0), Mat3A::ZERO);
        for (n, value) in diagonal.iter().enumerate() {
            self.squares[at(n, n)] = Mat3A::from_diagonal(glam::Vec3::splat(*value));
        }
    }

    /// Adds `weight` times the outer product of a column that is zero outside the given blocks (ascending).
    #[inline]
    pub(crate) fn add(&mut self, column: &[Vec3A], weight: f32, threes: &[usize]) {
        for (n, &row) in threes.iter().enumerate() {
            let scaled = column[row] * weight;
            for &other in &threes[..=n] {
                let (square, across) = (&mut self.squares[at(row, other)], column[other]);
                square.x_axis += scaled * across.x;
                square.y_axis += scaled * across.y;
                square.z_axis += scaled * across.z;
            }
        }
    }

    /// Solves for `right` in place by Cholesky decomposition;
    /// false where the matrix is not positive definite.
    pub(crate) fn solve(&mut self, right: &mut [Vec3A]) -> bool {
        let size = self.threes * 3;
        self.rows.clear();
        self.rows.resize(size * size, 0.0);
        self.numbers.clear();
        for (row, number) in right.iter().enumerate() {
            for column in 0..=row {
                let square = &self.squares[at(row, column)];
                for n in 0..3 {
                    let start = (row * 3 + n) * size + column * 3;
                    self.rows[start..start + 3].copy_from_slice(&square.row(n).to_array());
                }
            }
            self.numbers.extend(number.to_array());
        }
        for n in 0..size {
            let (above, row) = self.rows.split_at_mut(n * size);
            for m in 0..n {
                let other = &above[m * size..m * size + m + 1];
                row[m] = (row[m] - dot(&row[..m], &other[..m])) / other[m];
            }
            let rest = row[n] - dot(&row[..n], &row[..n]);
            if rest <= 0.0 || rest.is_nan() {
                return false;
            }
            row[n] = rest.sqrt();
            self.numbers[n] = (self.numbers[n] - dot(&row[..n], &self.numbers[..n])) / row[n];
        }
        for n in (0..size).rev() {
            let found = self.numbers[n] / self.rows[n * size + n];
            self.numbers[n] = found;
            let row = &self.rows[n * size..n * size + n];
            self.numbers[..n].iter_mut().zip(row).for_each(|(number, factor)| *number -= factor * found);
        }
        for (three, numbers) in right.iter_mut().zip(self.numbers.chunks_exact(3)) {
            *three = Vec3A::from_slice(numbers);
        }
        right.iter().all(|three| three.is_finite())
    }
}

#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_needs::cases;

    #[test]
    fn what_is_solved_fulfils_the_equations() {
        for mut random in cases(4) {
            let threes = [1, 2, 5, 11][random.seed() % 4];
            let mut equations = Equations::with_capacity(threes);
            equations.begin(&vec![0.1; threes]);
            let size = threes * 3;
            let mut matrix = vec![vec![0.0; size]; size];
            matrix.iter_mut().enumerate().for_each(|(n, row)| row[n] = 0.1);
            let mut three = || Vec3A::new(random.f32() - 0.5, random.f32() - 0.5, random.f32() - 0.5);
            for round in 0..2 * size {
                let column: Vec<Vec3A> = (0..threes).map(|_| three()).collect();
                let named: Vec<usize> = (0..threes).filter(|n| (round + n) % 3 != 0).collect();
                equations.add(&column, 0.7, &named);
                let number = |n: usize| if named.contains(&(n / 3)) { column[n / 3][n % 3] } else { 0.0 };
                for (n, row) in matrix.iter_mut().enumerate() {
                    row.iter_mut().enumerate().for_each(|(m, entry)| *entry += 0.7 * number(n) * number(m));
                }
            }
            let right: Vec<Vec3A> = (0..threes).map(|_| three()).collect();
            let mut found = right.clone();
            assert!(equations.solve(&mut found));
            for (n, row) in matrix.iter().enumerate() {
                let sum: f32 = row.iter().enumerate().map(|(m, entry)| entry * found[m / 3][m % 3]).sum();
                assert!((sum - right[n / 3][n % 3]).abs() < 1e-4, "{threes} {n}: {sum}");
            }
        }
    }

    #[test]
    fn a_matrix_of_nothing_is_refused() {
        let mut equations = Equations::default();
        equations.begin(&[0.0]);
        assert!(!equations.solve(&mut [Vec3A::ONE]));
    }
}
