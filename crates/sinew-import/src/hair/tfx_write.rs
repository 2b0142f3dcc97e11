//! Export as AMD's TressFX .tfx, version 4.

use super::array::push_floats;
use super::export_error::HairExportError;
use super::options::HairFileOptions;
use super::tfx_header::{HEADER_BYTES, VERSION};
use super::tfx_read::{AXES, METRES_PER_UNIT};
use sinew::glam::Vec3;
use sinew_author::hair::HairCurves;

/// Number of vertices of a strand that follow the skin.
const FIXED_VERTICES: usize = 2;

/// Writes curves as a .tfx file: vertices, the first two of each strand fixed; the thickness at the root;
/// colours with opacity.
///
/// All curves must have the same number of points. TressFX itself takes powers of two from 4 to 64.
///
/// # Errors
/// When there are no curves, their numbers of points differ, or the unit is out of its range.
pub fn export_tfx(curves: &HairCurves, options: &HairFileOptions) -> Result<Vec<u8>, HairExportError> {
    let first = curves.counts().next().ok_or(HairExportError::Empty)?;
    if let Some((curve, points)) = curves.counts().enumerate().find(|(_, count)| *count != first) {
        return Err(HairExportError::PointCount { curve, points, first });
    }
    let unit = options.unit(METRES_PER_UNIT).map_err(HairExportError::Unit)?;
    let axes = options.axes.unwrap_or(AXES);
    let (total, count) = (curves.points().len(), first as usize);
    let has_colors = !curves.colors().is_empty() || !curves.opacity().is_empty();
    let after_positions = HEADER_BYTES + 16 * total;
    let colors = if has_colors { after_positions } else { 0 };
    let after_colors = after_positions + if has_colors { 16 * total } else { 0 };
    let thickness = if curves.thickness().is_empty() { 0 } else { after_colors };
    let mut out = Vec::with_capacity(after_colors + 4 * curves.len());
    out.extend_from_slice(&VERSION.to_le_bytes());
    // Strands, vertices, then the offsets of positions, texture coordinates of strands and of vertices,
    // thickness and colours.
    for number in [curves.len(), count, HEADER_BYTES, 0, 0, thickness, colors] {
        out.extend_from_slice(&(number as u32).to_le_bytes());
    }
    out.resize(HEADER_BYTES, 0);
    for (n, point) in curves.points().iter().enumerate() {
        let inverse_mass = if n % count < FIXED_VERTICES { 0.0 } else { 1.0 };
        push_floats(&mut out, &(axes.from_sinew(*point) / unit).extend(inverse_mass).to_array());
    }
    if has_colors {
        for n in 0..total {
            let rgb = curves.colors().get(n).copied().unwrap_or(Vec3::ONE);
            push_floats(&mut out, &rgb.extend(curves.opacity().get(n).copied().unwrap_or(1.0)).to_array());
        }
    }
    curves.thickness().iter().step_by(count).for_each(|width| push_floats(&mut out, &[width / unit]));
    Ok(out)
}
