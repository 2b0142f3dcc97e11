//! Eyeballs: spheres around +Z with a gentle bulge over the iris.

use super::shapes;
use crate::skeleton::{EYE, Skeleton};
use crate::surface::Surface;
use crate::weights::weigh_to;
use glam::{Quat, Vec3};
use std::f32::consts::{FRAC_PI_2, TAU};

/// Radius of the eyeball.
pub(crate) const RADIUS: f32 = 0.0203;

/// Turns of the left eye in the shapes of gaze: down and outward, radians.
const LOOKS: [(&str, f32, f32); 4] = [
    ("eyeLookUp", -0.30, 0.0),
    ("eyeLookDown", 0.38, 0.0),
    ("eyeLookIn", 0.0, -0.44),
    ("eyeLookOut", 0.0, 0.44),
];

/// One eye, on the left (`sign` 1) or right (-1). Texture coordinates are a straight view from the front.
pub(crate) fn make(skeleton: &Skeleton, sign: f32) -> Surface {
    let centre = Vec3::new(EYE[0] * sign, EYE[1], EYE[2]);
    let (rings, around) = (8usize, 24usize);
    let mut s = Surface::default();
    let mut push = |n: Vec3, angle: f32| {
        let bulge = 0.0007 * (1.0 - (angle / 0.50).powi(2)).max(0.0);
        s.positions.push(centre + n * (RADIUS + bulge));
        s.normals.push(n);
        let share = angle / FRAC_PI_2 / 1.18 * 0.5;
        let flat = glam::Vec2::new(n.x, -n.y).normalize_or_zero() * share;
        s.uvs.push([0.5 + flat.x, 0.5 + flat.y]);
    };
    push(Vec3::Z, 0.0);
    for r in 1..=rings {
        let angle = FRAC_PI_2 * 1.15 * (r as f32 / rings as f32);
        for k in 0..around {
            let turn = k as f32 / around as f32 * TAU;
            push(Vec3::new(angle.sin() * turn.cos(), angle.sin() * turn.sin(), angle.cos()), angle);
        }
    }
    let id = |r: usize, k: usize| if r == 0 { 0 } else { (1 + (r - 1) * around + k % around) as u32 };
    for r in 0..rings {
        for k in 0..around {
            if r > 0 {
                s.triangles.push([id(r, k), id(r + 1, k), id(r, k + 1)]);
            }
            s.triangles.push([id(r, k + 1), id(r + 1, k), id(r + 1, k + 1)]);
        }
    }
    s.painted_at = s.positions.clone();
    s.labels = vec![0; s.positions.len()];
    s.openness = vec![1.0; s.positions.len()];
    let side = if sign > 0.0 { "Left" } else { "Right" };
    for (name, pitch, yaw) in LOOKS {
        let turn = Quat::from_rotation_y(yaw * sign) * Quat::from_rotation_x(pitch);
        s.add_morph(&format!("{name}{side}"), |p, _| turn * (p - centre) - (p - centre));
    }
    shapes::add(&mut s);
    // Their shading hardly changes.
    s.drop_turns();
    weigh_to(&mut s, skeleton.index(if sign > 0.0 { "leftEye" } else { "rightEye" }));
    s
}
