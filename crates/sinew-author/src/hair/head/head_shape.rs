//! Size, position and brow height of a head, measured on its skin.

use super::HairSkin;
use crate::face::FaceLandmarks;
use glam::{Quat, Vec3};
use sinew::body::EyePair;
use sinew::character::Character;
use sinew::hair::HairError;
use sinew::math::Bounds;
use sinew::surface::{HitFaces, Ray};
use std::ops::RangeInclusive;

/// Height of an adult head from the chin to the crown, metres (A. R. Tilley, *The Measure of Man and Woman*,
/// 2002: 0.22 to 0.24).
const HEAD_HEIGHT: f32 = 0.23;
/// Largest distance to the side of skin that belongs to the skull, half widths; ears are farther out.
const MAX_SIDE: f32 = 1.03;
/// Height at which the skull is measured, from the eyes to the crown: above the ears.
const SECTION: f32 = 0.45;

/// Height of brows above the eyes in distances from an eye to the middle of the face: 0.02 to 0.025 m on the
/// head of an adult, and the range of faces that are drawn.
const BROWS: f32 = 0.66;
const BROW_RANGE: RangeInclusive<f32> = 0.5..=1.1;
/// Heights between which the rim of an eye's socket is searched, in the same unit.
const RIM_RANGE: RangeInclusive<f32> = 0.35..=1.25;
/// Front of the ears of a head without a step in its profile there, head space.
const EARS: f32 = -0.05;
/// Depths between which the front of the ears is searched, head space, and steps of the search.
const EAR_RANGE: (f32, f32) = (0.45, -0.4);
/// See [`EAR_RANGE`].
const EAR_STEPS: usize = 60;
/// Least rise of the skin from one step to the next at an ear, on the head of an adult, metres.
const EAR_RISE: f32 = 0.004;
/// Heights at which it is searched.
const RIM_STEPS: usize = 50;
/// Least height of the rim over the line between the lid and the forehead, in the same unit: flatter faces
/// have none.
const MIN_RIM: f32 = 0.02;

/// Size and position of a head in the reference pose. Head space has +Y up, +Z forward and +X to the
/// character's left; its unit lengths are the half width of the skull, the height from the eyes to the crown
/// and the half depth of the skull.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct HeadShape {
    /// Rotation from head to model space.
    pub rotation: Quat,
    /// Middle of the skull at the height of the eyes, model space.
    pub center: Vec3,
    /// Half width of the skull, height from the eyes to the crown, half depth, metres.
    pub axes: Vec3,
    /// Height of the chin below the eyes, metres.
    pub chin: f32,
    /// Size in relation to the head of an adult of 0.23 m. Lengths of grooms are multiplied by it.
    pub scale: f32,
    /// Height of the brows above the eyes, metres: that of the upper rims of their sockets.
    pub brows: f32,
    /// Front of the ears, head space.
    pub ears: f32,
    /// Landmarks of the face; `None` where no face is found.
    pub landmarks: Option<FaceLandmarks>,
}

impl HeadShape {
    /// Head of a character, measured on its skin.
    ///
    /// # Errors
    /// [`HairError::NoHead`] when no part of the skin can be a head.
    pub fn measure(character: &Character, skin: &HairSkin) -> Result<Self, HairError> {
        Self::with_landmarks(character, skin, FaceLandmarks::detect(character).ok())
    }

    /// [`measure`](Self::measure) with the landmarks of the face in place of those that are found.
    ///
    /// # Errors
    /// [`HairError::NoHead`] when no part of the skin can be a head.
    pub fn with_landmarks(
        character: &Character,
        skin: &HairSkin,
        landmarks: Option<FaceLandmarks>,
    ) -> Result<Self, HairError> {
        let humanoid = character.humanoid();
        let rotation = character.forward_rotation();
        let triangles = skin.triangles().iter().filter(|triangle| skin.is_on_head(triangle));
        let corners = || triangles.clone().flat_map(|triangle| triangle.corners);
        let [low, high] = corners()
            .fold([Vec3::INFINITY, Vec3::NEG_INFINITY], |[low, high], at| [low.min(at), high.max(at)]);
        if high.y <= low.y {
            return Err(HairError::NoHead);
        }
        let crown = high.y;
        let chin = landmarks.map_or(low.y, |landmarks| landmarks.chin.y);
        let eyes = humanoid.and_then(|humanoid| EyePair::of(character.skeleton(), humanoid));
        let eyes = eyes.map(|eyes| eyes.positions);
        let seen = landmarks.map(|landmarks| [landmarks.eye_left, landmarks.eye_right]);
        let level = eyes.or(seen).map(|[left, right]| (left.y + right.y) * 0.5);
        // The eyes lie in the middle between chin and crown.
        let middle = (chin + crown) * 0.5;
        let level = level.filter(|level| *level > chin && *level < crown).unwrap_or(middle);
        let up = crown - level;
        let height = level + up * SECTION;
        let band = [height - up * 0.5, height + up * 0.5];
        let inside =
            Bounds::from_points(triangles.clone().flat_map(|triangle| in_band(triangle.corners, band)));
        let middle = inside.center().with_y(height);
        let reach = (high - low).length() * 2.0;
        let skull = |out: Vec3, from: Vec3| {
            let ray = Ray::new(from + out * reach, -out);
            match skin.posed().nearest_hit(character, &ray, HitFaces::Front) {
                Some(hit) => (hit.position - from).dot(out),
                // Heads of bars and rods have no skin there.
                None => (inside.size() * 0.5).dot(out.abs()),
            }
        };
        let [side, front] = [rotation * Vec3::X, rotation * Vec3::Z];
        let [forward, back] = [skull(front, middle), skull(-front, middle)];
        let middle = middle + front * (forward - back) * 0.5;
        let [left, right] = [skull(side, middle), skull(-side, middle)];
        let center = (middle + side * (left - right) * 0.5).with_y(level);
        let axes = Vec3::new((left + right) * 0.5, up, (forward + back) * 0.5);
        if !(axes.is_finite() && axes.min_element() > 0.0) {
            return Err(HairError::NoHead);
        }
        let scale = (crown - chin) / HEAD_HEIGHT;
        let brows = landmarks.map_or(0.0, |face| brow_height(character, skin, &face, rotation));
        let mut head =
            Self { rotation, center, axes, chin: level - chin, scale, brows, ears: EARS, landmarks };
        head.ears = head.front_of_ears(character, skin).unwrap_or(EARS);
        Ok(head)
    }

    /// Front of the ears in head space, where the skin rises towards the back by more than that of a cheek;
    /// `None` where it does not.
    fn front_of_ears(&self, character: &Character, skin: &HairSkin) -> Option<f32> {
        let face = self.landmarks?;
        let height = self.from_model((face.nose_tip + face.nose_bridge) * 0.5).y;
        let side = |sign: f32| {
            let at = |n: usize| {
                let z = EAR_RANGE.0 + (EAR_RANGE.1 - EAR_RANGE.0) * n as f32 / EAR_STEPS as f32;
                let from = self.to_model(Vec3::new(sign * 3.0, height, z));
                let ray = Ray::new(from, self.rotation * Vec3::X * -sign);
                let hit = skin.posed().nearest_hit(character, &ray, HitFaces::Front)?;
                Some((z, self.from_model(hit.position).x.abs() * self.axes.x))
            };
            let profile: Vec<(f32, f32)> = (0..=EAR_STEPS).filter_map(at).collect();
            let rises = |pair: &&[(f32, f32)]| pair[1].1 - pair[0].1 > EAR_RISE * self.scale;
            profile.windows(2).find(rises).map(|pair| pair[0].0)
        };
        let found: Vec<f32> = [1.0, -1.0].into_iter().filter_map(side).collect();
        (!found.is_empty()).then(|| found.iter().sum::<f32>() / found.len() as f32)
    }

    /// Position in head space of a position in model space.
    #[must_use]
    pub fn from_model(&self, at: Vec3) -> Vec3 {
        (self.rotation.inverse() * (at - self.center)) / self.axes
    }

    /// Position in model space of a position in head space.
    #[must_use]
    pub fn to_model(&self, at: Vec3) -> Vec3 {
        self.center + self.rotation * (at * self.axes)
    }

    /// Position in the head's directions from the middle between the eyes, metres: x to the side of either, y
    /// up, z forward.
    pub(super) fn beside_eyes(&self, face: &FaceLandmarks, at: Vec3) -> Vec3 {
        let turned = self.rotation.inverse() * (at - (face.eye_left + face.eye_right) * 0.5);
        Vec3::new(turned.x.abs(), turned.y, turned.z)
    }

    /// Middle of the skull: above the eyes, model space.
    #[must_use]
    pub fn skull(&self) -> Vec3 {
        self.to_model(Vec3::Y * 0.2)
    }

    /// True for a position on the skin of an ear: farther out than the skull, at the height of the ears or
    /// below.
    #[must_use]
    pub fn is_ear(&self, at: Vec3) -> bool {
        let at = self.from_model(at);
        at.y < 0.25 && at.x.abs() > MAX_SIDE
    }
}

/// Ends of the parts of a triangle's edges that lie between two heights: heads of boxes have no corners
/// there.
fn in_band(corners: [Vec3; 3], [low, high]: [f32; 2]) -> impl Iterator<Item = Vec3> {
    let edges = [0, 1, 2].map(|n| [corners[n], corners[(n + 1) % 3]]);
    edges.into_iter().flat_map(move |[a, b]| {
        let point = |height: f32| a.lerp(b, ((height - a.y) / (b.y - a.y)).clamp(0.0, 1.0));
        let is_inside = a.y.max(b.y) > low && a.y.min(b.y) < high;
        let ends = if a.y == b.y { [a, b] } else { [point(low), point(high)] };
        is_inside.then_some(ends).into_iter().flatten()
    })
}

/// Height of the rims of the sockets above the eyes: where the skin is the farthest before a line from the
/// upper lid to the forehead.
fn brow_height(character: &Character, skin: &HairSkin, face: &FaceLandmarks, rotation: Quat) -> f32 {
    let unit = face.eye_left.distance(face.eye_right) * 0.5;
    let [up, front] = [rotation * Vec3::Y, rotation * Vec3::Z];
    let part = skin.nearest_point(face.nose_base).map(|(point, _)| (point.instance, point.primitive));
    let (from, to) = (*RIM_RANGE.start(), *RIM_RANGE.end());
    let mut hits = Vec::new();
    let mut rim = |eye: Vec3| {
        let mut depth = |height: f32| {
            hits.clear();
            let ray = Ray::new(eye + up * height * unit + front * unit * 10.0, -front);
            skin.posed().all_hits(character, &ray, HitFaces::Front, &mut hits);
            let hit = hits.iter().find(|hit| Some((hit.point.instance, hit.point.primitive)) == part)?;
            Some(hit.position.dot(front) / unit)
        };
        let profile: Vec<(f32, f32)> = (0..=RIM_STEPS)
            .filter_map(|n| {
                let height = from + (to - from) * n as f32 / RIM_STEPS as f32;
                Some((height, depth(height)?))
            })
            .collect();
        let [(low, start), .., (high, end)] = profile[..] else { return None };
        let over =
            |(height, depth): (f32, f32)| depth - start - (end - start) * (height - low) / (high - low);
        let best = profile.into_iter().max_by(|a, b| over(*a).total_cmp(&over(*b)))?;
        (over(best) > MIN_RIM).then_some(best.0)
    };
    let found: Vec<f32> = [face.eye_left, face.eye_right].into_iter().filter_map(&mut rim).collect();
    let mean = if found.is_empty() { BROWS } else { found.iter().sum::<f32>() / found.len() as f32 };
    mean.clamp(*BROW_RANGE.start(), *BROW_RANGE.end()) * unit
}
