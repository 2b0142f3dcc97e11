//! Unit and axes of files that state neither.

use super::HairAxes;
use super::options::HairFileOptions;
use crate::{ImportError, Report};
use sinew_author::hair::HairCurves;

/// Largest sides of the box around hair, metres, that are not remarked on.
const PLAUSIBLE_EXTENTS: std::ops::RangeInclusive<f32> = 0.03..=4.0;

/// The unit of a file, given that of its format.
pub(super) fn unit(options: &HairFileOptions, of_format: f32) -> Result<f32, ImportError> {
    options.unit(of_format).map_err(|unit| {
        let (min, max) = (HairFileOptions::MIN_METRES_PER_UNIT, HairFileOptions::MAX_METRES_PER_UNIT);
        let message = format!("{unit} metres per unit; expected {min} to {max}");
        ImportError::new("hair", "options", message)
    })
}

/// Reports the unit and axes that were assumed, and an unusual size.
pub(super) fn report(
    options: &HairFileOptions,
    unit: f32,
    axes: HairAxes,
    curves: &HairCurves,
    report: &mut Report,
) {
    if options.metres_per_unit.is_none() || options.axes.is_none() {
        let message =
            format!("the file states no space; its unit is taken for {unit} m, its axes for {axes}");
        report.info("hair-space", "file", message);
    }
    let extent = curves.bounds().size().max_element();
    if !PLAUSIBLE_EXTENTS.contains(&extent) {
        let size = if extent > 1.0 { "large" } else { "small" };
        let message = format!(
            "the hair measures {extent} m, which is unusually {size}; state the unit (`metres_per_unit`)"
        );
        report.info("size", "file", message);
    }
}
