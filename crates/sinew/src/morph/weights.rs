use std::ops::Range;

/// Morph weights of all mesh instances of a character, one row per instance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MorphWeights {
    rows: Vec<Range<usize>>,
    values: Vec<f32>,
}

impl MorphWeights {
    /// Weights with one row per slice of `rest`, initialized to it.
    #[must_use]
    pub fn new<'a>(rest: impl IntoIterator<Item = &'a [f32]>) -> Self {
        let mut weights = Self::default();
        for row in rest {
            let start = weights.values.len();
            weights.values.extend_from_slice(row);
            weights.rows.push(start..weights.values.len());
        }
        weights
    }

    /// Number of mesh instances.
    #[must_use]
    pub fn instance_count(&self) -> usize {
        self.rows.len()
    }

    /// Weights of one instance, one per morph target of its mesh: 0 is off, 1 is the target as authored, other values
    /// extrapolate.
    ///
    /// # Panics
    /// When the instance does not exist.
    #[must_use]
    pub fn row(&self, instance: usize) -> &[f32] {
        &self.values[self.rows[instance].clone()]
    }

    /// Mutable weights of one instance.
    ///
    /// # Panics
    /// When the instance does not exist.
    #[must_use]
    pub fn row_mut(&mut self, instance: usize) -> &mut [f32] {
        &mut self.values[self.rows[instance].clone()]
    }

    /// Index of a weight in [`as_slice`](Self::as_slice).
    pub(crate) fn slot(&self, instance: usize, target: usize) -> usize {
        let row = &self.rows[instance];
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
