//! Shape morphs: different faces of the same head, for weights of about −1 to 1.
//!
//! Each is a smooth displacement of space, mirrored at x = 0, so that skin, lips, teeth, lids, eyes, lashes
//! and brows move together and stay in contact.

use super::head::{CHIN, MOUTH_HALF, mouth_line};
use crate::field::smoothstep;
use crate::skeleton::EYE;
use crate::surface::Surface;
use glam::{Vec2, Vec3};

/// Displacement of a shape at a point, metres.
type Offset = fn(Vec3) -> Vec3;

/// Shapes in the file's order.
pub(crate) const SHAPES: [(&str, Offset); 11] = [
    ("shape_nose_width", |p| {
        Vec3::X
            * side(p, 0.012)
            * 0.0046
            * around(p, 0.0, 0.089, [0.019, 0.014])
            * smoothstep(0.066, 0.082, p.z)
    }),
    ("shape_nose_length", |p| {
        let tip = around(p, 0.0, 0.089, [0.015, 0.017]) * smoothstep(0.066, 0.088, p.z);
        Vec3::new(0.0, -0.0052, 0.0012) * tip
    }),
    ("shape_nose_size", |p| {
        let bridge = around(p, 0.0, 0.104, [0.013, 0.028]) * smoothstep(0.062, 0.084, p.z);
        Vec3::Z * 0.0062 * bridge
    }),
    ("shape_jaw_width", |p| {
        let corner = smoothstep(0.100, 0.045, p.y - CHIN) * smoothstep(-0.045, 0.010, p.y - CHIN);
        let front = smoothstep(-0.050, 0.005, p.z);
        Vec3::X * side(p, 0.042) * side(p, 0.042).abs() * 0.0085 * corner * front
    }),
    ("shape_chin_length", |p| {
        let low = smoothstep(0.042, 0.006, p.y - CHIN) * smoothstep(-0.050, 0.0, p.y - CHIN);
        Vec3::new(0.0, -0.0075, 0.0) * low * smoothstep(-0.010, 0.055, p.z)
    }),
    ("shape_chin_forward", |p| {
        let low = smoothstep(0.040, 0.010, p.y - CHIN) * smoothstep(-0.035, 0.004, p.y - CHIN);
        let middle = (-(p.x / 0.032).powi(2)).exp();
        Vec3::Z * 0.0070 * low * middle * smoothstep(0.010, 0.060, p.z)
    }),
    ("shape_cheeks", |p| {
        Vec3::new(side(p, 0.03) * 0.0060, 0.0, 0.0036) * around(p, 0.050, 0.068, [0.022, 0.026])
    }),
    ("shape_eye_spacing", |p| {
        let socket = around(p, EYE[0], EYE[1] - CHIN + 0.008, [0.036, 0.034]);
        // Flat over the eyeball, which must not be distorted.
        Vec3::X * side(p, 0.016) * 0.0036 * smoothstep(0.12, 0.62, socket)
    }),
    ("shape_brow_height", |p| {
        let brow = around(p, 0.032, 0.153, [0.036, 0.022]) * smoothstep(EYE[1] + 0.012, EYE[1] + 0.030, p.y);
        Vec3::new(0.0, 0.0042, 0.0) * brow
    }),
    ("shape_lip_fullness", |p| {
        let line = mouth_line(p.x);
        let across = (p.y - line) / 0.0085;
        let along = (1.0 - (p.x / (MOUTH_HALF + 0.003)).powi(2)).max(0.0).sqrt();
        let lips = (-across * across).exp() * along * smoothstep(0.055, 0.070, p.z);
        Vec3::new(0.0, 0.0046 * across.clamp(-1.5, 1.5), 0.0019) * lips
    }),
    ("shape_mouth_width", |p| {
        let mouth = around(p, 0.0, 0.051, [0.036, 0.018]) * smoothstep(0.045, 0.066, p.z);
        Vec3::new(side(p, 0.030) * 0.0060, 0.0, -0.0012 * side(p, 0.030).powi(2)) * mouth
    }),
];

/// Adds the shapes that move a surface of the head.
pub(crate) fn add(surface: &mut Surface) {
    for (name, offset) in SHAPES {
        surface.add_morph(name, |p, _| offset(p));
        if surface.morphs.last().is_some_and(|(_, offsets)| offsets.iter().all(|o| o[0] == Vec3::ZERO)) {
            surface.morphs.pop();
        }
    }
}

/// Bell around a point of the frontal plane on both sides, given by its height above the chin; 0 at the back
/// of the head.
fn around(p: Vec3, x: f32, y: f32, radii: [f32; 2]) -> f32 {
    let flat = Vec2::new(p.x.abs() - x, p.y - CHIN - y) / Vec2::from(radii);
    (-flat.length_squared()).exp() * smoothstep(-0.020, 0.035, p.z)
}

/// Sideways coordinate without a fold on the middle line: −1 to 1 over a width.
fn side(p: Vec3, width: f32) -> f32 {
    (p.x / width).clamp(-1.0, 1.0)
}
