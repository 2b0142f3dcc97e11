use crate::surface::TextureError;
use glam::Vec3;

/// Normals of an image: one vector per texel, in rows from the top. A colour c from 0 to 1 is the component 2
/// · c − 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NormalMap {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) normals: Vec<Vec3>,
}

impl NormalMap {
    /// Normals of `width` × `height` texels.
    ///
    /// # Errors
    /// When there are not as many normals as texels.
    pub fn new(width: u32, height: u32, normals: Vec<Vec3>) -> Result<Self, TextureError> {
        check(width, height, normals.len(), 1)?;
        Ok(Self { width, height, normals })
    }

    /// Normals of an image of 8 bits per channel, red, green, blue and alpha, which is ignored.
    ///
    /// # Errors
    /// When there are not four values per texel.
    pub fn from_rgba8(width: u32, height: u32, rgba: &[u8]) -> Result<Self, TextureError> {
        check(width, height, rgba.len(), 4)?;
        let normal = |[r, g, b, _]: &[u8; 4]| decoded([*r, *g, *b].map(|c| f32::from(c) / 255.0));
        Ok(Self { width, height, normals: rgba.as_chunks().0.iter().map(normal).collect() })
    }

    /// Normals of an image of 16 bits per channel, red, green, blue and alpha, which is ignored.
    ///
    /// # Errors
    /// When there are not four values per texel.
    pub fn from_rgba16(width: u32, height: u32, rgba: &[u16]) -> Result<Self, TextureError> {
        check(width, height, rgba.len(), 4)?;
        let normal = |[r, g, b, _]: &[u16; 4]| decoded([*r, *g, *b].map(|c| f32::from(c) / 65535.0));
        Ok(Self { width, height, normals: rgba.as_chunks().0.iter().map(normal).collect() })
    }

    /// Image of 8 bits per channel with opaque alpha. A component is exact to 0.004.
    #[must_use]
    pub fn to_rgba8(&self) -> Vec<u8> {
        let texel = |n: &Vec3| encoded(*n).extend(1.0).to_array().map(|c| (c * 255.0).round() as u8);
        self.normals.iter().flat_map(texel).collect()
    }

    /// Image of 16 bits per channel with opaque alpha. A component is exact to 0.00002.
    #[must_use]
    pub fn to_rgba16(&self) -> Vec<u16> {
        let texel = |n: &Vec3| encoded(*n).extend(1.0).to_array().map(|c| (c * 65535.0).round() as u16);
        self.normals.iter().flat_map(texel).collect()
    }

    /// The map with green turned around, between the convention of glTF and OpenGL, where green points up in
    /// the image, and that of DirectX, where it points down.
    #[must_use]
    pub fn with_flipped_green(mut self) -> Self {
        self.normals.iter_mut().for_each(|normal| normal.y = -normal.y);
        self
    }

    /// Width in texels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height in texels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// One vector per texel, in rows from the top; of any length.
    #[must_use]
    pub fn normals(&self) -> &[Vec3] {
        &self.normals
    }
}

/// Number of values of an image; the largest number where it is larger.
pub(in crate::surface) fn value_count(width: u32, height: u32, per_texel: usize) -> usize {
    (width as usize).saturating_mul(height as usize).saturating_mul(per_texel)
}

fn check(width: u32, height: u32, found: usize, per_texel: usize) -> Result<(), TextureError> {
    let expected = value_count(width, height, per_texel);
    if found == expected { Ok(()) } else { Err(TextureError::Size { width, height, found, expected }) }
}

fn decoded(color: [f32; 3]) -> Vec3 {
    2.0 * Vec3::from_array(color) - 1.0
}

fn encoded(normal: Vec3) -> Vec3 {
    (0.5 * normal + 0.5).clamp(Vec3::ZERO, Vec3::ONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_come_back_exactly() {
        let rgba: Vec<u8> = (0..=254).flat_map(|c| [c, 255 - c, c / 2, 255]).collect();
        assert_eq!(NormalMap::from_rgba8(255, 1, &rgba).unwrap().to_rgba8(), rgba);
        let rgba: Vec<u16> = (0..=65534).step_by(7).flat_map(|c| [c, 65535 - c, c / 2, 65535]).collect();
        let width = rgba.len() as u32 / 4;
        assert_eq!(NormalMap::from_rgba16(width, 1, &rgba).unwrap().to_rgba16(), rgba);
    }

    #[test]
    fn flipped_green_is_its_own_inverse() {
        let map = NormalMap::from_rgba8(1, 1, &[10, 200, 250, 255]).unwrap();
        let flipped = map.clone().with_flipped_green();
        assert_eq!(flipped.to_rgba8(), [10, 55, 250, 255]);
        assert_eq!(flipped.with_flipped_green(), map);
    }

    #[test]
    fn wrong_sizes_are_errors() {
        let wrong = TextureError::Size { width: 2, height: 3, found: 4, expected: 24 };
        assert_eq!(NormalMap::from_rgba8(2, 3, &[0; 4]), Err(wrong));
        assert!(NormalMap::from_rgba16(u32::MAX, u32::MAX, &[]).is_err());
    }
}
