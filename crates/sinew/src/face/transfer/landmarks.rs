use super::FaceTransferError;
use super::depth_map::DepthMap;
use super::face_part::FacePart;
use super::profile;
use super::surface::Surface;
use crate::character::Character;
use glam::Vec3;

/// Landmarks of a face: places on the skin in model space at rest, metres. Left is the character's left, +X for one that faces +Z.
///
/// Source of the places: Farkas, *Anthropometry of the Head and Face* (2nd edition, 1994), with his names behind those of the fields.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename = "FaceLandmarks", deny_unknown_fields))]
#[non_exhaustive]
pub struct FaceLandmarks {
    /// Deepest place of the bridge of the nose, between the eyes (sellion).
    pub nose_bridge: Vec3,
    /// Foremost place of the nose (pronasale).
    pub nose_tip: Vec3,
    /// Corner between nose and upper lip (subnasale).
    pub nose_base: Vec3,
    /// Foremost place of the upper lip, in the middle (labrale superius).
    pub upper_lip: Vec3,
    /// Line between the lips, in the middle (stomion).
    pub mouth: Vec3,
    /// Foremost place of the lower lip, in the middle (labrale inferius).
    pub lower_lip: Vec3,
    /// Foremost place of the chin (pogonion).
    pub chin: Vec3,
    /// Left corner of the mouth (cheilion).
    pub mouth_left: Vec3,
    /// Right corner of the mouth.
    pub mouth_right: Vec3,
    /// Middle of the left eye; its depth does not matter.
    pub eye_left: Vec3,
    /// Middle of the right eye.
    pub eye_right: Vec3,
}

impl FaceLandmarks {
    /// Landmarks found in the shape of a character's face, which must face +Z at rest with its mouth shut, as far as shut mouths of
    /// characters are. The eyes are those of the humanoid bones `leftEye` and `rightEye`, else estimated from the width of the head.
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
        for part in FacePart::candidates(character) {
            match find(part) {
                Ok(landmarks) => return Ok(landmarks),
                Err(error) => first = first.or(Some(error)),
            }
        }
        Err(first.unwrap_or(FaceTransferError::NoFace))
    }

    /// Names and places.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Vec3)> {
        [
            ("nose_bridge", self.nose_bridge),
            ("nose_tip", self.nose_tip),
            ("nose_base", self.nose_base),
            ("upper_lip", self.upper_lip),
            ("mouth", self.mouth),
            ("lower_lip", self.lower_lip),
            ("chin", self.chin),
            ("mouth_left", self.mouth_left),
            ("mouth_right", self.mouth_right),
            ("eye_left", self.eye_left),
            ("eye_right", self.eye_right),
        ]
        .into_iter()
    }

    /// Half the width of the mouth, metres: the measure of distances on the face.
    pub(super) fn mouth_half(&self) -> f32 {
        self.mouth_left.distance(self.mouth_right) * 0.5
    }

    /// Whether the places can be those of a face.
    pub(super) fn is_face(&self) -> bool {
        let half = self.mouth_half();
        self.iter().all(|(_, place)| place.is_finite())
            && half > 0.0
            && self.mouth_left.x > self.mouth_right.x
            && self.eye_left.x > self.eye_right.x
            && self.nose_bridge.y > self.nose_base.y
            && self.upper_lip.y > self.lower_lip.y
            && self.mouth.y > self.chin.y
            && self.nose_tip.z > self.nose_base.z
            && self.iter().all(|(_, place)| place.distance(self.mouth) < 20.0 * half)
    }

    /// Depth map of the face.
    pub(super) fn depth_map(&self, surface: &Surface) -> DepthMap {
        let center = (self.nose_tip * 2.0 + self.mouth) / 3.0;
        DepthMap::new(surface, center.truncate(), self.mouth_half() * 5.0)
    }
}
