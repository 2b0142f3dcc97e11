//! Head and neck: skin from the field, with holes around mouth and eyes that strips of lips and lids fill. The left half is
//! made and mirrored, so both sides have the same vertices.

mod field;
mod lid_strip;
mod mouth_strip;
mod weights;

pub(crate) use field::{CHIN, skin, solid};
pub(crate) use lid_strip::{CLOSED, LID, Opening, REST, on_sphere, points as lid_points};
pub(crate) use mouth_strip::{
    CONTACT, LAST, MOUTH_HALF, gap, lip_height, mouth_line, points as mouth_points,
};

use super::face::{Face, FacePoint};
use crate::field::{Field, smoothstep};
use crate::skeleton::{EYE, Skeleton};
use crate::surface::{Surface, describe, polygonise, reduce_locked};
use glam::{Vec2, Vec3};
use std::f32::consts::TAU;

/// Label of vertices inside the mouth.
pub(crate) const INSIDE: u8 = 1;
/// Label of the lids' rim at the eyeball.
pub(crate) const RIM: u8 = 3;
/// Label of the lids.
pub(crate) const LIDS: u8 = 2;

/// Distance of the skin's edge from the outermost ring of a strip.
const SEAM: f32 = 0.0022;

/// Ellipse in the frontal plane: its approximate distance, positive outside.
fn ellipse(p: Vec2, centre: Vec2, radii: Vec2) -> f32 {
    let flat = p - centre;
    let k0 = (flat / radii).length();
    let k1 = (flat / (radii * radii)).length().max(1e-4);
    k0 * (k0 - 1.0) / k1
}

fn around_eye(p: Vec3) -> f32 {
    let at = Vec2::new(EYE[0], EYE[1]) + lid_strip::LOOP[0];
    if p.z < 0.02 { 1.0 } else { ellipse(p.truncate(), at, lid_strip::LOOP[1] + SEAM) }
}

fn around_mouth(p: Vec3) -> f32 {
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

/// Skin of the left half, with holes.
fn skin_half(field: &Field, face: &Face, budget: usize) -> Surface {
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

/// Left half: its surface, the vertices as the shapes see them, labels and places where they are painted.
struct Half {
    surface: Surface,
    points: Vec<FacePoint>,
}

fn half(skin: &Field, solid: &Field, face: &Face, budget: usize) -> Half {
    let mut s = skin_half(skin, face, budget);
    let down = |p: Vec2| {
        let way = (p - Vec2::new(0.0, mouth_strip::CENTRE)) / mouth_strip::LOOP;
        way.x.max(0.0).atan2(way.y)
    };
    let turn = |p: Vec2| {
        let way = (p - Vec2::new(EYE[0], EYE[1]) - lid_strip::LOOP[0]) / lid_strip::LOOP[1];
        way.y.atan2(way.x).rem_euclid(TAU)
    };
    let at_mouth = rim(&s, around_mouth, down);
    let mut at_eye = rim(&s, around_eye, turn);
    let mut points: Vec<FacePoint> = s.positions.iter().map(|p| FacePoint::of_skin(*p)).collect();
    let add = |s: &mut Surface, points: &mut Vec<FacePoint>, p: FacePoint, painted: Vec3, label: u8| {
        s.positions.push(p.at);
        s.normals.push(Vec3::ZERO);
        s.painted_at.push(painted);
        s.labels.push(label);
        s.openness.push(1.0);
        points.push(p);
    };

    let mouth = s.positions.len();
    let columns = mouth_strip::LAST + 1;
    for (i, p) in mouth_strip::points(solid).into_iter().enumerate() {
        let ring = i / columns;
        let label = if ring > mouth_strip::CONTACT + 1 { INSIDE } else { 0 };
        add(&mut s, &mut points, p, mouth_strip::painted(&p, ring), label);
    }
    let at = |(r, c): (usize, usize)| (mouth + r * columns + c) as u32;
    s.triangles.extend(mouth_strip::triangles().into_iter().map(|t| t.map(at)));
    let ring: Vec<(f32, u32)> = (0..columns)
        .map(|c| (std::f32::consts::PI * c as f32 / mouth_strip::LAST as f32, at((0, c))))
        .collect();
    s.zip(&at_mouth, &ring, Vec3::Z);

    let eye = s.positions.len();
    let rest = lid_strip::points(skin, lid_strip::REST);
    let shut = lid_strip::points(skin, lid_strip::CLOSED.lifted(0.10, -0.06));
    for (i, (p, closed)) in rest.iter().zip(&shut).enumerate() {
        let (ring, k) = (i / lid_strip::AROUND, i % lid_strip::AROUND);
        let label = match ring {
            0..=3 => 0,
            4..=lid_strip::RIM => LIDS,
            _ => RIM,
        };
        let mut painted = *closed;
        if ring > lid_strip::RIM {
            // The rim is seen edge-on; it is unfolded around the opening.
            let turn = k as f32 / lid_strip::AROUND as f32 * TAU;
            let step = 0.0008 * (ring - lid_strip::RIM) as f32;
            painted += Vec3::new(turn.cos(), turn.sin(), 0.0) * step;
        }
        add(&mut s, &mut points, FacePoint::of_lid(*p, i), painted, label);
    }
    let at = |(r, k): (usize, usize)| (eye + r * lid_strip::AROUND + k) as u32;
    s.triangles.extend(lid_strip::triangles().into_iter().map(|t| t.map(at)));
    let mut ring: Vec<(f32, u32)> =
        (0..lid_strip::AROUND).map(|k| (k as f32 / lid_strip::AROUND as f32 * TAU, at((0, k)))).collect();
    // Both rings are closed.
    at_eye.push((at_eye[0].0 + TAU, at_eye[0].1));
    ring.push((TAU, ring[0].1));
    s.zip(&at_eye, &ring, Vec3::Z);
    shade(&mut s, skin, mouth, eye);
    Half { surface: s, points }
}

/// Edge of the skin around a hole, by the angle around its centre.
fn rim(s: &Surface, side: impl Fn(Vec3) -> f32, angle: impl Fn(Vec2) -> f32) -> Vec<(f32, u32)> {
    let edge = s.edge();
    let mut out: Vec<(f32, u32)> = (0u32..)
        .zip(&s.positions)
        .filter(|(i, p)| edge[*i as usize] && side(**p) < if p.x == 0.0 { 2e-4 } else { 0.0015 })
        .map(|(i, p)| (angle(p.truncate()), i))
        .collect();
    out.sort_by(|a, b| a.0.total_cmp(&b.0));
    out
}

/// Normals and openness of the strips: the field's on the skin around them, by the triangles within.
fn shade(s: &mut Surface, skin: &Field, mouth: usize, eye: usize) {
    let by_area = s.normals_of(&s.positions);
    for i in mouth..s.positions.len() {
        let ring = if i < eye { (i - mouth) / (LAST + 1) } else { (i - eye) / lid_strip::AROUND };
        let share = (ring as f32 / 3.0).min(1.0);
        let on_field = skin.gradient(s.positions[i], 0.0012).normalize_or(by_area[i]);
        s.normals[i] = on_field.lerp(by_area[i], share).normalize_or(by_area[i]);
        if i < eye {
            s.openness[i] = match ring {
                0..=6 => 1.0,
                7 => 0.85,
                8 => 0.45,
                _ => 0.2,
            };
        } else {
            let upper = s.positions[i].y > EYE[1] + 0.004;
            s.openness[i] = if ring == 4 && upper { 0.35 } else { 1.0 };
        }
    }
    for (n, p) in s.normals.iter_mut().zip(&s.positions).filter(|(_, p)| p.x == 0.0) {
        *n = Vec3::new(0.0, n.y, n.z).normalize_or(Vec3::new(0.0, 0.0, p.z.signum()));
    }
}

/// The finished head.
pub(crate) fn make(skeleton: &Skeleton, face: &Face, budget: usize) -> Surface {
    let (skin, solid) = (skin(), solid());
    let Half { surface: half, points } = half(&skin, &solid, face, budget / 2);
    let (mut s, from) = half.doubled();
    let mirrored = |i: usize| i >= half.positions.len();
    let turned = |i: usize, v: Vec3| if mirrored(i) { Vec3::new(-v.x, v.y, v.z) } else { v };
    let old = |i: usize| from[i] as usize;
    let all = 0..s.positions.len();
    s.normals = all.clone().map(|i| turned(i, half.normals[old(i)])).collect();
    s.painted_at = all.clone().map(|i| turned(i, half.painted_at[old(i)])).collect();
    s.labels = all.clone().map(|i| half.labels[old(i)]).collect();
    s.openness = all.clone().map(|i| half.openness[old(i)]).collect();
    let points: Vec<FacePoint> =
        all.map(|i| if mirrored(i) { points[old(i)].mirrored() } else { points[old(i)] }).collect();
    s.influences = points.iter().map(|p| weights::influence(p, skeleton)).collect();
    for name in face.names() {
        s.add_morph(name, |_, i| face.offset(name, &points[i]));
        if let Some((_, offsets)) = s.morphs.last_mut() {
            for (i, p) in points.iter().enumerate().filter(|(_, p)| p.is_skin()) {
                offsets[i][1] = face.turn(name, p, s.normals[i]);
            }
        }
    }
    s.drop_small_turns();
    s
}
