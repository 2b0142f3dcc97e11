use super::{MeshInstanceId, MorphTargetId};
use crate::clone_from::impl_clone_from;
use std::ops::Range;
use std::sync::Arc;

/// Morph weights of all mesh instances of a character, one row per instance.
#[derive(Debug, Default, PartialEq)]
pub struct MorphWeights {
    /// Index of the first value of each row, and the number of values. Shared by all weights of a character.
    starts: Arc<[u32]>,
    values: Vec<f32>,
}

impl_clone_from!(MorphWeights { starts, values });

impl MorphWeights {
    /// Weights with one row per slice of `rest`, initialized to it.
    #[must_use]
    pub fn new<'a>(rest: impl IntoIterator<Item = &'a [f32]>) -> Self {
        let (mut starts, mut values) = (vec![0], Vec::new());
        for row in rest {
            values.extend_from_slice(row);
            starts.push(values.len() as u32);
        }
        Self { starts: starts.into(), values }
    }

    /// Weights of one instance, one per morph target of its mesh: 0 is off, 1 is the target as authored,
    /// other values extrapolate.
    ///
    /// # Panics
    /// When the instance does not exist.
    #[must_use]
    pub fn row(&self, instance: MeshInstanceId) -> &[f32] {
        &self.values[self.range(instance)]
    }

    /// Mutable weights of one instance.
    ///
    /// # Panics
    /// When the instance does not exist.
    #[must_use]
    pub fn row_mut(&mut self, instance: MeshInstanceId) -> &mut [f32] {
        let range = self.range(instance);
        &mut self.values[range]
    }

    /// Takes over the rows of `other`, with any values.
    pub(crate) fn match_layout(&mut self, other: &Self) {
        if !Arc::ptr_eq(&self.starts, &other.starts) {
            self.starts = other.starts.clone();
            self.values.resize(other.values.len(), 0.0);
        }
    }

    fn range(&self, instance: MeshInstanceId) -> Range<usize> {
        let row = instance.index();
        self.starts[row] as usize..self.starts[row + 1] as usize
    }

    /// Index of a weight in [`as_slice`](Self::as_slice); `None` where there is no such target.
    pub(crate) fn position(&self, id: MorphTargetId) -> Option<usize> {
        let row = id.instance.index();
        let (start, end) = (*self.starts.get(row)? as usize, *self.starts.get(row + 1)? as usize);
        (id.target < end - start).then_some(start + id.target)
    }

    /// Copies all weights of `other`, which must have the same rows.
    ///
    /// # Panics
    /// When the numbers of weights differ.
    pub fn copy_from(&mut self, other: &Self) {
        self.values.copy_from_slice(&other.values);
    }

    /// All weights, row by row.
    #[must_use]
    pub fn as_slice(&self) -> &[f32] {
        &self.values
    }

    /// All weights, row by row, mutable.
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [f32] {
        &mut self.values
    }
}
