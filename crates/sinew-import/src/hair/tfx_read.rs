//! Import of AMD's TressFX files, version 4.

use super::array::{Array, f32_at};
use super::fault::whole;
use super::gather::Gather;
use super::imported::{HairFormat, ImportedHair};
use super::options::HairFileOptions;
use super::tfx_header::Header;
use super::{HairAxes, property, space};
use crate::budget::Budget;
use crate::{ImportError, Report};
use sinew::glam::Vec3;
use sinew_author::hair::MAX_HAIR_COORDINATE;

/// Centimetres, the unit of Maya, for which TressFX has an exporter.
pub(super) const METRES_PER_UNIT: f32 = 0.01;
/// Axes of Maya.
pub(super) const AXES: HairAxes = HairAxes::YUpZForward;

/// True for a file that may be a TressFX file, which has no magic number: its first four bytes are a version,
/// a number from 1 to 10.
#[must_use]
pub fn is_tfx(bytes: &[u8]) -> bool {
    f32_at(bytes, 0).is_some_and(|version| (1.0..10.0).contains(&version))
}

pub(super) fn import(bytes: &[u8], options: &HairFileOptions) -> Result<ImportedHair, ImportError> {
    let mut report = Report::default();
    let header = Header::read(bytes)?;
    let unit = space::unit(options, METRES_PER_UNIT)?;
    let axes = options.axes.unwrap_or(AXES);
    let count = header.points_per_curve;
    let total = header.curves * count;
    let positions: Array<'_, 4> = Array::new(bytes, header.positions, total, "vertex positions")?;
    let thickness: Option<Array<'_, 1>> = match header.thickness {
        0 => None,
        at => Some(Array::new(bytes, at, header.curves, "thickness of strands")?),
    };
    let colors: Option<Array<'_, 4>> = match header.colors {
        0 => None,
        at => Some(Array::new(bytes, at, total, "vertex colours")?),
    };
    let mut gather = Gather::new(header.curves, total, &mut Budget::new(bytes.len()))?;
    for curve in 0..header.curves {
        let start = curve * count;
        // The fourth number is the inverse mass, 0 for vertices that follow the skin.
        let point = |n| {
            let [x, y, z, _] = positions.get(n);
            axes.to_sinew(Vec3::new(x, y, z) * unit)
        };
        gather.add(curve, (start, positions.byte(start)), (start..start + count).map(point));
    }
    let mut curves = gather.curves(&mut report)?;
    if let Some(thickness) = thickness {
        let per_curve = |start: &u32| thickness.get(*start as usize / count)[0] * unit;
        let widths: Vec<f32> = gather.starts.iter().map(per_curve).collect();
        let range = 0.0..=MAX_HAIR_COORDINATE;
        match widths.iter().position(|width| !range.contains(width)) {
            Some(bad) => {
                let strand = gather.starts.get(bad).map_or(0, |start| *start as usize / count);
                let message = format!(
                    "the thickness of strand {strand} is {}; the thickness of all strands is left out",
                    thickness.get(strand)[0]
                );
                report.error("hair-property", format!("byte {}", thickness.byte(strand)), message);
            }
            None => {
                let values = widths.iter().flat_map(|width| std::iter::repeat_n(*width, count)).collect();
                curves = curves.with_thickness(values).map_err(whole)?;
            }
        }
    }
    let colors =
        colors.and_then(|values| property::read("colour", &values, &gather, 1.0, |value| value, &mut report));
    if let Some(colors) = colors {
        let opacity: Vec<f32> = colors.iter().map(|color| color[3]).collect();
        let rgb = colors.into_iter().map(|[r, g, b, _]| Vec3::new(r, g, b)).collect();
        curves = curves.with_colors(rgb).map_err(whole)?;
        // Some exporters leave it at 0.
        if opacity.iter().any(|value| *value != 1.0) && opacity.iter().any(|value| *value != 0.0) {
            curves = curves.with_opacity(opacity).map_err(whole)?;
        }
    }
    space::report(options, unit, axes, &curves, &mut report);
    Ok(ImportedHair { format: HairFormat::Tfx, curves, info: String::new(), defaults: None, report })
}
