//! Left half of the head: skin, lips and lids joined.

use super::shell::{self, around_eye, around_mouth};
use super::{INSIDE, LIDS, RIM, lid_strip, mouth_strip};
use crate::field::Field;
use crate::parts::face::{Face, FacePoint};
use crate::skeleton::EYE;
use crate::surface::Surface;
use glam::{Vec2, Vec3};
use std::f32::consts::{PI, TAU};

/// Surface of the half, and its vertices as the shapes see them.
pub(super) struct Half {
    pub(super) surface: Surface,
    pub(super) points: Vec<FacePoint>,
}

/// Joins the half, with a number of triangles for the skin.
pub(super) fn make(skin: &Field, solid: &Field, face: &Face, budget: usize) -> Half {
    let mut s = shell::make(skin, face, budget);
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
    let ring: Vec<(f32, u32)> =
        (0..columns).map(|c| (PI * c as f32 / mouth_strip::LAST as f32, at((0, c)))).collect();
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
    for (i, by_area) in by_area.iter().enumerate().skip(mouth) {
        let ring =
            if i < eye { (i - mouth) / (mouth_strip::LAST + 1) } else { (i - eye) / lid_strip::AROUND };
        let share = (ring as f32 / 3.0).min(1.0);
        let on_field = skin.gradient(s.positions[i], 0.0012).normalize_or(*by_area);
        s.normals[i] = on_field.lerp(*by_area, share).normalize_or(*by_area);
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
