use super::HeadShape;
use crate::face::FaceLandmarks;
use crate::math::{ops, smoothstep};
use glam::Vec3;

/// Region of a head where hair grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum HairRegion {
    /// The scalp, from the hairline over the crown to the nape.
    #[default]
    Scalp,
    /// Cheeks, jaw, chin and upper lip.
    Beard,
    /// Eyebrows.
    Brows,
    /// Upper eyelashes.
    Lashes,
}

/// Height of the hairline in head space by the angle from the front, degrees: high at the forehead, down before the ear, up above it and down to the
/// nape. Proportions: L. G. Farkas, *Anthropometry of the Head and Face* (2nd edition, 1994), from the trichion to the nape.
const HAIRLINE: [(f32, f32); 12] = [
    (0.0, 0.60),
    (22.0, 0.58),
    (42.0, 0.52),
    (56.0, 0.36),
    (66.0, 0.10),
    (74.0, -0.10),
    (84.0, -0.12),
    (94.0, 0.08),
    (112.0, 0.02),
    (128.0, -0.40),
    (150.0, -0.78),
    (180.0, -0.86),
];
/// Distance over which hair gets sparse at the hairline, in head space.
const HAIRLINE_FADE: f32 = 0.07;

impl HairRegion {
    /// Density of hair at a place of the skin in model space, 0 to 1, as far as the place on the head decides it.
    #[must_use]
    pub fn density(self, head: &HeadShape, at: Vec3) -> f32 {
        match self {
            Self::Scalp if head.is_ear(at) => 0.0,
            Self::Scalp => scalp(head.from_model(at)),
            Self::Beard => head.landmarks.map_or(0.0, |face| beard(head, &face, at)),
            Self::Brows => head.landmarks.map_or(0.0, |face| brows(head, &face, at)),
            // They grow on the edges of lids alone.
            Self::Lashes => 0.0,
        }
    }

    /// True for a region that needs the landmarks of a face.
    #[must_use]
    pub const fn needs_face(self) -> bool {
        matches!(self, Self::Beard | Self::Brows | Self::Lashes)
    }
}

/// Place in the head's directions from the middle between the eyes, metres: x to the side of either, y up, z forward.
fn from_eyes(head: &HeadShape, face: &FaceLandmarks, at: Vec3) -> Vec3 {
    let turned = head.rotation.inverse() * (at - (face.eye_left + face.eye_right) * 0.5);
    Vec3::new(turned.x.abs(), turned.y, turned.z)
}

/// Strips over the eyes. Places and sizes are shares of the distance from an eye to the middle (Farkas 1994: brows of adults).
fn brows(head: &HeadShape, face: &FaceLandmarks, at: Vec3) -> f32 {
    let unit = face.eye_left.distance(face.eye_right) * 0.5;
    let own = from_eyes(head, face, at) / unit;
    // From the inner end to the outer one.
    let along = (own.x - 0.42) / 1.3;
    if !(0.0..=1.0).contains(&along) || own.z < -1.2 {
        return 0.0;
    }
    let arch = 0.70 + 0.16 * smoothstep(along / 0.65) - 0.14 * smoothstep((along - 0.65) / 0.35);
    let half = 0.12 - 0.08 * along;
    smoothstep((half - (own.y - arch).abs()) / 0.05) * smoothstep(along / 0.08)
}

/// Skin below a line from the upper lip to the ears, without the lips.
fn beard(head: &HeadShape, face: &FaceLandmarks, at: Vec3) -> f32 {
    let own = from_eyes(head, face, at);
    let below = |landmark: Vec3| from_eyes(head, face, landmark).y;
    let [nose, upper, mouth, lower, chin] =
        [face.nose_base, face.upper_lip, face.mouth, face.lower_lip, face.chin].map(below);
    let half = face.mouth_left.distance(face.mouth_right) * 0.5;
    let side = head.from_model(at);
    // Behind the jaw there is none.
    if side.z < -0.1 || head.is_ear(at) {
        return 0.0;
    }
    let fade = 0.006 * head.scale;
    let top = if own.x < half {
        nose + (upper - nose) * 0.25
    } else {
        let share = ((own.x - half) / (head.axes.x - half).max(1e-4)).min(0.95);
        let start = nose + (upper - nose) * 0.6;
        start * (1.0 - share * share)
    };
    let bottom = chin - 0.03 * head.scale;
    let inside = smoothstep((top - own.y) / fade) * smoothstep((own.y - bottom) / fade);
    // The red of the lips ends a little beyond their foremost places.
    let [high, low] = [upper + (upper - mouth) * 0.9, lower - (mouth - lower) * 1.1];
    let middle = (high + low) * 0.5;
    let lips = Vec3::new(own.x / (half * 1.08), (own.y - middle) / ((high - low) * 0.5), 0.0).length();
    inside * smoothstep((lips - 1.0) / 0.15)
}

fn scalp(at: Vec3) -> f32 {
    let angle = ops::atan2(at.x.abs(), at.z).to_degrees();
    smoothstep((at.y - hairline(angle)) / HAIRLINE_FADE)
}

/// Height of the hairline at an angle from the front, degrees.
fn hairline(angle: f32) -> f32 {
    let next = HAIRLINE.iter().position(|(at, _)| *at >= angle).unwrap_or(HAIRLINE.len() - 1).max(1);
    let [(from, low), (to, high)] = [HAIRLINE[next - 1], HAIRLINE[next]];
    let share = smoothstep(((angle - from) / (to - from)).clamp(0.0, 1.0));
    low + (high - low) * share
}
