//! The face of a set-up.

use crate::file::Located;
use crate::{SetupError, SetupFile};
use sinew::Character;
use sinew::face::{FaceError, FaceRig, FaceRigDescription, VisemeMap};
use std::sync::Arc;

/// The face: what is found, with a mouth for speech, and the description over it.
pub(crate) fn load_face(
    setup: &SetupFile,
    character: &Arc<Character>,
) -> Result<Option<Arc<FaceRig>>, SetupError> {
    let described = &setup.description().face.rig;
    let Some(rig) =
        FaceRig::detect(character).or_else(|| described.as_ref().map(|_| FaceRig::new(character)))
    else {
        return Ok(None);
    };
    let mouth = VisemeMap::detect(character).map(Arc::new);
    let rig = rig.with_viseme_map(mouth).map_err(|error| setup.error("face", error))?;
    let Some(part) = described else { return Ok(Some(Arc::new(rig))) };
    let located = |error: FaceError| match error {
        FaceError::Description { location, message } => Located { location, message },
        error => Located::nowhere(error),
    };
    let (description, source) =
        setup.part("face.rig", part, |text| FaceRigDescription::from_ron(text).map_err(located))?;
    let rig = rig.with_description(&description).map_err(|error| source.error(located(error)))?;
    Ok(Some(Arc::new(rig)))
}
