use super::HeadShape;
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
            Self::Beard | Self::Brows | Self::Lashes => 0.0,
        }
    }
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
