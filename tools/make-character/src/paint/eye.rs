//! Texture of the eye in front view: sclera, iris with fibres and a dark ring, pupil, catch-lights.

use super::Canvas;
use super::colours::hex;
use crate::field::smoothstep;
use glam::{Vec2, Vec3};
use std::f32::consts::FRAC_PI_2;

/// Angular radius of the iris.
const IRIS: f32 = 0.50;

/// Paints the eye.
pub(crate) fn paint(size: usize) -> Canvas {
    let mut canvas = Canvas::new(size);
    for y in 0..size {
        for x in 0..size {
            let p = (Vec2::new(x as f32 + 0.5, y as f32 + 0.5) / size as f32 - 0.5) * Vec2::new(1.0, -1.0);
            canvas.texels[y * size + x] = colour(p * 2.0 * 1.18 * FRAC_PI_2);
        }
    }
    canvas
}

/// The colour at an angle from the eye's axis (x to the image's right, y up).
fn colour(a: Vec2) -> Vec3 {
    let r = a.length();
    let turn = a.y.atan2(a.x);
    let mut c = hex(0xf7f3ee).lerp(hex(0xe3c9bd), smoothstep(0.6, 1.3, r));
    // Shadow of the upper lid on the sclera.
    c = c.lerp(hex(0xb9a9a6), 0.55 * smoothstep(0.20, 0.62, a.y));
    let fibre = 0.5 + 0.5 * ((turn * 23.0).sin() * 0.6 + (turn * 41.0 + 1.3).sin() * 0.4);
    let low = smoothstep(0.3, -0.45, a.y);
    let mut iris = hex(0x5a3516).lerp(hex(0xb9792f), 0.25 + 0.65 * low);
    iris = iris.lerp(hex(0xd9a552), 0.35 * fibre * smoothstep(0.2, 0.34, r) * (0.35 + 0.65 * low));
    iris = iris.lerp(hex(0x24130a), 0.9 * smoothstep(IRIS - 0.11, IRIS - 0.01, r));
    iris = iris.lerp(hex(0x2b170b), 0.75 * smoothstep(0.06, 0.42, a.y));
    iris = iris.lerp(hex(0x0c0705), smoothstep(0.235, 0.205, r));
    c = c.lerp(iris, smoothstep(IRIS + 0.025, IRIS - 0.015, r));
    let light = |x: f32, y: f32, radius: f32| {
        smoothstep(radius + 0.02, radius - 0.02, (a - Vec2::new(x, y)).length())
    };
    c = c.lerp(Vec3::ONE, light(0.15, 0.19, 0.095));
    c.lerp(hex(0xfff4e4), 0.55 * light(-0.17, -0.20, 0.045))
}
