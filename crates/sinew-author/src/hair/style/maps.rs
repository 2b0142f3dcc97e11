use glam::Vec2;
use std::collections::BTreeMap;

/// Grey map over texture coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct HairMap {
    width: usize,
    values: Vec<f32>,
}

impl HairMap {
    /// Map of `width` columns with values row by row from the top, 0 to 1. `None` when the values do not fill
    /// whole rows, or there are none.
    #[must_use]
    pub fn new(width: usize, values: Vec<f32>) -> Option<Self> {
        let fits = width > 0 && !values.is_empty() && values.len().is_multiple_of(width);
        fits.then_some(Self { width, values })
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
