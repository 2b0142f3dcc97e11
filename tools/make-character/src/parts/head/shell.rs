//! Skin of the left half of the head, with holes around mouth and eye.

use super::field::CHIN;
use super::{lid_strip, mouth_strip};
use crate::field::{Field, smoothstep};
use crate::parts::face::{Face, FacePoint};
use crate::skeleton::EYE;
use crate::surface::{Surface, describe, polygonise, reduce_locked};
use glam::{Vec2, Vec3};

/// Distance of the skin's edge from the outermost ring of a strip.
const SEAM: f32 = 0.0022;

/// Ellipse in the frontal plane: its approximate distance, positive outside.
fn ellipse(p: Vec2, centre: Vec2, radii: Vec2) -> f32 {
    let flat = p - centre;
    let k0 = (flat / radii).length();
    let k1 = (flat / (radii * radii)).length().max(1e-4);
    k0 * (k0 - 1.0) / k1
}

/// Level of the hole around the eye: positive outside.
pub(super) fn around_eye(p: Vec3) -> f32 {
    let at = Vec2::new(EYE[0], EYE[1]) + lid_strip::LOOP[0];
    if p.z < 0.02 { 1.0 } else { ellipse(p.truncate(), at, lid_strip::LOOP[1] + SEAM) }
}

/// Level of the hole around the mouth: positive outside.
pub(super) fn around_mouth(p: Vec3) -> f32 {
    let at = Vec2::new(0.0, mouth_strip::CENTRE);
    if p.z < 0.02 { 1.0 } else { ellipse(p.truncate(), at, mouth_strip::LOOP + SEAM) }
}

/// Moves a point of the field onto the level 0 of a function of the frontal plane.
fn onto(side: impl Fn(Vec3) -> f32, field: &Field, p: Vec3) -> Vec3 {
    let mut p = p;
    for _ in 0..6 {
        let h = 1e-4;
        let slope = Vec2::new(
            side(p + Vec3::X * h) - side(p - Vec3::X * h),
            side(p + Vec3::Y * h) - side(p - Vec3::Y * h),
        ) / (2.0 * h);
        let step = slope * (side(p) / slope.length_squared().max(0.05));
        p = Vec3::new(if p.x == 0.0 { 0.0 } else { p.x - step.x }, p.y - step.y, p.z);
        let on = field.project(p, 0.01);
        p = Vec3::new(if p.x == 0.0 { 0.0 } else { on.x }, on.y, on.z);
    }
    p
}

/// Shapes that bend the skin most.
const BENDING: [&str; 9] = [
    "jawOpen",
    "mouthPucker",
    "mouthSmileLeft",
    "mouthShrugLower",
    "browInnerUp",
    "browDownLeft",
    "browOuterUpLeft",
    "cheekPuff",
    "noseSneerLeft",
];

/// The skin, reduced to a number of triangles.
pub(super) fn make(field: &Field, face: &Face, budget: usize) -> Surface {
    let cell = 0.0023;
    let low = Vec3::new(-cell * 2.5, 1.36, -0.13);
    let whole = polygonise(field, low, Vec3::new(0.16, 1.72, 0.13), cell);
    let middle = |p: Vec3| {
        let on = field.project(Vec3::new(0.0, p.y, p.z), 0.01);
        Vec3::new(0.0, on.y, on.z)
    };
    let mut s = whole
        .cut(|p| p.x, middle, cell * 0.3)
        .cut(around_mouth, |p| onto(around_mouth, field, p), cell * 0.3)
        .cut(around_eye, |p| onto(around_eye, field, p), cell * 0.3);
    describe(field, &mut s);
    let detail: Vec<f32> = s
        .positions
        .iter()
        .map(|p| {
            let face = smoothstep(0.0, 0.05, p.z) * smoothstep(1.45, 1.48, p.y);
            let hidden = smoothstep(CHIN + 0.17, CHIN + 0.19, p.y).max(smoothstep(-0.02, -0.05, p.z));
            let nose = (-(p.distance(Vec3::new(0.008, CHIN + 0.092, 0.092)) / 0.02).powi(2)).exp();
            0.40 + 1.7 * face + 1.2 * nose - 0.32 * hidden
        })
        .collect();
    // Vertices stay where the shapes bend the skin.
    for name in BENDING {
        s.add_morph(name, |p, _| face.offset(name, &FacePoint::of_skin(p)));
    }
    let mut edge = s.edge();
    for (edge, p) in edge.iter_mut().zip(&s.positions) {
        *edge &= around_mouth(*p).min(around_eye(*p)) < 0.0015;
    }
    let mut reduced = reduce_locked(&s, budget, |i| detail[i], |i| edge[i]);
    reduced.morphs.clear();
    reduced
}
