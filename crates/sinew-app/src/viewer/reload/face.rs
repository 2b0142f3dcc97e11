//! Another rig of a face, on which emotion and blinks go on.

use crate::asset::face_map;
use crate::report::failure::Failure;
use sinew::face::{EmotionFade, FaceRig, FaceState};
use std::path::Path;
use std::sync::Arc;

/// Sets the shapes of a face map in place of those before, on the face without a map. Emotion and blinks go on
/// where the face has them still. Nothing changes where the map cannot be used. Returns its warnings.
pub(super) fn set_face_map(
    face: &mut FaceState,
    unmapped: &FaceRig,
    path: &Path,
) -> Result<Vec<String>, Failure> {
    let (map, rig) = face_map::read(unmapped, path)?;
    let blinks = face.blinks().cloned();
    let emotion = face.emotion().map(|(emotion, intensity)| (emotion.to_owned(), intensity));
    face.set_rig(Arc::new(rig)).map_err(|error| Failure::input(path.display(), error))?;
    if let Some((emotion, intensity)) = emotion
        && face.emotion().is_none()
    {
        // A face that has lost the emotion goes without.
        let _ = face.set_emotion(emotion.as_str(), EmotionFade::new(0.0).with_intensity(intensity));
    }
    if face.blinks().is_none() {
        face.set_blinks(blinks);
    }
    Ok(map.warnings)
}
