//! Measures of a point around the mouth, on which the shapes depend.

use super::FacePoint;
use crate::field::smoothstep;
use crate::parts::head::{MOUTH_HALF, gap, mouth_line};
use glam::{FloatExt, Vec2};

/// Bell curve: 1 at 0, 0.37 at 1.
pub(super) fn bell(x: f32) -> f32 {
    (-x * x).exp()
}

/// Point around the mouth, with the lips flattened apart.
pub(super) struct Region {
    /// Distance from the middle towards the character's left, metres.
    pub x: f32,
    /// Height above the mouth line, metres.
    pub rise: f32,
    /// Share of the upper lip and jaw: 1 above the line, 0 below, blended at and beyond the corners.
    pub upper: f32,
    /// Weight of the lips, fading over the skin around them.
    pub near: f32,
    /// The same, fading farther out.
    pub wide: f32,
    /// Weight of the lips alone: 1 on them, 0 from the outermost ring of the mouth's strip on.
    pub lip: f32,
    /// 1 in the middle of the mouth, 0 from the corners outward.
    pub mid: f32,
}

impl Region {
    pub(super) fn of(p: &FacePoint) -> Self {
        let Vec2 { x, y } = p.flat;
        let height = y - mouth_line(x);
        let s = (x / MOUTH_HALF).abs();
        // Towards the corners a lip moves as a whole, by the share of the line where it meets the other:
        // borders that went their own way would make an open mouth a box.
        let on_lip = smoothstep(0.0205, 0.0140, height.abs()) * smoothstep(0.036, 0.025, x.abs());
        let whole = 0.75 * on_lip * smoothstep(0.45, 0.95, s);
        let rise = height.lerp((gap(x) * height.signum()).clamp(-height.abs(), height.abs()), whole);
        let blend = 0.0055 + 0.0145 * smoothstep(0.85, 1.5, s);
        let front = smoothstep(0.030, 0.055, p.at.z).max(f32::from(p.lip.is_some())) * (1.0 - p.deep);
        let fade = |reach: f32| {
            bell((height.abs() - 0.0135).max(0.0) / reach)
                * bell((x.abs() - MOUTH_HALF).max(0.0) / reach)
                * front
        };
        Self {
            x,
            rise,
            upper: smoothstep(-blend, blend, rise),
            near: fade(0.0120),
            wide: fade(0.018),
            lip: on_lip * front,
            mid: (1.0 - s * s).max(0.0).powf(1.4),
        }
    }

    /// Weight of the lower lip and jaw.
    pub(super) fn lower(&self) -> f32 {
        1.0 - self.upper
    }

    /// Weight around the left corner of the mouth, within a radius in metres.
    pub(super) fn corner(&self, radius: f32) -> f32 {
        bell(Vec2::new(self.x - MOUTH_HALF, self.rise * 0.85).length() / radius)
    }

    /// Weight of the left half around a distance from the middle, for the raising and lowering of lips.
    pub(super) fn column(&self, at: f32, width: f32) -> f32 {
        bell((self.x - at) / width)
    }
}
