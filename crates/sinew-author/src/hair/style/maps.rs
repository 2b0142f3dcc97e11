//! Painted maps of grooms.

use glam::{Vec2, Vec3};
use sinew::character::Pixels;
use std::collections::BTreeMap;

/// Map over texture coordinates: grey, with colours where it was made of an image.
#[derive(Clone, Debug, PartialEq)]
pub struct HairMap {
    width: usize,
    values: Vec<f32>,
    /// sRGB colours; none for a grey map.
    colors: Vec<[u8; 3]>,
}

impl HairMap {
    /// Map of `width` columns with values row by row from the top, 0 to 1. `None` when the values do not fill
    /// whole rows, or there are none.
    #[must_use]
    pub fn new(width: usize, values: Vec<f32>) -> Option<Self> {
        let fits = width > 0 && !values.is_empty() && values.len().is_multiple_of(width);
        fits.then_some(Self { width, values, colors: Vec::new() })
    }

    /// Map of an image: its brightness as it is encoded (a grey of 128 is a half), and its colours. `None` for
    /// an empty image.
    #[must_use]
    pub fn of_image(pixels: &Pixels) -> Option<Self> {
        let all = || pixels.rgba.as_chunks::<4>().0.iter();
        let grey = |[r, g, b, _]: &[u8; 4]| {
            (0.2126 * f32::from(*r) + 0.7152 * f32::from(*g) + 0.0722 * f32::from(*b)) / 255.0
        };
        let mut map = Self::new(pixels.width as usize, all().map(grey).collect())?;
        map.colors = all().map(|[r, g, b, _]| [*r, *g, *b]).collect();
        Some(map)
    }

    /// sRGB colour of the pixel at texture coordinates; the grey of a map without colours.
    #[must_use]
    pub fn color_at(&self, uv: Vec2) -> [u8; 3] {
        let height = self.values.len() / self.width;
        let at = if uv.is_finite() { uv.fract_gl() } else { Vec2::ZERO };
        let size = Vec2::new(self.width as f32, height as f32);
        let [x, y] = (at * size).to_array().map(|n| n as usize);
        let pixel = y.min(height - 1) * self.width + x.min(self.width - 1);
        let grey = || Vec3::splat(self.values[pixel].clamp(0.0, 1.0) * 255.0 + 0.5);
        self.colors.get(pixel).copied().unwrap_or_else(|| grey().to_array().map(|value| value as u8))
    }

    /// Value at texture coordinates, between the four nearest pixels; coordinates outside of 0..=1 repeat the
    /// map.
    #[must_use]
    pub fn at(&self, uv: Vec2) -> f32 {
        let height = self.values.len() / self.width;
        if !uv.is_finite() {
            return 0.0;
        }
        let size = Vec2::new(self.width as f32, height as f32);
        let at = uv.fract_gl() * size - 0.5;
        let (low, share) = (at.floor(), at - at.floor());
        let value = |x: f32, y: f32| {
            let column = (x as i64).rem_euclid(self.width as i64) as usize;
            let row = (y as i64).rem_euclid(height as i64) as usize;
            let value = self.values[row * self.width + column];
            if value.is_finite() { value.clamp(0.0, 1.0) } else { 0.0 }
        };
        let row = |y: f32| value(low.x, y) * (1.0 - share.x) + value(low.x + 1.0, y) * share.x;
        row(low.y) * (1.0 - share.y) + row(low.y + 1.0) * share.y
    }
}

/// Maps by the names that descriptions use.
pub type GroomMaps = BTreeMap<String, HairMap>;
