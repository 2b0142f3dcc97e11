//! Textures of cards.

use super::canvas::{Canvas, Texel};
use crate::surface::srgb_byte;
use glam::{Vec2, Vec3};
use sinew::character::Pixels;

/// Textures of a layer's cards, painted from its strands: tiles of strands side by side, from the root (top)
/// to the tip. The lowest rows are for caps, opaque at the bottom.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CardMaps {
    /// sRGB colour; alpha is the share of a texel that strands cover.
    pub base_color: Pixels,
    /// Normals in tangent space: strands are round.
    pub normal: Pixels,
    /// Direction across the strands in red and green, as `anisotropyTexture` of KHR_materials_anisotropy has
    /// it; blue is 1. It is the direction in which highlights of hair are long.
    pub flow: Pixels,
    /// Whether the material shows both sides of its triangles; hair that stands off the skin has triangles for
    /// either side.
    pub double_sided: bool,
    /// Height of the strands over the card, grey: 0 the lowest, 255 the highest. For engines with hair shaders
    /// of their own; glTF has no such texture.
    pub depth: Pixels,
}

impl CardMaps {
    pub(super) fn new(canvas: &Canvas, double_sided: bool) -> Self {
        let pixels = |of: fn(&Texel) -> [u8; 4]| Pixels {
            width: canvas.width,
            height: canvas.height,
            rgba: canvas.texels.iter().flat_map(of).collect(),
        };
        Self {
            double_sided,
            base_color: pixels(base_color),
            normal: pixels(normal),
            flow: pixels(flow),
            depth: pixels(depth),
        }
    }
}

fn unit_byte(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

fn base_color(texel: &Texel) -> [u8; 4] {
    let [r, g, b] = texel.color.to_array().map(|value| srgb_byte(value.clamp(0.0, 1.0)));
    [r, g, b, unit_byte(texel.coverage)]
}

fn normal(texel: &Texel) -> [u8; 4] {
    // Down in the texture is towards -y.
    let tilt = texel.tilt * Vec2::new(1.0, -1.0);
    let up = (1.0 - tilt.length_squared()).max(0.0).sqrt();
    let [x, y, z] = tilt.extend(up).normalize_or(Vec3::Z).to_array().map(|n| unit_byte(n * 0.5 + 0.5));
    [x, y, z, 255]
}

fn flow(texel: &Texel) -> [u8; 4] {
    let along = texel.flow.normalize_or(Vec2::Y);
    // Across the strand; y is up.
    let across = Vec2::new(along.y, along.x);
    let [x, y] = across.to_array().map(|n| unit_byte(n * 0.5 + 0.5));
    [x, y, 255, 255]
}

fn depth(texel: &Texel) -> [u8; 4] {
    let grey = unit_byte(texel.depth);
    [grey, grey, grey, 255]
}
