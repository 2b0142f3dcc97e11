//! Properties at the points of curves, read from a file.

use super::array::Array;
use super::gather::Gather;
use crate::Report;
use sinew::glam::Vec3;

/// Values of `N` components for all points, each component `convert`ed and clamped to 0..=`max`. Values that
/// are no numbers make the property useless: `None`, with a report.
pub(super) fn read<const N: usize>(
    name: &str,
    array: &Array<'_, N>,
    gather: &Gather,
    max: f32,
    convert: impl Fn(f32) -> f32,
    report: &mut Report,
) -> Option<Vec<[f32; N]>> {
    let mut values = Vec::with_capacity(gather.file_points().count());
    let mut clamped: Option<(usize, f32, usize)> = None;
    for at in gather.file_points() {
        let raw = array.get(at);
        let converted = raw.map(&convert);
        if converted.iter().any(|value| value.is_nan()) {
            let message =
                format!("the {name} of point {at} is not a number; the {name} of all points is left out");
            report.error("hair-property", format!("byte {}", array.byte(at)), message);
            return None;
        }
        let within = converted.map(|value| value.clamp(0.0, max));
        if let Some(value) =
            raw.iter().zip(&converted).zip(&within).find(|((_, a), b)| a != b).map(|((value, _), _)| *value)
        {
            let first = clamped.get_or_insert((at, value, 0));
            first.2 += 1;
        }
        values.push(within);
    }
    if let Some((at, value, count)) = clamped {
        let message = format!(
            "the {name} of point {at} is {value}, out of range; the {name} of {count} points is clamped"
        );
        report.warn("hair-property", format!("byte {}", array.byte(at)), message);
    }
    Some(values)
}

/// Lists of single values.
pub(super) fn single(values: Vec<[f32; 1]>) -> Vec<f32> {
    values.into_iter().map(|[value]| value).collect()
}

/// Lists of colours.
pub(super) fn colors(values: Vec<[f32; 3]>) -> Vec<Vec3> {
    values.into_iter().map(Vec3::from_array).collect()
}
