//! One texel of a decal: its colour and alpha as the mean over the texel, and what they make of the texture.

use super::paint::{BakeChannel, DecalPaint};
use super::sample::{Image, Images};
use super::srgb::{srgb_byte, srgb_linear};
use super::texture_target::TargetTriangle;
use crate::surface::tangent::TangentFrame;
use glam::{Vec2, Vec3, Vec4, Vec4Swizzles};
use sinew::surface::{DecalBlend, DecalShape, DecalTriangle};

/// Samples per texel and axis.
const SAMPLES: usize = 4;

/// Brush of one decal.
pub(super) struct Brush<'a> {
    paint: &'a DecalPaint<'a>,
    color: &'a Image,
    normal: Option<&'a Image>,
    channel: BakeChannel,
}

/// Change of texture coordinates of a decal from texel to texel.
pub(super) struct Steps {
    right: Vec2,
    down: Vec2,
}

impl Steps {
    /// `None` for a triangle without area in the texture.
    pub(super) fn new(triangle: &DecalTriangle, texels: [[f64; 2]; 3]) -> Option<Self> {
        let [a, b, c] = texels.map(|[x, y]| glam::DVec2::new(x, y));
        let (edge, arm) = (b - a, c - a);
        let area = edge.perp_dot(arm);
        let [u, v] =
            [triangle.uvs[1] - triangle.uvs[0], triangle.uvs[2] - triangle.uvs[0]].map(|uv| uv.as_dvec2());
        let right = (u * arm.y - v * edge.y) / area;
        let down = (v * edge.x - u * arm.x) / area;
        (area != 0.0 && right.is_finite() && down.is_finite())
            .then(|| Self { right: right.as_vec2(), down: down.as_vec2() })
    }
}

impl<'a> Brush<'a> {
    /// Brush with the images of its decal; `None` where they lack that of the colours.
    pub(super) fn new(paint: &'a DecalPaint<'a>, channel: BakeChannel, images: &'a Images) -> Option<Self> {
        Some(Self { paint, color: images.color(paint)?, normal: images.normal(paint), channel })
    }

    /// Mean of the image over a texel, multiplied by alpha; zero outside of the outline.
    pub(super) fn mean(&self, uv: Vec2, steps: &Steps) -> Vec4 {
        let mut sum = Vec4::ZERO;
        for n in 0..SAMPLES * SAMPLES {
            let [x, y] = [n % SAMPLES, n / SAMPLES].map(|n| (n as f32 + 0.5) / SAMPLES as f32 - 0.5);
            let at = uv + steps.right * x + steps.down * y;
            let middle = (at - 0.5) * 2.0;
            let is_inside = match self.paint.decal.settings.shape {
                DecalShape::Disc => middle.length_squared() <= 1.0,
                // A rectangle is the whole image.
                _ => middle.abs().max_element() <= 1.0,
            };
            if is_inside {
                sum += self.color.at(at);
            }
        }
        sum * (self.paint.opacity.clamp(0.0, 1.0) / (SAMPLES * SAMPLES) as f32)
    }

    /// Paints a texel by the mean of the image over it.
    pub(super) fn apply(&self, texel: &mut [u8; 4], mean: Vec4, normal: impl FnOnce(Option<&Image>) -> Vec3) {
        let alpha = mean.w;
        let mix = |from: f32, to: f32| from + (to - from) * alpha;
        match self.channel {
            BakeChannel::Color => {
                let color = mean.xyz().to_array();
                for (byte, color) in texel.iter_mut().zip(color) {
                    let below = srgb_linear(*byte);
                    *byte = srgb_byte(match self.paint.blend {
                        DecalBlend::Multiply => below * (1.0 - alpha + color),
                        _ => below * (1.0 - alpha) + color,
                    });
                }
            }
            BakeChannel::Surface => {
                for (byte, to) in texel[1..3].iter_mut().zip([self.paint.roughness, self.paint.metallic]) {
                    *byte = mix(f32::from(*byte), to.clamp(0.0, 1.0) * 255.0).round() as u8;
                }
            }
            BakeChannel::Normal => {
                let below = Vec3::from_array([0, 1, 2].map(|n| f32::from(texel[n]) / 127.5 - 1.0));
                let sum = below.lerp(normal(self.normal), alpha).try_normalize().unwrap_or(Vec3::Z);
                let bytes = (sum * 127.5 + 127.5).to_array().map(|n| n.round() as u8);
                texel[..3].copy_from_slice(&bytes);
            }
        }
    }
}

/// Direction of a decal's normal map in the tangent space of the mesh, at a point of a triangle; straight up
/// without a map or tangents.
pub(super) fn mesh_normal(
    map: Option<&Image>,
    uv: Vec2,
    decal_triangle: &DecalTriangle,
    triangle: &TargetTriangle<'_>,
    shares: [f32; 3],
) -> Vec3 {
    let primitive = triangle.primitive;
    let (Some(map), false) = (map, primitive.tangents.is_empty() || primitive.normals.is_empty()) else {
        return Vec3::Z;
    };
    let corners = triangle.corners;
    let frame = TangentFrame::of(
        corners.map(|v| primitive.normals[v]),
        corners.map(|v| primitive.tangents[v]),
        shares,
    );
    let [a, b, c] = corners.map(|v| primitive.positions[v]);
    let (edge, arm) = (b - a, c - a);
    let (u, v) =
        (decal_triangle.uvs[1] - decal_triangle.uvs[0], decal_triangle.uvs[2] - decal_triangle.uvs[0]);
    let side = u.perp_dot(v).signum();
    let up = frame.normal.normalize_or_zero();
    let on_skin = |direction: Vec3| (direction * side).reject_from_normalized(up).try_normalize();
    // Directions in which the first coordinate grows, and the second falls.
    let (Some(right), Some(top)) = (on_skin(edge * v.y - arm * u.y), on_skin(edge * v.x - arm * u.x)) else {
        return Vec3::Z;
    };
    let n = map.normal_at(uv);
    frame.to_tangent(right * n.x + top * n.y + up * n.z)
}
