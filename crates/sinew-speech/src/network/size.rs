//! Sizes of layers as the tensors state them.

use super::container::Tensors;
use super::error::WeightsError;

/// Largest size of a layer.
const MAX_SIZE: usize = 1024;

/// Number of columns or rows of a matrix, by the number of the dimension.
pub(super) fn layer_size(tensors: &Tensors<'_>, name: &str, dimension: usize) -> Result<usize, WeightsError> {
    let shape = tensors.shape(name)?;
    match shape.get(dimension) {
        Some(size) if (1..=MAX_SIZE).contains(size) => Ok(*size),
        _ => Err(WeightsError::Shape {
            name: name.into(),
            found: shape.to_vec(),
            expected: "a matrix of 1 to 1024 rows and columns".into(),
        }),
    }
}
