use glam::{IVec3, Vec3};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Values at positions, in cubic cells, to find those near a position.
pub(in crate::hair) struct Cells<T> {
    cells: HashMap<IVec3, Vec<T>, BuildHasherDefault<CellHasher>>,
    size: f32,
}

impl<T: Copy> Cells<T> {
    /// No values, in cells of `size` metres.
    pub(in crate::hair) fn new(size: f32) -> Self {
        Self { cells: HashMap::default(), size }
    }

    fn cell(&self, at: Vec3) -> IVec3 {
        (at / self.size).floor().as_ivec3()
    }

    pub(in crate::hair) fn add(&mut self, at: Vec3, value: T) {
        self.cells.entry(self.cell(at)).or_default().push(value);
    }

    /// All values within the size of a cell from a position, and some that are farther.
    pub(in crate::hair) fn near(&self, at: Vec3) -> impl Iterator<Item = T> {
        let middle = self.cell(at);
        let around = (0..27).map(move |n| middle + IVec3::new(n / 9, n / 3 % 3, n % 3) - 1);
        around.filter_map(|cell| self.cells.get(&cell)).flatten().copied()
    }
}

/// Hash of the numbers of a cell: one multiplication each (Knuth, *The Art of Computer Programming* 3, 6.4:
/// multiplicative hashing).
#[derive(Default)]
struct CellHasher(u64);

impl Hasher for CellHasher {
    fn finish(&self) -> u64 {
        // The upper bits of a product depend on all of its factors'; tables look at the lower ones too.
        self.0.rotate_left(26)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_i32(i32::from(*byte)));
    }

    fn write_i32(&mut self, number: i32) {
        self.0 = (self.0 ^ u64::from(number as u32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}
