/// Joint influences (skin weights) of vertices: `stride` pairs of joint and weight per vertex, heaviest
/// first.
///
/// The weights of a vertex sum to 1, or are all 0: then the vertex follows the node of its mesh instead of
/// the skin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Influences {
    stride: usize,
    joints: Vec<u16>,
    weights: Vec<f32>,
    /// Largest joint in use, cached because it is read for every mesh and frame.
    max_joint: Option<u16>,
    /// Largest number of weights above 0 of a vertex, at least 1.
    max_used: usize,
}

/// Error of [`Influences::new`].
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InfluencesError {
    /// The slices have unequal lengths, or lengths that are not a multiple of the stride.
    #[error("{joints} joints and {weights} weights; expected equal numbers, a multiple of {stride}")]
    Length {
        /// Number of joint entries.
        joints: usize,
        /// Number of weights.
        weights: usize,
        /// Influences per vertex.
        stride: usize,
    },
    /// A weight is negative or not finite.
    #[error("vertex {vertex}: weight {weight} is negative or not finite")]
    Weight {
        /// Index of the vertex.
        vertex: usize,
        /// The weight.
        weight: f32,
    },
}

/// Largest deviation of a sum of weights from 1 that comes from rounding alone.
const ROUNDING: f64 = 2e-7;

impl Influences {
    /// Influences from `stride` joints (indices within the skin) and weights per vertex. Sorts each row by
    /// weight, normalizes it to a sum of 1 (rows of zeros stay), and drops columns that no vertex needs.
    ///
    /// # Errors
    /// When the lengths do not match the stride, or a weight is negative or not finite.
    pub fn new(stride: usize, joints: &[u16], weights: &[f32]) -> Result<Self, InfluencesError> {
        if stride == 0 || joints.len() != weights.len() || !joints.len().is_multiple_of(stride) {
            return Err(InfluencesError::Length { joints: joints.len(), weights: weights.len(), stride });
        }
        if let Some(at) = weights.iter().position(|w| !(w.is_finite() && *w >= 0.0)) {
            return Err(InfluencesError::Weight { vertex: at / stride, weight: weights[at] });
        }
        let used = |row: &[f32]| row.iter().filter(|&&w| w > 0.0).count();
        let needed = weights.chunks_exact(stride).map(used).max().unwrap_or(0).max(1);
        // Four and eight have fast paths; between them the rows are padded with zeros.
        let padded = if needed <= 4 { 4 } else { needed.next_multiple_of(4) };
        let rows = joints.len() / stride;
        let mut out = Self {
            stride: padded,
            joints: vec![0; rows * padded],
            weights: vec![0.0; rows * padded],
            max_joint: None,
            max_used: needed,
        };
        let mut row: Vec<(u16, f32)> = Vec::with_capacity(stride);
        for v in 0..rows {
            row.clear();
            let from = v * stride..(v + 1) * stride;
            row.extend(joints[from.clone()].iter().copied().zip(weights[from].iter().copied()));
            row.retain(|&(_, w)| w > 0.0);
            row.sort_by(|a, b| b.1.total_cmp(&a.1));
            let total: f64 = row.iter().map(|&(_, w)| f64::from(w)).sum();
            // The last bits of a row that was normalized before stay.
            let total = if (total - 1.0).abs() < ROUNDING { 1.0 } else { total };
            for (i, &(joint, weight)) in row.iter().enumerate() {
                out.joints[v * padded + i] = joint;
                out.weights[v * padded + i] = (f64::from(weight) / total) as f32;
            }
        }
        out.max_joint = out.joints.iter().copied().max();
        Ok(out)
    }

    /// Reordered influences: vertex `i` of the result is vertex `order[i]` of `self`.
    ///
    /// # Panics
    /// When `order` contains a vertex that does not exist.
    #[must_use]
    pub fn reordered(&self, order: &[u32]) -> Self {
        let rows = || order.iter().map(|&v| v as usize * self.stride..(v as usize + 1) * self.stride);
        let joints: Vec<u16> = rows().flat_map(|row| self.joints[row].iter().copied()).collect();
        Self {
            stride: self.stride,
            max_joint: joints.iter().copied().max(),
            max_used: self.max_used,
            joints,
            weights: rows().flat_map(|row| self.weights[row].iter().copied()).collect(),
        }
    }

    /// Influences per vertex, a multiple of four; unused ones at the end of a row have weight 0 and joint 0.
    #[must_use]
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Largest number of influences that any vertex uses, at least 1 and at most the stride.
    pub(crate) fn max_used(&self) -> usize {
        self.max_used
    }

    /// Number of vertices.
    #[must_use]
    pub fn len(&self) -> usize {
        self.weights.len().checked_div(self.stride).unwrap_or(0)
    }

    /// Whether there is no vertex.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// Joint indices within the skin, `stride` per vertex.
    #[must_use]
    pub fn joints(&self) -> &[u16] {
        &self.joints
    }

    /// Weights, `stride` per vertex.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Joint indices within the skin of the influences of one vertex with a weight above 0.
    pub(super) fn joints_of_vertex(&self, vertex: usize) -> &[u16] {
        let row = vertex * self.stride..(vertex + 1) * self.stride;
        let used = self.weights[row.clone()].iter().take_while(|weight| **weight > 0.0).count();
        &self.joints[row][..used]
    }

    /// Influences of one vertex with a weight above 0, as (joint index within the skin, weight).
    ///
    /// # Panics
    /// When there is no such vertex.
    pub fn of_vertex(&self, vertex: usize) -> impl Iterator<Item = (usize, f32)> + Clone {
        let row = vertex * self.stride..(vertex + 1) * self.stride;
        let pairs = self.joints[row.clone()].iter().zip(&self.weights[row]);
        pairs.take_while(|&(_, &w)| w > 0.0).map(|(&j, &w)| (usize::from(j), w))
    }

    /// Largest joint index in use; `None` without vertices.
    #[must_use]
    pub fn max_joint(&self) -> Option<u16> {
        self.max_joint
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_normalised_and_trimmed() {
        let i = Influences::new(8, &[9, 1, 2, 3, 0, 0, 0, 0], &[0.2, 0.6, 0.0, 1.2, 0., 0., 0., 0.]).unwrap();
        assert_eq!(i.stride(), 4);
        let row: Vec<_> = i.of_vertex(0).collect();
        assert_eq!(row.iter().map(|r| r.0).collect::<Vec<_>>(), [3, 1, 9]);
        assert!((row.iter().map(|r| r.1).sum::<f32>() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn zero_rows_stay_zero_and_bad_weights_are_refused() {
        assert_eq!(Influences::new(4, &[5; 4], &[0.0; 4]).unwrap().of_vertex(0).count(), 0);
        assert!(Influences::new(4, &[0; 4], &[1.0, f32::NAN, 0.0, 0.0]).is_err());
        assert!(Influences::new(4, &[0; 4], &[1.0, -0.5, 0.0, 0.0]).is_err());
        assert!(Influences::new(4, &[0; 3], &[1.0; 3]).is_err());
    }
}
