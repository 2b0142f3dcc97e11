//! Landmarks of a face, found in its shape.

use super::depth_map::DepthMap;
use super::face_part::FacePart;
use super::profile;
use super::surface::Surface;
use super::{FaceLandmarks, FaceTransferError};
use sinew::character::Character;

/// Most parts of a head that are searched for a face, the foremost first.
const MAX_CANDIDATES: usize = 16;

impl FaceLandmarks {
    /// Landmarks found in the shape of a character's face, seen from where it faces at rest, with its mouth
    /// shut, as far as shut mouths of characters are. The eyes are those of the humanoid bones `leftEye` and
    /// `rightEye`, else estimated from the width of the head.
    ///
    /// # Errors
    /// When there is no face, or its profile has no nose or lips.
    pub fn detect(character: &Character) -> Result<Self, FaceTransferError> {
        let eyes = profile::eyes_of(character);
        let find = |part: FacePart| {
            let surface = Surface::new(character, part).head_only(&part.on_head(character));
            profile::find(&surface, eyes)
        };
        // Glasses and hair may lie before the nose: the first part with a face counts.
        let mut first = None;
        for part in FacePart::candidates(character).into_iter().take(MAX_CANDIDATES) {
            match find(part) {
                Ok(landmarks) => return Ok(landmarks.turned(character.forward_rotation())),
                Err(error) => first = first.or(Some(error)),
            }
        }
        Err(first.unwrap_or(FaceTransferError::NoFace))
    }

    /// Depth map of the face.
    pub(super) fn depth_map(&self, surface: &Surface) -> DepthMap {
        let center = (self.nose_tip * 2.0 + self.mouth) / 3.0;
        DepthMap::new(surface, center.truncate(), self.mouth_half() * 5.0)
    }
}
