//! Export as Cem Yuksel's .hair.

use super::array::push_floats;
use super::export_error::HairExportError;
use super::hair_header::{
    COLORS, HEADER_BYTES, INFO_BYTES, MAGIC, POINTS, SEGMENTS, THICKNESS, TRANSPARENCY,
};
use super::hair_read::{AXES, METRES_PER_UNIT};
use super::options::HairFileOptions;
use sinew_author::hair::HairCurves;

/// Thickness in the header, metres, for curves that have none.
const DEFAULT_THICKNESS: f32 = 0.0001;

/// Writes curves as a .hair file, with thickness, transparency and colours where the curves have them.
///
/// # Errors
/// When there are no curves, or the unit is out of its range.
pub fn export_hair(curves: &HairCurves, options: &HairFileOptions) -> Result<Vec<u8>, HairExportError> {
    if curves.is_empty() {
        return Err(HairExportError::Empty);
    }
    let unit = options.unit(METRES_PER_UNIT).map_err(HairExportError::Unit)?;
    let axes = options.axes.unwrap_or(AXES);
    let has = |bit, is_empty: bool| if is_empty { 0 } else { bit };
    let arrays = SEGMENTS
        | POINTS
        | has(THICKNESS, curves.thickness().is_empty())
        | has(TRANSPARENCY, curves.opacity().is_empty())
        | has(COLORS, curves.colors().is_empty());
    let first = curves.counts().next().unwrap_or_default();
    let segments = if curves.counts().all(|count| count == first) { first - 1 } else { 0 };
    let mut out = Vec::with_capacity(HEADER_BYTES + 2 * curves.len() + 32 * curves.points().len());
    out.extend_from_slice(MAGIC);
    for number in [curves.len() as u32, curves.points().len() as u32, arrays, segments] {
        out.extend_from_slice(&number.to_le_bytes());
    }
    // Thickness, transparency, colour.
    push_floats(&mut out, &[DEFAULT_THICKNESS / unit, 0.0, 1.0, 1.0, 1.0]);
    let mut info = concat!("Sinew ", env!("CARGO_PKG_VERSION")).as_bytes().to_vec();
    info.resize(INFO_BYTES, 0);
    out.append(&mut info);
    for count in curves.counts() {
        // Curves have at most 65,536 points.
        out.extend_from_slice(&((count - 1) as u16).to_le_bytes());
    }
    for point in curves.points() {
        push_floats(&mut out, &(axes.from_sinew(*point) / unit).to_array());
    }
    curves.thickness().iter().for_each(|thickness| push_floats(&mut out, &[thickness / unit]));
    curves.opacity().iter().for_each(|opacity| push_floats(&mut out, &[1.0 - opacity]));
    curves.colors().iter().for_each(|color| push_floats(&mut out, &color.to_array()));
    Ok(out)
}
