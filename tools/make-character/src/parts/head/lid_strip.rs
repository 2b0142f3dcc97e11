//! Left eye's lids: closed rings of vertices from the skin of the orbit, over the fold and the lid, to the
//! rim at the eyeball. Poses move the rims along a sphere slightly larger than the eyeball, so that a lid
//! always covers it.

use super::field::front;
use crate::field::Field;
use crate::parts::eyes::RADIUS;
use crate::skeleton::EYE;
use glam::{Vec2, Vec3};
use std::f32::consts::TAU;

/// Outer radius of a lid over the eyeball's centre.
pub(crate) const LID: f32 = 0.0225;
/// Columns around the eye.
pub(crate) const AROUND: usize = 36;
/// Number of rings.
pub(crate) const RINGS: usize = 11;
/// First ring of the rim: edge outside, middle, edge at the eyeball, and a ring tucked behind the lid.
pub(crate) const RIM: usize = 7;
/// Centre of the outermost ring relative to the eye, and its half radii.
pub(crate) const LOOP: [Vec2; 2] = [Vec2::new(0.0012, 0.0010), Vec2::new(0.0262, 0.0205)];
/// Pitch at which the closed lids meet, radians.
const MEET: f32 = -0.20;

/// Pitch of the upper and of the lower rim in the middle of the eye, radians.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Opening {
    pub(crate) upper: f32,
    pub(crate) lower: f32,
}

/// Opening at rest.
pub(crate) const REST: Opening = Opening { upper: 0.455, lower: -0.375 };
/// Closed lids.
pub(crate) const CLOSED: Opening = Opening { upper: MEET, lower: MEET };

impl Opening {
    /// Opening changed by angles that lift the upper and the lower lid.
    pub(crate) fn lifted(self, upper: f32, lower: f32) -> Self {
        Self { upper: self.upper + upper, lower: self.lower + lower }
    }

    /// Rim at an angle around the opening, as (yaw outward, pitch upward).
    pub(crate) fn edge(self, turn: f32) -> Vec2 {
        let (s, c) = turn.sin_cos();
        let yaw = if c > 0.0 { 0.90 * c } else { 0.85 * c };
        // An almond: the upper edge is highest a little inside the middle, the outer corner a little above
        // the inner one.
        let lift = if s >= 0.0 {
            MEET + (self.upper - MEET) * (1.0 - 0.10 * c)
        } else {
            MEET + (self.lower - MEET) * (1.0 + 0.12 * c)
        };
        Vec2::new(yaw + 0.02, lift * s.abs().powf(0.85) + 0.045 * c)
    }
}

/// Point at angles (yaw, pitch) and a radius around the eye.
pub(crate) fn on_sphere(a: Vec2, radius: f32) -> Vec3 {
    let (sy, cy) = a.x.sin_cos();
    let (sp, cp) = a.y.sin_cos();
    Vec3::from(EYE) + Vec3::new(sy * cp, sp, cy * cp) * radius
}

/// Vertices of an opening, by ring and column.
pub(crate) fn points(skin: &Field, opening: Opening) -> Vec<Vec3> {
    let mut out = Vec::with_capacity(RINGS * AROUND);
    for ring in 0..RINGS {
        for k in 0..AROUND {
            let turn = k as f32 / AROUND as f32 * TAU;
            out.push(point(skin, opening, ring, turn));
        }
    }
    out
}

fn point(skin: &Field, opening: Opening, ring: usize, turn: f32) -> Vec3 {
    let (s, c) = turn.sin_cos();
    let rim = opening.edge(turn);
    let rest = REST.edge(turn);
    // The fold stays behind when the lid closes, and is pushed up when it opens wide.
    let moved = (rim.y - rest.y) * if (rim.y > rest.y) == (s >= 0.0) { 0.55 } else { 0.10 };
    let fold = rest + Vec2::new(0.10 * c, moved + if s >= 0.0 { 0.175 * s } else { 0.125 * s });
    let outer = Vec2::new(EYE[0], EYE[1]) + LOOP[0] + LOOP[1] * Vec2::new(c, s);
    let over = on_sphere(fold, LID).truncate();
    match ring {
        0 => front(skin, outer),
        1 => front(skin, outer.lerp(over, 0.42)),
        2 => front(skin, outer.lerp(over, 0.78)),
        3 => {
            let on = front(skin, over);
            let radius = (on - Vec3::from(EYE)).length().clamp(LID, LID + 0.0012);
            on_sphere(fold, radius)
        }
        // The upper lid folds under the skin above; the lower one goes over into the cheek.
        4 => on_sphere(fold.lerp(rim, 0.16), LID - 0.0006 * s.max(0.0) + 0.0005 * (-s).max(0.0)),
        5 => on_sphere(fold.lerp(rim, 0.45), LID + 0.0002),
        6 => on_sphere(fold.lerp(rim, 0.82), LID + 0.0003),
        7 => on_sphere(rim, LID - 0.0001),
        8 => on_sphere(rim, (LID + RADIUS) * 0.5),
        9 => on_sphere(rim, RADIUS + 0.0004),
        _ => on_sphere(rim.lerp(fold, 0.5), RADIUS + 0.0003),
    }
}

/// Triangles of the strip, as (ring, column).
pub(crate) fn triangles() -> Vec<[(usize, usize); 3]> {
    let mut out = Vec::new();
    for r in 0..RINGS - 1 {
        for k in 0..AROUND {
            let next = (k + 1) % AROUND;
            let [a, b, d, e] = [(r, k), (r + 1, k), (r + 1, next), (r, next)];
            out.extend([[a, d, b], [a, e, d]]);
        }
    }
    out
}
