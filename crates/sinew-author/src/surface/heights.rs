//! Normal maps from height images: grey pictures, white high and black low, as sculpting programs export them and
//! people paint them.

use super::TextureError;
use super::tangent::NormalMap;
use glam::{Vec2, Vec3};
use sinew::character::Pixels;

/// Weights of the rows beside a texel and of its own in a derivative (H. Scharr, *Optimale Operatoren in der
/// Digitalen Bildverarbeitung*, 2000): the same slope in all directions.
const SCHARR: [f32; 3] = [3.0 / 16.0, 10.0 / 16.0, 3.0 / 16.0];

/// Height image with its size in the world.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct HeightImage<'a> {
    /// Picture, of which the mean of red, green and blue is the height.
    pub pixels: &'a Pixels,
    /// Height of white over black, metres; below 0 white is low.
    pub strength: f32,
    /// Width and height of the image on the skin, metres.
    pub size: Vec2,
    /// True where the image goes on at its other edge, as in repeated textures.
    pub repeats: bool,
}

impl<'a> HeightImage<'a> {
    /// An image that ends at its edges.
    #[must_use]
    pub const fn new(pixels: &'a Pixels, strength: f32, size: Vec2) -> Self {
        Self { pixels, strength, size, repeats: false }
    }

    /// Sets whether the image goes on at its other edge.
    #[must_use]
    pub const fn with_repeats(mut self, repeats: bool) -> Self {
        self.repeats = repeats;
        self
    }

    /// Normal map in tangent space: x to the right of the image, y to its top, as glTF and OpenGL have it. The
    /// steps of an image of 8 bits are slopes of their own; strong maps need soft pictures.
    ///
    /// # Errors
    /// When the image has not four bytes per texel.
    pub fn normals(&self) -> Result<NormalMap, TextureError> {
        let Pixels { width, height, rgba } = self.pixels;
        let heights: Vec<f32> = rgba
            .as_chunks::<4>()
            .0
            .iter()
            .map(|[r, g, b, _]| (f32::from(*r) + f32::from(*g) + f32::from(*b)) / (3.0 * 255.0))
            .collect();
        if heights.len() != *width as usize * *height as usize || rgba.len() % 4 != 0 {
            let expected = *width as usize * *height as usize * 4;
            return Err(TextureError::Size { width: *width, height: *height, found: rgba.len(), expected });
        }
        let sides = [i64::from(*width), i64::from(*height)];
        let at = |x: i64, y: i64| {
            let [x, y] = [(x, sides[0]), (y, sides[1])]
                .map(|(n, all)| if self.repeats { n.rem_euclid(all) } else { n.clamp(0, all - 1) });
            heights[(y * sides[0] + x) as usize]
        };
        // Height over two texels to metres over metres.
        let slope = [self.size.x, self.size.y]
            .map(|size| size.max(f32::MIN_POSITIVE))
            .into_iter()
            .zip(sides)
            .map(|(size, texels)| self.strength * texels as f32 / (2.0 * size));
        let slope: Vec<f32> = slope.collect();
        let normals = (0..sides[1]).flat_map(|y| (0..sides[0]).map(move |x| (x, y))).map(|(x, y)| {
            let (mut right, mut down) = (0.0, 0.0);
            for (beside, weight) in (-1..=1).zip(SCHARR) {
                right += weight * (at(x + 1, y + beside) - at(x - 1, y + beside));
                down += weight * (at(x + beside, y + 1) - at(x + beside, y - 1));
            }
            // Rows run downwards.
            Vec3::new(-right * slope[0], down * slope[1], 1.0).normalize_or(Vec3::Z)
        });
        NormalMap::new(*width, *height, normals.collect())
    }

    /// [`normals`](Self::normals) as an image of 8 bits per channel.
    ///
    /// # Errors
    /// As [`normals`](Self::normals).
    pub fn normal_pixels(&self) -> Result<Pixels, TextureError> {
        let Pixels { width, height, .. } = *self.pixels;
        Ok(Pixels { width, height, rgba: self.normals()?.to_rgba8() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(size: u32, height: impl Fn(f32, f32) -> f32) -> Pixels {
        let at = |n: u32| (n as f32 + 0.5) / size as f32;
        let grey = |x, y| (height(at(x), at(y)) * 255.0).round() as u8;
        let rgba = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
        let rgba = rgba.flat_map(|(x, y)| [grey(x, y), grey(x, y), grey(x, y), 255]).collect();
        Pixels { width: size, height: size, rgba }
    }

    /// A ramp of 2 mm over 1 cm rises to the right or to the top.
    #[test]
    fn slopes_are_those_of_the_heights() {
        let size = Vec2::splat(0.01);
        for (pixels, expected) in [
            (image(64, |x, _| x), Vec3::new(-0.2, 0.0, 1.0)),
            (image(64, |_, y| 1.0 - y), Vec3::new(0.0, -0.2, 1.0)),
        ] {
            let map = HeightImage::new(&pixels, 0.002, size).normal_pixels().unwrap();
            let texel = &map.rgba[(32 * 64 + 32) * 4..][..3];
            let normal = Vec3::from_array([0, 1, 2].map(|n| f32::from(texel[n]) / 127.5 - 1.0));
            // A step of 8 bits over two texels is an eighth of the slope.
            assert!(normal.distance(expected.normalize()) < 0.03, "{normal} {expected}");
        }
    }

    #[test]
    fn repeated_images_have_no_edge_and_wrong_sizes_are_refused() {
        let pixels = image(32, |x, _| 0.5 + 0.4 * (x * std::f32::consts::TAU).sin());
        let normal = |repeats| {
            let map = HeightImage::new(&pixels, 0.01, Vec2::ONE).with_repeats(repeats).normals().unwrap();
            map.to_rgba16()[0]
        };
        assert!(normal(true) < normal(false), "steep at the edge: {} {}", normal(true), normal(false));
        let broken = Pixels { width: 2, height: 2, rgba: vec![0; 3] };
        assert!(HeightImage::new(&broken, 1.0, Vec2::ONE).normals().is_err());
    }
}
