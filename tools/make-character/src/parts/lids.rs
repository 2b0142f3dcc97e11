//! Eyelids: rings of vertices around the eye's opening, on a sphere slightly larger than the eyeball. Blinking moves the
//! rings along that sphere, so that a closed lid still follows the eye.

use crate::field::smoothstep;
use crate::skeleton::{EYE, Skeleton};
use crate::surface::Surface;
use crate::weights::weigh_to;
use glam::{Vec2, Vec3};
use std::f32::consts::TAU;

/// Outer radius of a lid over the eyeball's centre.
pub(crate) const LID: f32 = 0.0229;
/// Segments around the opening.
const AROUND: usize = 32;
/// Label of the rim (lash line).
pub(crate) const RIM: u8 = 1;
/// Label of the lash itself.
pub(crate) const LASH: u8 = 2;

/// The opening's edge at an angle around it, as (yaw outward, pitch upward) on the sphere, radians.
fn edge(turn: f32, upper: f32, lower: f32) -> Vec2 {
    let (s, c) = turn.sin_cos();
    let yaw = if c > 0.0 { 0.90 * c } else { 0.85 * c };
    // An almond: the upper edge is highest a little inside the middle, the outer corner a little above the inner one.
    let shape = s.abs().powf(0.85) * s.signum();
    let lift = if s >= 0.0 { upper * (1.0 - 0.10 * c) } else { lower * (1.0 + 0.12 * c) };
    Vec2::new(yaw + 0.02, lift * shape.abs() + 0.035 * c)
}

fn on_sphere(a: Vec2, radius: f32) -> Vec3 {
    let (sy, cy) = a.x.sin_cos();
    let (sp, cp) = a.y.sin_cos();
    Vec3::new(sy * cp, sp, cy * cp) * radius
}

/// Depth of the lid at an angle. Outside of the skin's fold the lid is below the skin, in every position.
fn sink(a: Vec2) -> f32 {
    let fold = Vec2::new(1.14, if a.y > 0.0 { 0.840 } else { 0.475 });
    0.0018 * smoothstep(1.0, 1.14, (a / fold).length())
}

/// Positions of all rings for an opening: pitch of the upper and of the lower edge.
fn rings(upper: f32, lower: f32) -> Vec<Vec3> {
    let mut out = Vec::new();
    // Rows: below the inner rim, inner and outer edge of the rim, rings across the lid, hidden border.
    let rows: [(f32, f32); 9] = [
        (-0.10, LID - 0.0016),
        (0.0, LID - 0.0014),
        (0.015, LID - 0.0002),
        (0.12, LID + 0.0004),
        (0.32, LID + 0.0003),
        (0.52, LID + 0.0002),
        (0.70, LID + 0.0002),
        (0.86, LID + 0.0002),
        (1.0, LID + 0.0002),
    ];
    for (share, radius) in rows {
        for k in 0..AROUND {
            let turn = k as f32 / AROUND as f32 * TAU;
            let near = edge(turn, upper, lower);
            let (s, c) = turn.sin_cos();
            let far = Vec2::new(1.38 * c, 1.30 * s);
            let a = near.lerp(far, share.max(0.0));
            out.push(on_sphere(a, radius - sink(a)));
        }
    }
    out
}

/// The left eye's lids, with the targets `blink_left`, `smile` and `brow_up`.
pub(crate) fn make(skeleton: &Skeleton) -> Surface {
    let (upper, lower) = (0.52, -0.385);
    let rest = rings(upper, lower);
    let meet = -0.20;
    let blink = rings(meet, meet - 0.004);
    let smile = rings(upper - 0.05, lower + 0.12);
    let wide = rings(upper + 0.06, lower);
    let mut s = Surface { positions: rest.clone(), ..Surface::default() };
    let rows = rest.len() / AROUND;
    for r in 0..rows - 1 {
        for k in 0..AROUND {
            let next = (k + 1) % AROUND;
            let id = |r: usize, k: usize| (r * AROUND + k) as u32;
            let (a, b, c, d) = (id(r, k), id(r, next), id(r + 1, next), id(r + 1, k));
            s.triangles.extend([[a, d, c], [a, c, b]]);
        }
    }
    s.labels = (0..rest.len()).map(|i| if i / AROUND < 3 { RIM } else { 0 }).collect();
    let centre = Vec3::from(EYE);
    lash(&mut s, upper, lower);
    let base = rest.len();
    let lash_of = |set: (f32, f32)| lash_points(set.0, set.1);
    let targets = [
        ("blink_left", blink, lash_of((meet, meet))),
        ("smile", smile, lash_of((upper - 0.05, lower + 0.12))),
        ("brow_up", wide, lash_of((upper + 0.06, lower))),
    ];
    s.normals = s.normals_of(&s.positions);
    let from = s.positions.clone();
    for (name, to, lash) in targets {
        s.add_morph(name, |_, i| if i < base { to[i] - from[i] } else { lash[i - base] - from[i] });
    }
    for p in &mut s.positions {
        *p += centre;
    }
    s.painted_at = s.positions.clone();
    s.openness = vec![1.0; s.positions.len()];
    weigh_to(&mut s, skeleton.index("head"));
    s
}

/// The upper lash: a dark band along the rim that grows toward the outer corner into a small wing.
fn lash_points(upper: f32, lower: f32) -> Vec<Vec3> {
    let mut out = Vec::new();
    for i in 0..=14 {
        let t = i as f32 / 14.0;
        let turn = (1.0 - t) * 2.95 + t * -0.12;
        let e = edge(turn, upper, lower);
        let long = 0.0006 + 0.0020 * t * t;
        let base = on_sphere(e + Vec2::new(0.0, -0.012), LID - 0.0008);
        let thick = on_sphere(e + Vec2::new(0.0, 0.040 + 0.025 * t), LID + 0.0006);
        let out_dir = base.normalize() + Vec3::new(0.5 * t, 0.35 * t, 0.0);
        out.extend([base, base.lerp(thick, 0.45) + out_dir * long, thick]);
    }
    out
}

fn lash(s: &mut Surface, upper: f32, lower: f32) {
    let base = s.positions.len() as u32;
    let points = lash_points(upper, lower);
    for i in 0..points.len() as u32 / 3 - 1 {
        for k in 0..2 {
            let a = base + i * 3 + k;
            let (b, c, d) = (a + 1, a + 4, a + 3);
            s.triangles.extend([[a, d, c], [a, c, b]]);
        }
    }
    s.labels.extend(vec![LASH; points.len()]);
    s.positions.extend(points);
}
