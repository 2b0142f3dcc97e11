use glam::{Mat3, Vec2};
use std::sync::Arc;

/// An image as the file carries it, still encoded. Importers decode it when somebody asks for pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// The file's name for it, or its path; may be empty.
    pub name: String,
    /// Media type the file states or the bytes show, such as `image/png`.
    pub mime: String,
    /// The encoded bytes; none if the file they should be in is missing.
    pub encoded: Option<Arc<[u8]>>,
}

/// A decoded image: 8-bit RGBA, rows from the top, alpha not multiplied in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// `width * height * 4` bytes.
    pub rgba: Vec<u8>,
}

/// How texture coordinates outside 0..1 are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TextureWrap {
    /// The image repeats.
    #[default]
    Repeat,
    /// The image repeats, every other copy mirrored.
    Mirror,
    /// The edge goes on.
    Clamp,
}

/// How texels are mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TextureFilter {
    /// The nearest texel.
    Nearest,
    /// A linear mix.
    #[default]
    Linear,
}

/// An image and how to read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    /// Number of the image in the character; none if it can't be read.
    pub image: Option<usize>,
    /// Horizontal wrap.
    pub wrap_u: TextureWrap,
    /// Vertical wrap.
    pub wrap_v: TextureWrap,
    /// Filter when enlarged.
    pub magnify: TextureFilter,
    /// Filter when reduced, within a level.
    pub minify: TextureFilter,
    /// Filter between mip levels; none reads the full image only.
    pub mip: Option<TextureFilter>,
}

/// Scale, rotation and offset of texture coordinates (KHR_texture_transform): scale first, offset last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UvTransform {
    /// Added last.
    pub offset: Vec2,
    /// Radians, counter-clockwise in texture space as the extension defines it.
    pub rotation: f32,
    /// Factor per axis.
    pub scale: Vec2,
}

impl UvTransform {
    /// Changes nothing.
    pub const IDENTITY: Self = Self { offset: Vec2::ZERO, rotation: 0.0, scale: Vec2::ONE };

    /// The transform as a matrix on (u, v, 1).
    pub fn to_matrix(&self) -> Mat3 {
        let (sin, cos) = self.rotation.sin_cos();
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

/// A texture as a material uses it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextureRef {
    /// Number of the texture in the character.
    pub texture: usize,
    /// Which set of texture coordinates.
    pub uv_set: usize,
    /// What happens to them first.
    pub transform: UvTransform,
}
