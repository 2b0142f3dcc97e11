use super::{HeadShape, beard};
use crate::face::FaceLandmarks;
use glam::Vec3;
use sinew::internal::ops;
use sinew::math::smoothstep;

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
    /// Upper lip alone.
    Moustache,
    /// Eyebrows.
    Brows,
    /// Upper eyelashes.
    Lashes,
    /// Skin below the head: chest, back, arms and legs.
    Body,
    /// All skin, as that of animals.
    Everywhere,
}

/// Height of the hairline in head space by the angle from the front, degrees: high at the forehead, down
/// before the ear, up above it and down to the nape. Proportions: L. G. Farkas, *Anthropometry of the Head
/// and Face* (2nd edition, 1994), from the trichion to the nape.
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
    (128.0, -0.24),
    (150.0, -0.54),
    (180.0, -0.62),
];
/// Least height of the chin below the eyes, as a share of that of the crown above them, of faces with such a
/// hairline. Drawn faces have a small face on a large skull, and a forehead in proportion to the face.
const MIN_CHIN: f32 = 0.8;
/// Least height of the hairline at the forehead over the brows, as a share of the height of the chin below
/// the eyes.
const MIN_FOREHEAD: f32 = 0.2;
/// Distance over which hair gets sparse at the hairline, in head space.
const HAIRLINE_FADE: f32 = 0.13;
/// Distance by which the hairline goes up, in head space, and how often it does around the head.
const HAIRLINE_WAVES: [(f32, f32); 3] = [(0.02, 9.0), (0.02, 23.0), (0.015, 57.0)];
/// Height of the border of the scalp over the hairline, in head space.
const HAIRLINE_BORDER: f32 = 0.25;

impl HairRegion {
    /// Density of hair at a position on the skin in model space, 0 to 1, as far as the position on the head
    /// decides it.
    #[must_use]
    pub fn density(self, head: &HeadShape, at: Vec3) -> f32 {
        match self {
            Self::Scalp if head.is_ear(at) => 0.0,
            Self::Scalp => smoothstep(over_hairline(head, at) / HAIRLINE_FADE),
            Self::Beard => head.landmarks.map_or(0.0, |face| beard::density(head, &face, at)),
            Self::Moustache => head.landmarks.map_or(0.0, |face| beard::moustache(head, &face, at)),
            Self::Brows => head.landmarks.map_or(0.0, |face| brows(head, &face, at)),
            // They grow on the edges of lids alone.
            Self::Lashes => 0.0,
            // Joints decide it.
            Self::Body | Self::Everywhere => 1.0,
        }
    }

    /// Length of hair at a position on the skin in model space, as a share of the longest of the region.
    #[must_use]
    pub fn length(self, head: &HeadShape, at: Vec3) -> f32 {
        let Some(face) = head.landmarks else { return 1.0 };
        match self {
            Self::Scalp | Self::Lashes | Self::Moustache | Self::Body | Self::Everywhere => 1.0,
            Self::Beard => beard::length(head, &face, at),
            Self::Brows => 1.0 - 0.55 * smoothstep((along_brow(head, &face, at).0 - 0.4) / 0.6),
        }
    }

    /// 1 at the hairline of a scalp, 0 away from it, by a position on the skin in model space.
    pub(in crate::hair) fn border(self, head: &HeadShape, at: Vec3) -> f32 {
        match self {
            Self::Scalp => 1.0 - smoothstep(over_hairline(head, at) / HAIRLINE_BORDER),
            _ => 0.0,
        }
    }

    /// Number of hairs at a position on the skin in model space in relation to the rest of the region, 1 or
    /// more.
    pub(in crate::hair) fn crowding(self, head: &HeadShape, at: Vec3) -> f32 {
        match (self, head.landmarks) {
            (Self::Beard | Self::Moustache, Some(face)) => beard::crowding(head, &face, at),
            _ => 1.0,
        }
    }

    /// Direction in which hair grows at a root in model space, head space; `None` where only the haircut
    /// decides it.
    pub(in crate::hair) fn direction(self, head: &HeadShape, root: Vec3) -> Option<Vec3> {
        let face = head.landmarks?;
        match self {
            Self::Scalp | Self::Body | Self::Everywhere => None,
            Self::Beard | Self::Moustache => Some(beard::direction(head, &face, root)),
            Self::Brows => {
                // Upwards at the inner end, then along the brow.
                let (along, side) = (along_brow(head, &face, root).0, head.from_model(root).x.signum());
                Some(Vec3::new(side * (0.35 + along), 1.0 - 1.5 * along, 0.0))
            }
            Self::Lashes => {
                // Fanned out from the middle of the eye, and curled up.
                let side = head.from_model(root).x.signum();
                let eye = face.eye_left.distance(face.eye_right) * 0.5;
                let aside = (head.beside_eyes(&face, root).x - eye) / (eye * 0.5);
                Some(Vec3::new(side * aside.clamp(-1.0, 1.4) * 0.6, 0.9, 0.8))
            }
        }
    }

    /// True for a region that needs the landmarks of a face.
    #[must_use]
    pub const fn needs_face(self) -> bool {
        matches!(self, Self::Beard | Self::Moustache | Self::Brows | Self::Lashes)
    }

    /// True for a region that is not one of the head: hair there grows along the limbs.
    #[must_use]
    pub const fn is_on_body(self) -> bool {
        matches!(self, Self::Body | Self::Everywhere)
    }
}

/// Position along a brow, from its inner end, 0, to the outer one, 1, and half its height there; positions
/// and sizes are shares of the distance from an eye to the middle of the face (Farkas 1994: brows of adults).
fn along_brow(head: &HeadShape, face: &FaceLandmarks, at: Vec3) -> (f32, f32) {
    let unit = face.eye_left.distance(face.eye_right) * 0.5;
    let along = (head.beside_eyes(face, at).x / unit - 0.42) / 1.25;
    (along, unit * (0.12 - 0.08 * along.clamp(0.0, 1.0)))
}

/// Strips over the eyes, on the upper rims of their sockets.
fn brows(head: &HeadShape, face: &FaceLandmarks, at: Vec3) -> f32 {
    let unit = face.eye_left.distance(face.eye_right) * 0.5;
    let position = head.beside_eyes(face, at);
    let (along, half) = along_brow(head, face, at);
    if !(0.0..=1.0).contains(&along) || position.z < -1.2 * unit {
        return 0.0;
    }
    // Low at the inner end, the highest over the outer half of the eye.
    let arch = 0.16 * (smoothstep(along / 0.65) - 0.6) - 0.14 * smoothstep((along - 0.65) / 0.35);
    let off = (position.y - head.brows - arch * unit).abs();
    smoothstep((half - off) / (0.05 * unit)) * smoothstep(along / 0.08) * smoothstep((1.0 - along) / 0.25)
}

/// Height of a position on the skin in model space over the hairline, head space.
fn over_hairline(head: &HeadShape, at: Vec3) -> f32 {
    let at = head.from_model(at);
    let line = hairline(ops::atan2(at.x.abs(), at.z).to_degrees());
    let (chin, brows) = (head.chin / head.axes.y, head.brows / head.axes.y);
    // The forehead is as high as the face is small; its hair stays above the brows. Below the eyes nothing
    // changes.
    let least = (brows + chin * MIN_FOREHEAD).min(HAIRLINE[0].1) / HAIRLINE[0].1;
    let around = ops::atan2(at.x, at.z);
    let waves =
        HAIRLINE_WAVES.iter().map(|(height, count)| height * (0.5 + 0.5 * ops::sin(around * count + count)));
    let at_y = at.y - waves.sum::<f32>();
    at_y - if line > 0.0 { line * (chin / MIN_CHIN).clamp(least.min(1.0), 1.0) } else { line }
}

/// Height of the hairline at an angle from the front, degrees.
fn hairline(angle: f32) -> f32 {
    let next = HAIRLINE.iter().position(|(at, _)| *at >= angle).unwrap_or(HAIRLINE.len() - 1).max(1);
    let [(from, low), (to, high)] = [HAIRLINE[next - 1], HAIRLINE[next]];
    let share = smoothstep(((angle - from) / (to - from)).clamp(0.0, 1.0));
    low + (high - low) * share
}
