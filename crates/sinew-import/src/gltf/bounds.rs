//! What can be said of accessors without knowing what they are for: alignment, finite numbers, stated bounds (glTF 2.0
//! specification, sections 3.6.2.4 and 3.6.2.5).

use super::accessor::Elements;
use super::layout::{Component, Layout};
use super::source::Source;
use crate::ImportError;

/// Looks at every accessor of the file, used or not.
pub(super) fn check(source: &mut Source<'_>) {
    for index in 0..source.json.accessors.len() {
        match check_one(source, index).map_err(ImportError::unless_too_large) {
            Ok(()) => {}
            Err(Ok(error)) => source.report.caught(error, "whatever uses it is left out"),
            Err(Err(_)) => {
                let message = "the accessors from here on are too many to look at one by one";
                return source.report.info("unchecked", format!("/accessors/{index}"), message);
            }
        }
    }
}

fn check_one(source: &mut Source<'_>, index: usize) -> Result<(), ImportError> {
    let place = format!("/accessors/{index}");
    let layout = source.layout(index, &place)?;
    let Some(accessor) = source.json.accessors.get(index) else { return Ok(()) };
    let (offset, sparse) = (accessor.byte_offset, accessor.sparse.is_some());
    let (min, max) = (accessor.min.to_vec(), accessor.max.to_vec());
    let view = accessor.buffer_view.and_then(|v| source.json.buffer_views.get(v));
    let start = view.map_or(0, |v| if v.meshopt().is_some() { 0 } else { v.byte_offset });
    let stride = view.and_then(|v| v.byte_stride).unwrap_or(0);
    let size = layout.component.size();
    if [offset, start.saturating_add(offset), stride].iter().any(|n| !n.is_multiple_of(size)) {
        let message = format!("its numbers of {size} bytes do not stand at multiples of {size}");
        source.report.warn("accessor-alignment", &*place, message);
    }
    if layout.count == 0 {
        source.report.error("accessor-empty", &*place, "it has no elements");
    }
    for (name, bound) in [("min", &min), ("max", &max)] {
        if !bound.is_empty() && bound.len() != layout.width() {
            let message = format!("{} numbers for elements of {}", bound.len(), layout.width());
            source.report.error("accessor-bounds", format!("{place}/{name}"), message);
            return Ok(());
        }
    }
    if sparse || (layout.component != Component::F32 && min.is_empty() && max.is_empty()) {
        return Ok(());
    }
    source.budget.read(layout.count, layout.element_bytes(), &place)?;
    let Some(elements) = source.elements(index, &layout)? else { return Ok(()) };
    let (low, high) = extremes(&layout, elements, &place)?;
    let slack = |bound: f64| bound.abs() * 1e-6 + 1e-9;
    for (name, bounds, found, sign) in [("min", &min, &low, -1.0), ("max", &max, &high, 1.0)] {
        let off = bounds.iter().zip(found).filter(|(bound, _)| layout.count > 0 && bound.is_finite());
        let off: Vec<f64> = off.map(|(bound, value)| sign * (value - bound) / slack(*bound)).collect();
        let place = format!("{place}/{name}");
        if off.iter().any(|&off| off > 1.0) {
            source.report.error("accessor-bounds", place, "elements lie outside of it; it is not used");
        } else if off.iter().any(|&off| off < -1.0) {
            source.report.warn("accessor-bounds", place, "no element reaches it; it is not used");
        }
    }
    Ok(())
}

/// The smallest and largest of each number of the elements.
fn extremes(
    layout: &Layout,
    elements: Elements<'_>,
    place: &str,
) -> Result<(Vec<f64>, Vec<f64>), ImportError> {
    let width = layout.width();
    let (mut low, mut high) = (vec![f64::INFINITY; width], vec![f64::NEG_INFINITY; width]);
    for element in 0..layout.count {
        for (n, (low, high)) in low.iter_mut().zip(&mut high).enumerate() {
            let value = layout.component.read(elements.bytes, element * elements.stride + layout.offset(n));
            if !value.is_finite() {
                return Err(ImportError::new(
                    "not-finite",
                    place,
                    format!("element {element} is not finite"),
                ));
            }
            *low = low.min(value);
            *high = high.max(value);
        }
    }
    Ok((low, high))
}
