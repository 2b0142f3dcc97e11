//! Images and textures of a character.

use super::{ImageId, TextureId};
use crate::id::id_indexes;
use crate::math::ops;
use glam::{Mat3, Vec2};
use std::sync::Arc;

/// Encoded image of a file (PNG, JPEG …), decoded by the importer on demand into [`Pixels`].
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// Name in the file, or path; may be empty.
    pub name: String,
    /// Media type stated by the file or detected from the bytes, such as `image/png`.
    pub mime: String,
    /// Encoded bytes; `None` if the image file is missing.
    pub encoded: Option<Arc<[u8]>>,
}

id_indexes!(ImageId, Image);

/// A decoded image: 8-bit RGBA, rows from the top, straight (not premultiplied) alpha.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// `width * height * 4` bytes.
    pub rgba: Vec<u8>,
}

/// Wrap mode of texture coordinates outside 0..1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TextureWrap {
    /// Repeats the image.
    #[default]
    Repeat,
    /// Repeats the image, every other copy mirrored.
    Mirror,
    /// Extends the edge of the image.
    Clamp,
}

/// Filter of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TextureFilter {
    /// The nearest texel.
    Nearest,
    /// Linear interpolation of the nearest texels.
    #[default]
    Linear,
}

/// An image with its sampler.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    /// Image; `None` if it cannot be read.
    pub image: Option<ImageId>,
    /// Horizontal wrap mode.
    pub wrap_u: TextureWrap,
    /// Vertical wrap mode.
    pub wrap_v: TextureWrap,
    /// Filter for magnification.
    pub magnify: TextureFilter,
    /// Filter for minification, within a mip level.
    pub minify: TextureFilter,
    /// Filter between mip levels; `None` uses the full image only.
    pub mip: Option<TextureFilter>,
}

impl Texture {
    /// Texture of an image that is filtered smoothly, with the same wrap mode in both directions.
    #[must_use]
    pub const fn smooth(image: ImageId, wrap: TextureWrap) -> Self {
        let linear = TextureFilter::Linear;
        Self {
            image: Some(image),
            wrap_u: wrap,
            wrap_v: wrap,
            magnify: linear,
            minify: linear,
            mip: Some(linear),
        }
    }
}

id_indexes!(TextureId, Texture);

/// Scale, rotation and offset of texture coordinates (KHR_texture_transform): scale first, offset last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UvTransform {
    /// Offset, added last.
    pub offset: Vec2,
    /// Radians, counter-clockwise in texture space as the extension defines it.
    pub rotation: f32,
    /// Scale per axis, applied first.
    pub scale: Vec2,
}

impl UvTransform {
    /// The identity transform.
    pub const IDENTITY: Self = Self { offset: Vec2::ZERO, rotation: 0.0, scale: Vec2::ONE };

    /// Matrix that transforms (u, v, 1).
    #[must_use]
    pub fn to_matrix(&self) -> Mat3 {
        let (sin, cos) = ops::sin_cos(self.rotation);
        Mat3::from_translation(self.offset)
            * Mat3::from_cols_array(&[cos, -sin, 0.0, sin, cos, 0.0, 0.0, 0.0, 1.0])
            * Mat3::from_scale(self.scale)
    }
}

impl Default for UvTransform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// A texture slot of a material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextureRef {
    /// The texture.
    pub texture: TextureId,
    /// Index of the set of texture coordinates.
    pub uv_set: usize,
    /// Transform of the texture coordinates.
    pub transform: UvTransform,
}
