//! Files of the strands of a groom.

use crate::report::failure::Failure;
use crate::report::output::extension;
use crate::report::whole_file::write_file;
use sinew::hair::{Groom, HairLook};
use sinew_author::hair::{HairCurves, HairCurvesError};
use sinew_import::{HairFileOptions, export_hair, export_hair_glb, export_tfx};
use std::path::Path;

/// Points per strand of a .tfx file, which needs a power of two.
const TFX_POINTS: usize = 16;

/// Writes the strands as .hair, .tfx or .glb, with the colours and thickness of `looks`. Returns their
/// number.
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
        _ => return Err(Failure::Call(format!("{}: expected .groom, .hair, .tfx or .glb", path.display()))),
    };
    write_file(path, &bytes)?;
    Ok(curves.len())
}

/// Strands of all layers at rest, in model space, with these looks in place of the layers' own.
fn curves(groom: &Groom, looks: &[HairLook]) -> Result<HairCurves, HairCurvesError> {
    if looks.is_empty() {
        return HairCurves::of_groom(groom);
    }
    let mut groom = groom.clone();
    groom.layers.iter_mut().zip(looks).for_each(|(layer, look)| layer.look = *look);
    HairCurves::of_groom(&groom)
}
