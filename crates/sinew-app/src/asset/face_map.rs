//! Face map: a RON file of the shapes of a face, for speech, blinks, emotions and correctives.

use crate::asset::input_file;
use crate::asset::map_weights::unusual_weights;
use crate::report::failure::Failure;
use sinew::face::{FaceError, FaceRig, FaceRigDescription, FaceState};
use std::path::Path;
use std::sync::Arc;

/// Face map that a face uses.
#[derive(Default)]
pub(crate) struct FaceMap {
    pub(crate) description: FaceRigDescription,
    /// Warnings with the file's name.
    pub(crate) warnings: Vec<String>,
}

/// A face with the shapes of the face map at `path`.
pub(crate) fn read(unmapped: &FaceRig, path: &Path) -> Result<(FaceMap, FaceRig), Failure> {
    let text = input_file::read_text(path)?;
    let wrong = |error: FaceError| Failure::input(path.display(), error);
    let description = FaceRigDescription::from_ron(&text).map_err(wrong)?;
    let rig = unmapped.clone().with_description(&description);
    let rig = rig.map_err(|error| wrong(error.in_text(&text)))?;
    let warning = |message| format!("{}: {message}", path.display());
    let warnings = unusual_weights(&description).into_iter().map(warning).collect();
    Ok((FaceMap { description, warnings }, rig))
}

/// Sets the shapes of the face map at `path`.
pub(crate) fn set(face: &mut FaceState, path: &Path) -> Result<FaceMap, Failure> {
    let (map, rig) = read(face.rig(), path)?;
    face.set_rig(Arc::new(rig)).map_err(|error| Failure::input(path.display(), error))?;
    Ok(map)
}
