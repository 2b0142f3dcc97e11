use glam::{IVec3, Vec3};
use std::collections::HashMap;

/// Values at places, in cubic cells, to find those near a place.
pub(in crate::hair) struct Cells<T> {
    cells: HashMap<IVec3, Vec<T>>,
    size: f32,
}

impl<T: Copy> Cells<T> {
    /// No values, in cells of `size` metres.
    pub(in crate::hair) fn new(size: f32) -> Self {
        Self { cells: HashMap::new(), size }
    }

    fn cell(&self, at: Vec3) -> IVec3 {
        (at / self.size).floor().as_ivec3()
    }

    pub(in crate::hair) fn add(&mut self, at: Vec3, value: T) {
        self.cells.entry(self.cell(at)).or_default().push(value);
    }

    /// All values within the size of a cell from a place, and some that are farther.
    pub(in crate::hair) fn near(&self, at: Vec3) -> impl Iterator<Item = T> {
        let own = self.cell(at);
        let around = (0..27).map(move |n| own + IVec3::new(n / 9, n / 3 % 3, n % 3) - 1);
        around.filter_map(|cell| self.cells.get(&cell)).flatten().copied()
    }
}
