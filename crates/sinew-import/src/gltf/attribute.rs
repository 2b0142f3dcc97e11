//! Vertex attributes from accessors, checked for one element per vertex.

use super::source::Source;
use crate::ImportError;
use sinew::glam::{Vec3, Vec4};

/// Reads an optional attribute. An unusable one is reported and left out.
pub(super) fn optional<const N: usize>(
    source: &mut Source<'_>,
    accessor: Option<usize>,
    count: usize,
    location: &str,
) -> Result<Vec<[f32; N]>, ImportError> {
    let Some(accessor) = accessor else { return Ok(Vec::new()) };
    match source.vectors(accessor, location).and_then(|values| same_count(values, count, location)) {
        Ok(values) => Ok(values),
        Err(error) => {
            source.report.recovered(error.unless_too_large()?, &format!("{location} is left out"));
            Ok(Vec::new())
        }
    }
}

/// Reads optional vertex colours with three or four components; of three they have the given `alpha`.
pub(super) fn optional_colors(
    source: &mut Source<'_>,
    accessor: Option<usize>,
    count: usize,
    alpha: f32,
    location: &str,
) -> Result<Vec<Vec4>, ImportError> {
    let Some(index) = accessor else { return Ok(Vec::new()) };
    if source.layout(index, location).is_ok_and(|layout| layout.width() == 3) {
        let colors = optional::<3>(source, accessor, count, location)?;
        return Ok(colors.into_iter().map(|c| Vec3::from_array(c).extend(alpha)).collect());
    }
    Ok(optional::<4>(source, accessor, count, location)?.into_iter().map(Vec4::from_array).collect())
}

/// Checks that there is one value per vertex.
pub(super) fn same_count<T>(values: Vec<T>, count: usize, location: &str) -> Result<Vec<T>, ImportError> {
    if values.len() == count {
        return Ok(values);
    }
    let message = format!("{} elements; expected {count}, one per vertex", values.len());
    Err(ImportError::new("attribute-count", location, message))
}
