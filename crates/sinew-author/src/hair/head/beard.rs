//! Beards: where they grow, how long, and in which direction.

use super::HeadShape;
use crate::face::FaceLandmarks;
use glam::{Vec2, Vec3};
use sinew::math::smoothstep;

/// Distance over which a beard gets sparse at the line on the cheek, on the head of an adult, metres.
const CHEEK_FADE: f32 = 0.016;
/// Distance over which a beard gets sparse at its other borders, on the head of an adult, metres.
const FADE: f32 = 0.006;
/// Distance over which a moustache gets sparse below the nose, on the head of an adult, metres.
const NOSE_FADE: f32 = 0.002;
/// Depth below the line of the jaw down to which a beard grows, on the head of an adult, metres.
const BELOW_JAW: f32 = 0.012;
/// Depth in head space behind which there is no beard.
const BACK: f32 = -0.12;
/// Height of the angle of the jaw between the chin, 0, and the mouth, 1.
const JAW_ANGLE: f32 = 0.75;
/// Length at the sideburns as a share of that at the chin.
const SIDEBURN_LENGTH: f32 = 0.3;
/// Distance of a beard from the front of the ears, head space.
const BEFORE_EAR: f32 = 0.05;
/// Length of a moustache as a share of that at the chin.
const MOUSTACHE_LENGTH: f32 = 0.4;
/// Number of hairs around the mouth in relation to the cheeks.
const LIP_CROWDING: f32 = 2.5;

/// Point of the skin in relation to the mouth and the jaw.
struct FacePoint {
    /// From the middle between the eyes, metres: x to the side of either, y up, z forward.
    position: Vec3,
    /// From the chin, 0, to the ear, 1.
    back: f32,
    /// Half width of the mouth, metres.
    half: f32,
    /// Heights from the eyes of the nose's base, upper lip, mouth, lower lip and chin, metres.
    heights: [f32; 5],
}

impl FacePoint {
    fn new(head: &HeadShape, face: &FaceLandmarks, at: Vec3) -> Self {
        let position = head.beside_eyes(face, at);
        let [nose, upper, mouth, lower, chin] =
            [face.nose_base, face.upper_lip, face.mouth, face.lower_lip, face.chin]
                .map(|landmark| head.beside_eyes(face, landmark));
        let ear = head.beside_eyes(face, head.to_model(Vec3::ZERO)).z;
        Self {
            position,
            back: ((chin.z - position.z) / (chin.z - ear).max(1e-4)).clamp(0.0, 1.0),
            half: face.mouth_left.distance(face.mouth_right) * 0.5,
            heights: [nose, upper, mouth, lower, chin].map(|landmark| landmark.y),
        }
    }

    /// 1 on the upper lip, 0 on the cheek and below the mouth.
    fn moustache(&self) -> f32 {
        let [_, _, mouth, ..] = self.heights;
        smoothstep((self.position.y - mouth) / (self.half * 0.2) + 0.5)
            * smoothstep((self.half * 1.35 - self.position.x) / (self.half * 0.4))
    }
}

/// Density at a position on the skin: below a line from the upper lip to the ears, above that of the jaw,
/// without the lips.
pub(super) fn density(head: &HeadShape, face: &FaceLandmarks, at: Vec3) -> f32 {
    // Behind the jaw there is none.
    let side = head.from_model(at);
    if side.z < BACK || head.is_ear(at) {
        return 0.0;
    }
    let point = FacePoint::new(head, face, at);
    let (position, half) = (point.position, point.half);
    // Beside the ears it grows before them alone.
    let ear = head.ears + BEFORE_EAR;
    let beside_ear = smoothstep((position.y - point.heights[1]) / (0.01 * head.scale) + 0.5);
    let before_ears = 1.0 - beside_ear * smoothstep((ear - side.z) / 0.04 + 0.5);
    let [nose, upper, mouth, lower, chin] = point.heights;
    // The moustache ends below the nose; the line on the cheek hangs from its corner to the sideburn.
    let cheek = smoothstep((position.x - half * 0.8) / (half * 0.5));
    let share = ((position.x - half) / (head.axes.x - half).max(1e-4)).clamp(0.0, 1.0);
    let start = nose + (upper - nose) * 0.8;
    let line = start + (nose * 0.3 - start) * share * share;
    let top = (nose + (upper - nose) * 0.12) * (1.0 - cheek) + line * cheek;
    let top_fade = (NOSE_FADE + (CHEEK_FADE - NOSE_FADE) * cheek) * head.scale;
    let bottom = chin + (mouth - chin) * JAW_ANGLE * smoothstep(point.back) - BELOW_JAW * head.scale;
    let inside = before_ears
        * smoothstep((side.z - BACK) / 0.15)
        * smoothstep((top - position.y) / top_fade)
        * smoothstep((position.y - bottom) / (FADE * head.scale));
    // The red of the lips ends a little beyond their foremost points.
    let red = ((upper - mouth) * 0.9).min((nose - upper) * 0.3);
    let [high, low] = [upper + red, lower - (mouth - lower) * 1.1];
    let middle = (high + low) * 0.5;
    let lips = Vec2::new(position.x / (half * 1.08), (position.y - middle) / ((high - low) * 0.5)).length();
    inside * smoothstep((lips - 1.0) / 0.15)
}

/// Density of a moustache alone.
pub(super) fn moustache(head: &HeadShape, face: &FaceLandmarks, at: Vec3) -> f32 {
    density(head, face, at) * FacePoint::new(head, face, at).moustache()
}

/// Length at a position as a share of that at the chin.
pub(super) fn length(head: &HeadShape, face: &FaceLandmarks, at: Vec3) -> f32 {
    let point = FacePoint::new(head, face, at);
    let jaw = 1.0 + (SIDEBURN_LENGTH - 1.0) * smoothstep((point.back - 0.15) / 0.7);
    jaw + (MOUSTACHE_LENGTH - jaw) * point.moustache()
}

/// Number of hairs at a position in relation to the cheeks: no hair from above lies over the skin below a lip
/// and below the nose.
pub(super) fn crowding(head: &HeadShape, face: &FaceLandmarks, at: Vec3) -> f32 {
    let point = FacePoint::new(head, face, at);
    let [_, _, mouth, lower, chin] = point.heights;
    let below = smoothstep((mouth - point.position.y) / (mouth - lower).max(1e-4))
        * smoothstep((point.position.y - chin) / (lower - chin).max(1e-4) + 1.0)
        * smoothstep((point.half * 1.5 - point.position.x) / (point.half * 0.7));
    1.0 + (LIP_CROWDING - 1.0) * below.max(point.moustache())
}

/// Direction of growth at a root, head space: down; on the upper lip to the sides along it.
pub(super) fn direction(head: &HeadShape, face: &FaceLandmarks, root: Vec3) -> Vec3 {
    let point = FacePoint::new(head, face, root);
    let at = head.from_model(root);
    let down = Vec3::new(at.x * 0.2, -1.0, 0.1 - 0.3 * point.back);
    let aside = Vec3::new(at.x.signum() * (0.5 + point.position.x / point.half), -0.75, 0.0);
    down.lerp(aside, point.moustache())
}
