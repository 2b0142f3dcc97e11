//! Checks of accessors independent of their use: alignment, finite values, min and max (glTF 2.0
//! specification, sections 3.6.2.4 and 3.6.2.5).

use super::accessor::Elements;
use super::layout::{Component, Layout};
use super::source::Source;
use crate::ImportError;

/// Checks every accessor of the file, used or not.
pub(super) fn check(source: &mut Source<'_>) {
    for index in 0..source.json.accessors.len() {
        match check_one(source, index).map_err(ImportError::unless_too_large) {
            Ok(()) => {}
            Err(Ok(error)) => source.report.recovered(error, "everything that uses the accessor is left out"),
            Err(Err(_)) => {
                let message =
                    "this accessor and all later ones were not checked: too many accessors share data";
                return source.report.info("unchecked", format!("/accessors/{index}"), message);
            }
        }
    }
}

fn check_one(source: &mut Source<'_>, index: usize) -> Result<(), ImportError> {
    let location = format!("/accessors/{index}");
    let layout = source.layout(index, &location)?;
    let Some(accessor) = source.json.accessors.get(index) else { return Ok(()) };
    let (offset, sparse) = (accessor.byte_offset, accessor.sparse.is_some());
    let (min, max) = (accessor.min.to_vec(), accessor.max.to_vec());
    let view = accessor.buffer_view.and_then(|v| source.json.buffer_views.get(v));
    let start = view.map_or(0, |v| if v.meshopt().is_some() { 0 } else { v.byte_offset });
    let stride = view.and_then(|v| v.byte_stride).unwrap_or(0);
    let size = layout.component.size();
    if [offset, start.saturating_add(offset), stride].iter().any(|n| !n.is_multiple_of(size)) {
        let message = format!("the data is not aligned to the component size of {size} bytes");
        source.report.warn("accessor-alignment", &*location, message);
    }
    if layout.count == 0 {
        source.report.error("accessor-empty", &*location, "the accessor has no elements");
    }
    for (name, bound) in [("min", &min), ("max", &max)] {
        if !bound.is_empty() && bound.len() != layout.width() {
            let message = format!("{} values; expected {} components", bound.len(), layout.width());
            source.report.warn("accessor-bounds", format!("{location}/{name}"), message);
            return Ok(());
        }
    }
    if sparse || (layout.component != Component::F32 && min.is_empty() && max.is_empty()) {
        return Ok(());
    }
    source.budget.read(layout.count, layout.element_bytes(), &location)?;
    let Some(elements) = source.elements(index, &layout)? else { return Ok(()) };
    let (low, high) = extremes(&layout, elements, &location)?;
    let slack = |bound: f64| bound.abs() * 1e-6 + 1e-9;
    for (name, bounds, found, sign) in [("min", &min, &low, -1.0), ("max", &max, &high, 1.0)] {
        let off = bounds.iter().zip(found).filter(|(bound, _)| layout.count > 0 && bound.is_finite());
        let off: Vec<f64> = off.map(|(bound, value)| sign * (value - bound) / slack(*bound)).collect();
        let location = format!("{location}/{name}");
        if off.iter().any(|&off| off > 1.0) {
            source.report.warn("accessor-bounds", location, "elements are beyond this bound; it is ignored");
        } else if off.iter().any(|&off| off < -1.0) {
            source.report.warn("accessor-bounds", location, "no element reaches this bound; it is ignored");
        }
    }
    Ok(())
}

/// Smallest and largest value of each component.
fn extremes(
    layout: &Layout,
    elements: Elements<'_>,
    location: &str,
) -> Result<(Vec<f64>, Vec<f64>), ImportError> {
    let (mut low, mut high) = (Vec::new(), Vec::new());
    for component in 0..layout.width() {
        let offset = layout.offset(component);
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for element in 0..layout.count {
            let value = layout.component.read(elements.bytes, element * elements.stride + offset);
            if !value.is_finite() {
                let message = format!("element {element} is not finite");
                return Err(ImportError::new("not-finite", location, message));
            }
            least = least.min(value);
            greatest = greatest.max(value);
        }
        low.push(least);
        high.push(greatest);
    }
    Ok((low, high))
}
