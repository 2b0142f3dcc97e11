//! Import of Cem Yuksel's .hair files.

use super::array::{Array, slice};
use super::fault::whole;
use super::gather::Gather;
use super::hair_header::{COLORS, HEADER_BYTES, Header, MAGIC, SEGMENTS, THICKNESS, TRANSPARENCY, UVS};
use super::imported::{HairFileDefaults, HairFormat, ImportedHair};
use super::options::HairFileOptions;
use super::{HairAxes, property, space};
use crate::budget::Budget;
use crate::{ImportError, Report};
use sinew::glam::Vec3;
use sinew_author::hair::MAX_HAIR_COORDINATE;

/// Tenths of an inch, the unit of the women's hair models of Cem Yuksel (so measured by J. Rouwe, *Jolt
/// Physics*, `HairTest.cpp`).
pub(super) const METRES_PER_UNIT: f32 = 0.002_54;
/// Axes of the same models.
pub(super) const AXES: HairAxes = HairAxes::ZUpXForward;

/// True for a .hair file: its first four bytes are `HAIR`.
#[must_use]
pub fn is_hair(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

pub(super) fn import(bytes: &[u8], options: &HairFileOptions) -> Result<ImportedHair, ImportError> {
    let mut report = Report::default();
    let header = Header::read(bytes)?;
    let unit = space::unit(options, METRES_PER_UNIT)?;
    let axes = options.axes.unwrap_or(AXES);
    let arrays = Arrays::new(bytes, &header, &mut report)?;
    let mut gather = Gather::new(header.curves, header.points, &mut Budget::new(bytes.len()))?;
    let mut start = 0;
    for curve in 0..header.curves {
        let count = arrays.segments(curve).unwrap_or(header.segments) + 1;
        let end = start + count;
        if end > header.points {
            let byte = if arrays.segments.is_some() { HEADER_BYTES + 2 * curve } else { 16 };
            let message = format!(
                "strand {curve} needs points {start} to {}, but byte 8 states {} points",
                end - 1,
                header.points
            );
            return Err(ImportError::new("hair", format!("byte {byte}"), message));
        }
        let point = |n| axes.to_sinew(Vec3::from_array(arrays.points.get(n)) * unit);
        gather.add(curve, (start, arrays.points.byte(start)), (start..end).map(point));
        start = end;
    }
    if start < header.points {
        let message = format!("{} points belong to no strand; they are left out", header.points - start);
        report.warn("hair-extra", "byte 8", message);
    }
    let curves = gather.curves(&mut report)?;
    let most = MAX_HAIR_COORDINATE;
    let thickness = arrays.thickness.and_then(|values| {
        property::read("thickness", &values, &gather, most, |value| value * unit, &mut report)
    });
    let opacity = arrays.transparency.and_then(|values| {
        property::read("transparency", &values, &gather, 1.0, |value| 1.0 - value, &mut report)
    });
    let colors = arrays
        .colors
        .and_then(|values| property::read("colour", &values, &gather, 1.0, |value| value, &mut report));
    let curves = curves.with_thickness(property::single(thickness.unwrap_or_default())).map_err(whole)?;
    let curves = curves.with_opacity(property::single(opacity.unwrap_or_default())).map_err(whole)?;
    let curves = curves.with_colors(property::colors(colors.unwrap_or_default())).map_err(whole)?;
    let defaults = HairFileDefaults {
        thickness: header.thickness * unit,
        opacity: (1.0 - header.transparency).clamp(0.0, 1.0),
        color: header.color,
    };
    let is_finite =
        defaults.thickness.is_finite() && defaults.opacity.is_finite() && defaults.color.is_finite();
    space::report(options, unit, axes, &curves, &mut report);
    Ok(ImportedHair {
        format: HairFormat::Hair,
        curves,
        info: header.info,
        defaults: is_finite.then_some(defaults),
        report,
    })
}

/// Arrays after the header, in their order.
struct Arrays<'a> {
    segments: Option<&'a [u8]>,
    points: Array<'a, 3>,
    thickness: Option<Array<'a, 1>>,
    transparency: Option<Array<'a, 1>>,
    colors: Option<Array<'a, 3>>,
}

impl<'a> Arrays<'a> {
    fn new(bytes: &'a [u8], header: &Header, report: &mut Report) -> Result<Self, ImportError> {
        let mut at = HEADER_BYTES;
        let has = |bit| header.arrays & bit != 0;
        let mut segments = None;
        if has(SEGMENTS) {
            segments = Some(slice(bytes, at, header.curves, 2, "segments")?);
            at += 2 * header.curves;
        }
        let points = Array::new(bytes, at, header.points, "points")?;
        at += 12 * header.points;
        let mut values = |bit, name| -> Result<Option<Array<'a, 1>>, ImportError> {
            if !has(bit) {
                return Ok(None);
            }
            let array = Array::new(bytes, at, header.points, name)?;
            at += 4 * header.points;
            Ok(Some(array))
        };
        let thickness = values(THICKNESS, "thickness")?;
        let transparency = values(TRANSPARENCY, "transparency")?;
        let mut colors = None;
        if has(COLORS) {
            colors = Some(Array::new(bytes, at, header.points, "colours")?);
            at += 12 * header.points;
        }
        if has(UVS) {
            slice(bytes, at, header.points, 8, "texture coordinates")?;
            at += 8 * header.points;
            report.info("hair-extra", "byte 12", "texture coordinates are left out");
        }
        let unknown = header.arrays & !(2 * UVS - 1);
        if unknown != 0 {
            let message = format!("arrays of an unknown kind (bits {unknown:#x}) are left out");
            report.warn("hair-extra", "byte 12", message);
        } else if at < bytes.len() {
            let message = format!("{} bytes after the last array are left out", bytes.len() - at);
            report.warn("hair-extra", format!("byte {at}"), message);
        }
        Ok(Self { segments, points, thickness, transparency, colors })
    }

    /// Number of segments of a curve; `None` where the file has none of their own.
    fn segments(&self, curve: usize) -> Option<usize> {
        let segments = self.segments?.as_chunks::<2>().0.get(curve)?;
        Some(usize::from(u16::from_le_bytes(*segments)))
    }
}
