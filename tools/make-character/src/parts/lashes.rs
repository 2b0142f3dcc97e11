//! Upper lashes: a dark band along the rim of the lid that grows toward the outer corner into a small wing.

use super::face::openings;
use super::head::{LID, Opening, REST, on_sphere};
use super::shapes;
use crate::skeleton::Skeleton;
use crate::surface::Surface;
use crate::weights::weigh_to;
use glam::{Vec2, Vec3};

/// Segments along the lid.
const ALONG: usize = 18;

fn points(opening: Opening) -> Vec<Vec3> {
    let mut out = Vec::new();
    for i in 0..=ALONG {
        let t = i as f32 / ALONG as f32;
        let turn = (1.0 - t) * 2.98 + t * -0.05;
        let e = opening.edge(turn);
        let long = 0.0005 + 0.0022 * t * t * (1.0 - 0.35 * t);
        let base = on_sphere(e + Vec2::new(0.0, -0.014), LID + 0.0003);
        let thick = on_sphere(e + Vec2::new(0.0, 0.028 + 0.030 * t), LID + 0.0007);
        let eye = on_sphere(Vec2::ZERO, 0.0);
        let out_dir = (base - eye).normalize() + Vec3::new(0.5 * t, 0.35 * t, 0.0);
        out.extend([base, base.lerp(thick, 0.45) + out_dir * long, thick]);
    }
    out
}

/// The left eye's lashes.
pub(crate) fn make(skeleton: &Skeleton) -> Surface {
    let rest = points(REST);
    let mut s = Surface { positions: rest.clone(), ..Surface::default() };
    for i in 0..ALONG as u32 {
        for k in 0..2 {
            let a = i * 3 + k;
            let (b, c, d) = (a + 1, a + 4, a + 3);
            s.triangles.extend([[a, d, c], [a, c, b]]);
        }
    }
    s.normals = s.normals_of(&s.positions);
    s.painted_at = rest.clone();
    s.labels = vec![0; rest.len()];
    s.openness = vec![1.0; rest.len()];
    for (name, opening) in openings() {
        let moved = points(opening);
        s.add_morph(&format!("{name}Left"), |p, i| moved[i] - p);
    }
    for (older, name, weight) in [
        ("blink_left", "eyeBlinkLeft", 1.0f32),
        ("smile", "cheekSquintLeft", 0.4),
        ("brow_up", "eyeWideLeft", 0.35),
    ] {
        let from = s.morphs.iter().find(|m| m.0 == name).map(|m| m.1.clone()).unwrap_or_default();
        s.morphs.push((older.into(), from.iter().map(|d| d.map(|v| v * weight)).collect()));
    }
    shapes::add(&mut s);
    // Their shading hardly changes.
    s.drop_turns();
    weigh_to(&mut s, skeleton.index("head"));
    s
}
