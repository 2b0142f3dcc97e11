//! Access to the numbers of several hairs as SIMD vectors.

use crate::math::simd::{LANES, Lanes, QuatLanes, Vec3Lanes};
use glam::{Quat, Vec3};

/// A number of each of eight hairs.
pub(in crate::hair) type Row = [f32; LANES];
/// A vector of each of eight hairs: a row per coordinate.
pub(in crate::hair) type Block = [Row; 3];

/// Lanes `start..start + N` of rows and blocks.
pub(in crate::hair) struct Access<L: Lanes<N>, const N: usize> {
    token: L::Token,
    start: usize,
}

impl<L: Lanes<N>, const N: usize> Clone for Access<L, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Lanes<N>, const N: usize> Copy for Access<L, N> {}

impl<L: Lanes<N>, const N: usize> Access<L, N> {
    #[inline(always)]
    pub(in crate::hair) fn new(token: L::Token, start: usize) -> Self {
        Self { token, start }
    }

    /// Number of the first lane.
    #[inline(always)]
    pub(in crate::hair) fn start(self) -> usize {
        self.start
    }

    /// The lanes of eight items.
    #[inline(always)]
    pub(in crate::hair) fn part<T: Copy>(self, all: &[T; LANES]) -> [T; N] {
        let mut part = [all[0]; N];
        part.copy_from_slice(&all[self.start..self.start + N]);
        part
    }

    #[inline(always)]
    pub(in crate::hair) fn row(self, row: &Row) -> L {
        L::of(self.token, self.part(row))
    }

    #[inline(always)]
    pub(in crate::hair) fn vector(self, block: &Block) -> Vec3Lanes<L> {
        Vec3Lanes([self.row(&block[0]), self.row(&block[1]), self.row(&block[2])])
    }

    #[inline(always)]
    pub(in crate::hair) fn quat(self, rows: &[Row; 4]) -> QuatLanes<L> {
        let [x, y, z, w] = rows;
        QuatLanes([self.row(x), self.row(y), self.row(z), self.row(w)])
    }

    #[inline(always)]
    pub(in crate::hair) fn store_row(self, numbers: L, row: &mut Row) {
        row[self.start..self.start + N].copy_from_slice(&numbers.numbers());
    }

    #[inline(always)]
    pub(in crate::hair) fn store(self, vectors: Vec3Lanes<L>, block: &mut Block) {
        let [x, y, z] = vectors.0;
        let [rows_x, rows_y, rows_z] = block;
        self.store_row(x, rows_x);
        self.store_row(y, rows_y);
        self.store_row(z, rows_z);
    }

    #[inline(always)]
    pub(in crate::hair) fn of(self, numbers: [f32; N]) -> L {
        L::of(self.token, numbers)
    }

    /// A number in all lanes.
    #[inline(always)]
    pub(in crate::hair) fn all(self, number: f32) -> L {
        L::of(self.token, [number; N])
    }

    /// A vector in all lanes.
    #[inline(always)]
    pub(in crate::hair) fn splat(self, vector: Vec3) -> Vec3Lanes<L> {
        Vec3Lanes([self.all(vector.x), self.all(vector.y), self.all(vector.z)])
    }

    /// A vector of each item.
    #[inline(always)]
    pub(in crate::hair) fn each<T>(self, items: &[T; N], vector: impl Fn(&T) -> Vec3) -> Vec3Lanes<L> {
        Vec3Lanes::each(self.token, items, vector)
    }

    /// A rotation of each item.
    #[inline(always)]
    pub(in crate::hair) fn each_quat<T>(self, items: &[T; N], rotation: impl Fn(&T) -> Quat) -> QuatLanes<L> {
        let mut numbers = [[0.0; N]; 4];
        for (n, item) in items.iter().enumerate() {
            let components = rotation(item).to_array();
            for (numbers, component) in numbers.iter_mut().zip(components) {
                numbers[n] = component;
            }
        }
        let [x, y, z, w] = numbers;
        QuatLanes([self.of(x), self.of(y), self.of(z), self.of(w)])
    }
}
