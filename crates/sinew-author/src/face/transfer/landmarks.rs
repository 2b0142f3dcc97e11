use super::FaceTransferError;
use glam::{Quat, Vec3};
use sinew::character::Character;

/// Landmarks of a face: points on the skin in model space at rest, metres. Left is the character's left, +X
/// for one that faces +Z.
///
/// Source of the points: Farkas, *Anthropometry of the Head and Face* (2nd edition, 1994), with his names
/// behind those of the fields.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename = "FaceLandmarks", deny_unknown_fields))]
pub struct FaceLandmarks {
    /// Deepest point of the bridge of the nose, between the eyes (sellion).
    pub nose_bridge: Vec3,
    /// Foremost point of the nose (pronasale).
    pub nose_tip: Vec3,
    /// Corner between nose and upper lip (subnasale).
    pub nose_base: Vec3,
    /// Foremost point of the upper lip, in the middle (labrale superius).
    pub upper_lip: Vec3,
    /// Line between the lips, in the middle (stomion).
    pub mouth: Vec3,
    /// Foremost point of the lower lip, in the middle (labrale inferius).
    pub lower_lip: Vec3,
    /// Foremost point of the chin (pogonion).
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

/// Largest distance of a landmark from the mouth, in half widths of the mouth.
const MAX_DISTANCE: f32 = 20.0;

impl FaceLandmarks {
    /// The landmarks turned about the origin: to those of the same face that looks elsewhere.
    #[must_use]
    pub fn turned(&self, turn: Quat) -> Self {
        Self {
            nose_bridge: turn * self.nose_bridge,
            nose_tip: turn * self.nose_tip,
            nose_base: turn * self.nose_base,
            upper_lip: turn * self.upper_lip,
            mouth: turn * self.mouth,
            lower_lip: turn * self.lower_lip,
            chin: turn * self.chin,
            mouth_left: turn * self.mouth_left,
            mouth_right: turn * self.mouth_right,
            eye_left: turn * self.eye_left,
            eye_right: turn * self.eye_right,
        }
    }

    /// The landmarks of a character in the axes of one that faces +Z, as the functions beside this one take
    /// them.
    pub(super) fn ahead(&self, character: &Character) -> Self {
        self.turned(character.forward_rotation().inverse())
    }

    /// Names and points.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'static str, Vec3)> {
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

    /// Landmark that cannot be that of a face, and the position where it is expected.
    pub(super) fn fault(&self) -> Option<(&'static str, &'static str)> {
        if let Some((name, _)) = self.iter().find(|(_, point)| !point.is_finite()) {
            return Some((name, "expected finite numbers"));
        }
        let left = "expected at larger x than its counterpart: left is the character's left";
        let rules = [
            (self.mouth_left.x > self.mouth_right.x, "mouth_left", left),
            (self.eye_left.x > self.eye_right.x, "eye_left", left),
            (self.nose_bridge.y > self.nose_base.y, "nose_bridge", "expected above nose_base, at larger y"),
            (self.nose_tip.z > self.nose_base.z, "nose_tip", "expected in front of nose_base, at larger z"),
            (self.upper_lip.y > self.lower_lip.y, "upper_lip", "expected above lower_lip, at larger y"),
            (self.mouth.y > self.chin.y, "chin", "expected below the mouth, at smaller y"),
        ];
        if let Some((_, name, message)) = rules.into_iter().find(|(holds, ..)| !holds) {
            return Some((name, message));
        }
        let reach = MAX_DISTANCE * self.mouth_half();
        let far = self.iter().find(|(_, point)| point.distance(self.mouth) >= reach);
        far.map(|(name, _)| (name, "expected within ten widths of the mouth around it"))
    }

    /// The landmarks, if they can be those of a face. `landmarks` names them in the error.
    pub(super) fn checked(&self, landmarks: &'static str) -> Result<&Self, FaceTransferError> {
        match self.fault() {
            None => Ok(self),
            Some((name, fault)) => {
                Err(FaceTransferError::Landmarks { landmarks, fault: format!("{name}: {fault}") })
            }
        }
    }
}
