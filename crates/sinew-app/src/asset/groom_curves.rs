//! Files of the strands of a groom.

use crate::report::failure::Failure;
use crate::report::output::extension;
use crate::report::whole_file::write_file;
use sinew::glam::Vec3;
use sinew::hair::{Groom, GuidePose, HairCurves, HairLook};
use sinew_import::{HairFileOptions, export_hair, export_hair_glb, export_tfx};
use std::path::Path;

/// Points per strand of a .tfx file, which needs a power of two.
const TFX_POINTS: usize = 16;

/// Writes the strands as .hair, .tfx or .glb, with the colours and thickness of `looks`. Returns their number.
pub(crate) fn write(path: &Path, groom: &Groom, looks: &[HairLook]) -> Result<usize, Failure> {
    let curves = curves(groom, looks).map_err(|error| Failure::input(path.display(), error))?;
    let options = HairFileOptions::default();
    let failed = |error: &dyn std::fmt::Display| Failure::input(path.display(), error);
    let bytes = match extension(path).as_str() {
        "hair" => export_hair(&curves, &options).map_err(|error| failed(&error))?,
        "tfx" => {
            let even = curves.resampled(TFX_POINTS).map_err(|error| failed(&error))?;
            export_tfx(&even, &options).map_err(|error| failed(&error))?
        }
        "glb" => export_hair_glb(&curves, &Default::default()).map_err(|error| failed(&error))?.bytes,
        _ => return Err(Failure::Call(format!("{}: expected .hair, .tfx or .glb", path.display()))),
    };
    write_file(path, &bytes)?;
    Ok(curves.len())
}

/// Strands of all layers at rest, in model space.
fn curves(groom: &Groom, looks: &[HairLook]) -> Result<HairCurves, sinew::hair::HairCurvesError> {
    let (mut points, mut counts) = (Vec::new(), Vec::new());
    let (mut colors, mut thickness) = (Vec::new(), Vec::new());
    for (number, layer) in groom.layers.iter().enumerate() {
        let look = looks.get(number).unwrap_or(&layer.look);
        let rest = GuidePose::at_rest(&layer.guides);
        let count = layer.strands.points_per_strand();
        for strand in 0..layer.strands.strands().len() {
            let own: Vec<Vec3> = (0..count).map(|n| layer.strands.point(strand, n, &rest)).collect();
            if HairCurves::check(counts.len(), &own).is_err() {
                continue;
            }
            points.extend(own);
            counts.push(count as u32);
            for n in 0..count {
                let share = n as f32 / (count - 1) as f32;
                colors.push(look.root_color.lerp(look.tip_color, share));
                thickness.push(look.width * (1.0 + (look.tip_width - 1.0) * share));
            }
        }
    }
    HairCurves::new(points, &counts)?.with_thickness(thickness)?.with_colors(colors)
}
