use std::ops::Range;
use std::sync::Arc;

/// Morph weights of all mesh instances of a character, one row per instance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MorphWeights {
    /// Where each row begins, and the end of the last one. Shared by all weights of a character.
    starts: Arc<[u32]>,
    values: Vec<f32>,
}

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

    /// Number of mesh instances.
    #[must_use]
    pub fn instance_count(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Weights of one instance, one per morph target of its mesh: 0 is off, 1 is the target as authored, other values
    /// extrapolate.
    ///
    /// # Panics
    /// When the instance does not exist.
    #[must_use]
    pub fn row(&self, instance: usize) -> &[f32] {
        &self.values[self.range(instance)]
    }

    /// Mutable weights of one instance.
    ///
    /// # Panics
    /// When the instance does not exist.
    #[must_use]
    pub fn row_mut(&mut self, instance: usize) -> &mut [f32] {
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

    fn range(&self, instance: usize) -> Range<usize> {
        self.starts[instance] as usize..self.starts[instance + 1] as usize
    }

    /// Index of a weight in [`as_slice`](Self::as_slice).
    pub(crate) fn slot(&self, instance: usize, target: usize) -> usize {
        let row = self.range(instance);
        assert!(target < row.len(), "instance {instance} has no morph target {target}");
        row.start + target
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
