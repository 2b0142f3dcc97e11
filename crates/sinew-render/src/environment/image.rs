use super::error::EnvironmentError;
use sinew::glam::Vec3;
use std::borrow::Cow;
use std::f32::consts::{PI, TAU};

/// Radiance from all directions as a picture in equirectangular projection: twice as wide as high, rows from
/// straight above to straight below. Its middle is seen towards +X and its right quarter towards +Z, as in
/// three.js.
///
/// ```
/// use sinew_render::EnvironmentImage;
/// use sinew::glam::Vec3;
///
/// let image = EnvironmentImage::from_fn(64, |direction| Vec3::splat(direction.y.max(0.0)));
/// assert!(image.radiance(Vec3::Y).x > 0.95 && image.radiance(Vec3::NEG_Y).x == 0.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct EnvironmentImage {
    width: u32,
    height: u32,
    /// Linear radiance, row after row from the top.
    pixels: Vec<Vec3>,
}

/// Largest radiance of a channel, that of 16-bit floats.
const MAX_RADIANCE: f32 = 65504.0;
/// Longest side of a picture in pixels.
const MAX_SIDE: u32 = 16384;

impl EnvironmentImage {
    /// A picture of linear colours, row after row from the top. Numbers that are negative or not finite count
    /// as 0.
    ///
    /// # Errors
    /// When the size is 0 or too large, or there are not as many colours as pixels.
    pub fn new(width: u32, height: u32, mut pixels: Vec<Vec3>) -> Result<Self, EnvironmentError> {
        let is_side = |side: u32| (1..=MAX_SIDE).contains(&side);
        if !is_side(width) || !is_side(height) || pixels.len() != width as usize * height as usize {
            let pixels = pixels.len();
            return Err(EnvironmentError::Size { width, height, pixels, limit: MAX_SIDE });
        }
        for pixel in &mut pixels {
            *pixel = sound(*pixel);
        }
        Ok(Self { width, height, pixels })
    }

    /// A picture of `height` rows of the radiance that a function gives for unit directions.
    #[must_use]
    pub fn from_fn(height: u32, radiance: impl Fn(Vec3) -> Vec3) -> Self {
        let height = height.clamp(1, MAX_SIDE / 2);
        let width = height * 2;
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let pixels = pixels
            .map(|(x, y)| sound(radiance(direction([x as f32 + 0.5, y as f32 + 0.5], [width, height]))));
        Self { width, height, pixels: pixels.collect() }
    }

    /// Width and height in pixels.
    #[must_use]
    pub fn size(&self) -> [u32; 2] {
        [self.width, self.height]
    }

    /// Linear radiance of the pixels, row after row from the top.
    #[must_use]
    pub fn pixels(&self) -> &[Vec3] {
        &self.pixels
    }

    /// Linear radiance of the pixel in a direction.
    #[must_use]
    pub fn radiance(&self, direction: Vec3) -> Vec3 {
        let d = direction.normalize_or(Vec3::Y);
        let u = d.z.atan2(d.x) / TAU + 0.5;
        let v = d.y.clamp(-1.0, 1.0).acos() / PI;
        let at = |share: f32, side: u32| ((share * side as f32) as u32).min(side - 1);
        self.pixels[(at(v, self.height) * self.width + at(u, self.width)) as usize]
    }

    /// Directions of all pixels with their radiance and solid angles in steradians.
    pub(super) fn samples(&self) -> impl Iterator<Item = (Vec3, Vec3, f32)> {
        let size = [self.width, self.height];
        self.pixels.iter().enumerate().map(move |(n, radiance)| {
            let (x, y) = (n as u32 % size[0], n as u32 / size[0]);
            let row = |y: u32| (PI * y as f32 / size[1] as f32).cos();
            let solid_angle = (row(y) - row(y + 1)) * TAU / size[0] as f32;
            (direction([x as f32 + 0.5, y as f32 + 0.5], size), *radiance, solid_angle)
        })
    }

    /// The picture with sides of at most `limit` pixels: itself, or halved until they are.
    pub(super) fn reduced(&self, limit: u32) -> Cow<'_, Self> {
        let mut reduced = Cow::Borrowed(self);
        while reduced.size().into_iter().any(|side| side > limit.max(1)) {
            reduced = Cow::Owned(reduced.halved());
        }
        reduced
    }

    /// The picture at half its size, each pixel the mean of up to four.
    pub(super) fn halved(&self) -> Self {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let mut pixels = Vec::with_capacity((width * height) as usize);
        for y in 0..height {
            for x in 0..width {
                let columns = x * self.width / width..((x + 1) * self.width).div_ceil(width);
                let rows = y * self.height / height..((y + 1) * self.height).div_ceil(height);
                let count = (columns.len() * rows.len()) as f32;
                let all = rows.flat_map(|row| columns.clone().map(move |column| row * self.width + column));
                pixels.push(all.map(|n| self.pixels[n as usize]).sum::<Vec3>() / count);
            }
        }
        Self { width, height, pixels }
    }
}

/// A colour without negative numbers and those that are not finite or too large.
fn sound(color: Vec3) -> Vec3 {
    Vec3::from(color.to_array().map(|c| if c.is_nan() { 0.0 } else { c.clamp(0.0, MAX_RADIANCE) }))
}

/// Unit direction of a point in pixels of a picture.
fn direction([x, y]: [f32; 2], [width, height]: [u32; 2]) -> Vec3 {
    let around = (x / width as f32 - 0.5) * TAU;
    let down = y / height as f32 * PI;
    Vec3::new(down.sin() * around.cos(), down.cos(), down.sin() * around.sin())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_cover_the_sphere_and_are_found_again() {
        let image = EnvironmentImage::from_fn(24, |d| d * 0.5 + 0.5);
        let whole: f32 = image.samples().map(|(_, _, solid_angle)| solid_angle).sum();
        assert!((whole - 4.0 * PI).abs() < 1e-3, "{whole}");
        for (direction, radiance, _) in image.samples() {
            assert_eq!(image.radiance(direction), radiance);
        }
        assert!(image.radiance(Vec3::X).x > 0.98 && image.radiance(Vec3::Z).z > 0.98);
        let small = image.halved().halved();
        assert_eq!(small.size(), [12, 6]);
        assert!(
            (small.radiance(Vec3::new(0.7, 0.7, 0.1)) - image.radiance(Vec3::new(0.7, 0.7, 0.1))).length()
                < 0.2
        );
    }

    #[test]
    fn pictures_have_as_many_colours_as_pixels_and_only_sound_numbers() {
        let colors = |n: usize| vec![Vec3::new(f32::NAN, -1.0, 1e30); n];
        for (width, height, count) in [(0, 1, 0), (4, 2, 7), (4, 2, 9), (MAX_SIDE + 1, 1, 16385)] {
            assert!(EnvironmentImage::new(width, height, colors(count)).is_err(), "{width} {height} {count}");
        }
        let image = EnvironmentImage::new(4, 2, colors(8)).unwrap();
        assert!(image.pixels().iter().all(|pixel| *pixel == Vec3::new(0.0, 0.0, MAX_RADIANCE)));
        assert_eq!(EnvironmentImage::from_fn(3, |_| Vec3::NAN).pixels()[0], Vec3::ZERO);
    }
}
