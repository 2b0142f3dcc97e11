use super::imported::{HairFormat, ImportedHair};
use super::options::HairFileOptions;
use super::{hair_read, tfx_read};
use crate::files::{FolderFiles, read_file};
use crate::limits::MAX_FILE_BYTES;
use crate::{ImportError, ImportOptions, Resolver};
use sinew_author::hair::{HairCurves, HairCurvesError};
use std::path::Path;

/// Imports hair: a .hair or .tfx file, or the lines of a character file (glTF LINES, LINE_STRIP and
/// LINE_LOOP) in the rest pose. The format is detected from the content; files that are neither of the first
/// two are imported as characters, with the files that `resolver` reads.
///
/// Curves with a point that is not finite, with fewer than two points or without length are left out, and the
/// report says how many. Memory stays within the limits of [`import`](crate::import), and within
/// [`MAX_HAIR_TOTAL_POINTS`](sinew_author::hair::MAX_HAIR_TOTAL_POINTS).
///
/// # Errors
/// If the format is not recognized, the file is cut off or contradicts itself, or has no usable curve. The
/// location is a byte offset.
///
/// ```
/// use sinew::glam::Vec3;
/// use sinew_author::hair::HairCurves;
/// use sinew_import::{HairFileOptions, HairFormat, NoFiles, export_hair, import_hair};
/// let curves = HairCurves::new(vec![Vec3::Y, Vec3::Y * 1.1], &[2])?;
/// let options = HairFileOptions::default();
/// let bytes = export_hair(&curves, &options)?;
/// let hair = import_hair(&bytes, &NoFiles, &options)?;
/// assert_eq!((hair.format, hair.curves.len()), (HairFormat::Hair, 1));
/// assert!(hair.curves.curve(0)[1].distance(Vec3::Y * 1.1) < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn import_hair(
    bytes: &[u8],
    resolver: &dyn Resolver,
    options: &HairFileOptions,
) -> Result<ImportedHair, ImportError> {
    if hair_read::is_hair(bytes) {
        return hair_read::import(bytes, options);
    }
    if tfx_read::is_tfx(bytes) {
        return tfx_read::import(bytes, options);
    }
    let units = ImportOptions::default().with_metres_per_unit(options.metres_per_unit);
    let imported = crate::import_with(bytes, resolver, &units).map_err(|error| match error.code {
        "unknown-format" => {
            let message = format!("{}; expected hair (.hair, .tfx) or a file with lines", error.message);
            ImportError::new(error.code, error.location, message)
        }
        _ => error,
    })?;
    let curves = HairCurves::of_character(&imported.character).map_err(|error| match error {
        HairCurvesError::NoLines => {
            let message = format!(
                "the file ({}) has no lines; hair is read from LINES, LINE_STRIP and LINE_LOOP primitives",
                imported.format
            );
            ImportError::new("hair", "/meshes", message)
        }
        HairCurvesError::TooMany { .. } => {
            ImportError::new(ImportError::TOO_LARGE, "/meshes", error.to_string())
        }
        _ => ImportError::new("hair", "/meshes", error.to_string()),
    })?;
    Ok(ImportedHair {
        format: HairFormat::Lines(imported.format),
        curves,
        info: String::new(),
        defaults: None,
        report: imported.report,
    })
}

/// Imports the hair file at `path`, with the files that it references from its folder.
///
/// # Errors
/// As [`import_hair`], and with the code `unreadable` where the file cannot be read.
///
/// ```no_run
/// let hair = sinew_import::import_hair_file("hair/wavy.hair", &Default::default())?;
/// println!("{} curves, {} m tall", hair.curves.len(), hair.curves.bounds().size().y);
/// # Ok::<(), sinew_import::ImportError>(())
/// ```
pub fn import_hair_file(
    path: impl AsRef<Path>,
    options: &HairFileOptions,
) -> Result<ImportedHair, ImportError> {
    let path = path.as_ref();
    let unreadable = |message: String| ImportError::new("unreadable", path.display().to_string(), message);
    let bytes = read_file(path, MAX_FILE_BYTES).map_err(unreadable)?;
    import_hair(&bytes, &FolderFiles::beside(path), options)
}
