use std::ops::Range;

/// The morph weights of all mesh instances of a character, one row per instance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MorphWeights {
    rows: Vec<Range<usize>>,
    values: Vec<f32>,
}

impl MorphWeights {
    /// A buffer with one row per slice of `rest`, set to it.
    pub fn new<'a>(rest: impl IntoIterator<Item = &'a [f32]>) -> Self {
        let mut weights = Self::default();
        for row in rest {
            let start = weights.values.len();
            weights.values.extend_from_slice(row);
            weights.rows.push(start..weights.values.len());
        }
        weights
    }

    /// How many instances have a row.
    pub fn instances(&self) -> usize {
        self.rows.len()
    }

    /// The weights of one instance, one per morph target of its mesh. 0 is off, 1 is the target as authored;
    /// other values extrapolate.
    pub fn row(&self, instance: usize) -> &[f32] {
        &self.values[self.rows[instance].clone()]
    }

    /// The weights of one instance, to change.
    pub fn row_mut(&mut self, instance: usize) -> &mut [f32] {
        &mut self.values[self.rows[instance].clone()]
    }

    /// Where a weight stands among all of them.
    pub(crate) fn slot(&self, instance: usize, target: usize) -> usize {
        let row = &self.rows[instance];
        assert!(target < row.len(), "instance {instance} has no morph target {target}");
        row.start + target
    }

    /// Copies every value of `other`, which has the same rows.
    pub fn copy_from(&mut self, other: &Self) {
        self.values.copy_from_slice(&other.values);
    }

    /// All weights, row after row.
    pub fn as_slice(&self) -> &[f32] {
        &self.values
    }

    /// All weights, to change.
    pub fn as_mut_slice(&mut self) -> &mut [f32] {
        &mut self.values
    }
}
